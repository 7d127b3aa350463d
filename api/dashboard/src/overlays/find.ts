/* Finds entries by typed words: every word, in any order; without a match, one letter may be wrong
   in longer words (uFuzzy). Best first: the name itself, its beginning, the beginning of a word, a
   part, then the text beside the name. Ties: one's own first, then recently used. Pure. */
import UFuzzy from '@leeoniya/ufuzzy';
import { kinds, type Entry, type Kind } from './entries';

/** Parts of a text; every second one is a match. */
export type Marked = readonly string[];

export interface Hit {
  entry: Entry;
  name: Marked;
  detail: Marked;
}

export interface Group {
  kind: Kind;
  hits: Hit[];
  /** Matches that are not shown. */
  more: number;
}

export interface Found {
  groups: Group[];
  count: number;
}

const mostWords = 6;
/** Longer words get no wrong letter: that search takes time with the third power of the length. */
const longestForgiven = 24;
const fuzzy = new UFuzzy({
  unicode: true,
  interSplit: "[^\\p{L}\\d']+",
  intraSplit: '\\p{Ll}\\p{Lu}',
  intraBound: '\\p{L}\\d|\\d\\p{L}|\\p{Ll}\\p{Lu}',
  intraChars: "[\\p{L}\\d']",
  intraContr: "'\\p{L}{1,2}\\b",
  intraMode: 1,
});

/** Lower-case letters without diacritics, as many as there were. */
export function plain(text: string): string {
  let all = '';
  for (let i = 0; i < text.length; i += 1) {
    const letter = text.charAt(i);
    if (letter < '\u0080') all += letter;
    else all += letter === 'ł' || letter === 'Ł' ? 'l' : letter.normalize('NFD').charAt(0);
  }
  const small = all.toLowerCase();
  return small.length === all.length ? small : all;
}

interface Known {
  entries: readonly Entry[];
  names: string[];
  texts: string[];
}

/** Built once for a list of entries, however much is typed. */
export function indexed(entries: readonly Entry[]): Known {
  const names = entries.map((entry) => plain(entry.name));
  const texts = entries.map(
    (entry, i) => `${names[i]} ${plain(entry.detail ?? '')} ${plain(entry.also ?? '')}`,
  );
  return { entries, names, texts };
}

// Of a lower-case text.
const isWordly = (letter: string): boolean =>
  (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') || letter > '\u007f';

const beginsWord = (text: string, part: string): boolean => {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    if (at === 0 || !isWordly(text.charAt(at - 1))) return true;
  }
  return false;
};

function fitOf(name: string, text: string, typed: string, words: readonly string[]): number {
  if (name === typed) return 100;
  if (name.startsWith(typed)) return 80;
  if (beginsWord(name, typed)) return 60;
  if (words.every((word) => beginsWord(name, word))) return 50;
  if (name.includes(typed)) return 40;
  if (words.every((word) => beginsWord(text, word))) return 30;
  return words.every((word) => text.includes(word)) ? 20 : 10;
}

function marked(
  text: string,
  ranges: readonly (readonly [number, number])[],
  from: number,
): Marked {
  const parts: string[] = [];
  let at = 0;
  for (const [begin, end] of ranges) {
    const [first, last] = [Math.max(at, begin - from), Math.min(text.length, end - from)];
    if (last <= first) continue;
    parts.push(text.slice(at, first), text.slice(first, last));
    at = last;
  }
  return [...parts, text.slice(at)];
}

const placeOf = (word: string, text: string): number[] =>
  text.includes(word) ? [text.indexOf(word), text.indexOf(word) + word.length] : [];

function hitOf({ entries, texts }: Known, i: number, words: readonly string[]): Hit[] {
  const entry = entries[i];
  if (!entry) return [];
  const ranges: [number, number][] = [];
  for (const word of words) {
    const all =
      word.length > longestForgiven
        ? placeOf(word, texts[i] ?? '')
        : (fuzzy.info([i], texts as string[], word).ranges[0] ?? []);
    for (let at = 0; at + 1 < all.length; at += 2) ranges.push([all[at] ?? 0, all[at + 1] ?? 0]);
  }
  ranges.sort((a, b) => a[0] - b[0]);
  return [
    {
      entry,
      name: marked(entry.name, ranges, 0),
      detail: marked(entry.detail ?? '', ranges, entry.name.length + 1),
    },
  ];
}

export interface Asked {
  typed: string;
  /** At most this many of each kind are shown. */
  most: number;
  /** Only this kind. */
  only?: Kind | undefined;
  /** Ids of recently used entries, the last one first. */
  recent?: readonly string[];
}

interface Scored {
  i: number;
  score: number;
}

/** Texts that contain all words as typed; without any, those with one letter wrong. */
function fittingOf(texts: string[], words: readonly string[]): number[] {
  const exact: number[] = [];
  for (const [i, text] of texts.entries())
    if (words.every((word) => text.includes(word))) exact.push(i);
  if (exact.length > 0 || words.some((word) => word.length > longestForgiven)) return exact;
  let near: number[] | undefined;
  for (const word of words) near = fuzzy.filter(texts, word, near) ?? [];
  return near ?? [];
}

function scored(
  known: Known,
  { typed, only, recent = [] }: Asked,
  words: readonly string[],
): Scored[] {
  const fitting =
    words.length > 0 ? fittingOf(known.texts, words) : typed === '' ? known.entries.keys() : [];
  const whole = words.join(' ');
  const lately = new Map(recent.map((id, i) => [id, (recent.length - i) / recent.length]));
  const all: Scored[] = [];
  for (const i of fitting) {
    const entry = known.entries[i];
    if (!entry || (only !== undefined && entry.kind !== only)) continue;
    const own = entry.mine === true ? 8 : 0;
    const used = lately.get(entry.id) ?? 0;
    if (words.length > 0)
      all.push({
        i,
        score: fitOf(known.names[i] ?? '', known.texts[i] ?? '', whole, words) + own + 6 * used,
      });
    else if (entry.first === true || used > 0 || only !== undefined)
      all.push({ i, score: own + 20 * used });
  }
  return all;
}

export function find(known: Known, asked: Asked): Found {
  const words = plain(asked.typed.trim())
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, mostWords);
  const hits = scored(known, { ...asked, typed: asked.typed.trim() }, words);
  const groups = new Map<Kind, Scored[]>();
  for (const hit of hits) {
    const kind = known.entries[hit.i]?.kind ?? 'do';
    const group = groups.get(kind);
    if (group) group.push(hit);
    else groups.set(kind, [hit]);
  }
  for (const group of groups.values()) group.sort((a, b) => b.score - a.score || a.i - b.i);
  const best = (kind: Kind): number => Math.floor((groups.get(kind)?.[0]?.score ?? 0) / 10);
  const order = [...groups.keys()].sort(
    (a, b) => best(b) - best(a) || kinds.indexOf(a) - kinds.indexOf(b),
  );
  return {
    count: hits.length,
    groups: order.map((kind) => {
      const all = groups.get(kind) ?? [];
      const shown = all.slice(0, asked.most);
      return {
        kind,
        more: all.length - shown.length,
        hits: shown.flatMap(({ i }) => hitOf(known, i, words)),
      };
    }),
  };
}
