/* A typed request for GPUs: "book 4xA100 tomorrow 9-17 -m training". Only the verb and the title
   are parsed here; GPUs and time are the server's grammar. Also the reverse: the same as a command
   line. Pure. */

const verbs = /^(book|reserve|find|zarezerwuj|rezerwuj|znajdź)(\s+|$)/i;

export interface ReserveText {
  /** As typed. With a verb the text is about GPUs, valid or not; empty without one. */
  verb: string;
  /** GPUs and time, as typed. */
  words: string;
  title: string;
}

/** Pasted text contains no-break spaces, zero-width characters and full-width digits. */
const tidy = (words: string): string =>
  words
    .normalize('NFKC')
    .replaceAll(/[\u200b-\u200d\u2060\ufeff]/g, '')
    .trim();

export function splitReserveText(text: string): ReserveText {
  const [body, title] = takeTitle(text.trim());
  const verb = verbs.exec(text.trim())?.[1] ?? '';
  return { verb, words: tidy(body.replace(verbs, '')), title };
}

function takeTitle(text: string): [string, string] {
  const found = /^(.*?)\s+(?:-m\s+(.+)|"([^"]*)"?)$/.exec(text);
  if (!found) return [text, ''];
  return [found[1] ?? '', (found[2] ?? found[3] ?? '').replace(/^["']|["']$/g, '')];
}

function quoted(text: string): string {
  return /^[\w.,:/-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

export interface ReserveCommand {
  /** As the server echoes it. */
  gpus: string;
  byName: boolean;
  when: string;
  isLength: boolean;
  title: string;
}

export function reserveAsCli({ gpus, byName, when, isLength, title }: ReserveCommand): string {
  const parts = ['dibs', 'reserve', quoted(gpus), isLength ? '--for' : '--at', quoted(when)];
  if (isLength && !byName) parts.push('--soonest');
  if (title !== '') parts.push('-m', quoted(title));
  return parts.join(' ');
}
