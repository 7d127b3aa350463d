/* The sentence of a grant as words and pressable pieces; for unsaved pieces, the saved value. */
import { t, tPieces } from '../../../language/t.svelte';
import { differs, type Draft, type Part } from './draft';
import { approvalText, dateText, whatText, whenText, whoText } from '../words';

export interface Token {
  key: string;
  /** The words before it. */
  before: string;
  part?: Part;
  text: string;
  was?: string;
}

/** `shared`: others have it too, so the sentence names the recipients; `edited`: absent parts can
    be pressed too. */
export function tokensOf(
  draft: Draft,
  saved: Draft | undefined,
  nameOf: (id: string) => string,
  shared: boolean,
  edited = false,
): Token[] {
  const zone = (one: Draft) => (one.always ? '' : one.zone.replaceAll('_', ' '));
  const end = (one: Draft) =>
    one.until === undefined ? t('access.noEnd') : dateText(one.until, one.zone);
  const start = (one: Draft) =>
    one.from === undefined ? t('access.noStart') : dateText(one.from, one.zone);
  const starts = draft.from !== undefined || saved?.from !== undefined;
  const values: Record<
    string,
    { part: Part; text: string; was: string | undefined; changed: boolean }
  > = {
    who: {
      part: 'who',
      text: whoText(draft, nameOf),
      was: saved && whoText(saved, nameOf),
      changed: saved !== undefined && differs.to(saved, draft),
    },
    what: {
      part: 'what',
      text: whatText(draft, nameOf),
      was: saved && whatText(saved, nameOf),
      changed: saved !== undefined && differs.what(saved, draft),
    },
    when: {
      part: 'when',
      text: whenText(draft),
      was: saved && whenText(saved),
      changed: saved !== undefined && differs.windows(saved, draft),
    },
    zone: {
      part: 'zone',
      text: zone(draft),
      was: saved && zone(saved),
      changed: saved !== undefined && zone(saved) !== '' && zone(saved) !== zone(draft),
    },
    from: {
      part: 'term',
      text: start(draft),
      was: saved && start(saved),
      changed: saved !== undefined && saved.from !== draft.from,
    },
    until: {
      part: 'term',
      text: end(draft),
      was: saved && end(saved),
      changed: saved !== undefined && saved.until !== draft.until,
    },
    approval: {
      part: 'approval',
      text: approvalText(draft, nameOf),
      was: saved && approvalText(saved, nameOf),
      changed: saved !== undefined && differs.approval(saved, draft),
    },
  };
  const approves = edited || draft.approval !== null || (saved?.approval ?? null) !== null;
  const sentences = [
    tPieces(shared ? 'access.sentenceShared' : 'access.sentence', texts(values)),
    ...(draft.always ? [] : [tPieces('access.sentenceZone', texts(values))]),
    ...(starts ? [tPieces('access.sentenceFrom', texts(values))] : []),
    tPieces(
      draft.until === undefined ? 'access.sentenceNoEnd' : 'access.sentenceUntil',
      texts(values),
    ),
    ...(approves ? [tPieces('access.sentenceApproval', texts(values))] : []),
  ].flat();
  const tokens: Token[] = [];
  let before = '';
  for (const { text, place } of sentences) {
    const value = place === undefined ? undefined : values[place];
    if (!value) before += text;
    else {
      tokens.push({
        key: place ?? '',
        before,
        part: value.part,
        text: value.text,
        ...(value.changed && value.was !== undefined ? { was: value.was } : {}),
      });
      before = '';
    }
  }
  return before === '' ? tokens : [...tokens, { key: 'last', before, text: '' }];
}

const texts = (values: Record<string, { text: string }>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, { text }]) => [name, text]));
