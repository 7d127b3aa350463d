/* What the server says in English, refusals, reasons and notes, in the words of another language: a
   row for each sentence that it can say, found by its text. Values in a sentence are put into the
   form of the language; one that is a sentence itself is told in its words too. What has no row, as
   the words of a driver, stays as it is. Pure. */
import { clockTime, longDayText, numberText, zoneName, type Reader } from '../lib/format';
import { fill, type Message } from './message';

/** The English with {names} in it, and the words for it; of plural forms `count` chooses. */
export type Rows = Readonly<Record<string, Message>>;
export type Telling = (text: string, reader: Reader) => string;

interface Template {
  /** The text around the places: one more than there are names. */
  parts: string[];
  names: string[];
  words: Message;
}

const longest = 2000; // a text beyond that is no sentence of ours
const oneWord = new Set(['gpu', 'host', 'index']); // places of names without blanks
// Places in which the server's own words stand; in others somebody's do, and those are not told anew.
const ours = new Set([
  'doing',
  'evidence',
  'found',
  'gpus',
  'hosts',
  'length',
  'list',
  'longest',
  'more',
  'part',
  'shortest',
  'wanted',
  'what',
  'words',
]);

function templatesOf(rows: Rows): Template[] {
  const size = ({ parts }: Template) => parts.join('').length;
  return Object.entries(rows)
    .map(([english, words]) => {
      const pieces = english.split(/\{(\w+)\}/);
      return {
        parts: pieces.filter((_, i) => i % 2 === 0),
        names: pieces.filter((_, i) => i % 2 === 1),
        words,
      };
    })
    .sort((a, b) => size(b) - size(a));
}

/** What stands in the places, each as short as it can be; undefined: the text is another one. */
function placesIn(text: string, { parts, names }: Template): string[] | undefined {
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  if (names.length === 0) return text === first ? [] : undefined;
  if (!text.startsWith(first) || !text.endsWith(last)) return undefined;
  const found: string[] = [];
  let at = first.length;
  for (let i = 1; i < parts.length; i += 1) {
    const end =
      i === parts.length - 1 ? text.length - last.length : text.indexOf(parts[i] ?? '', at + 1);
    if (end <= at) return undefined;
    const value = text.slice(at, end);
    const name = names[i - 1] ?? '';
    if ((name === 'count' && !/^\d+$/.test(value)) || (oneWord.has(name) && value.includes(' ')))
      return undefined;
    found.push(value);
    at = end + (parts[i]?.length ?? 0);
  }
  return found;
}

function timeText(time: string, reader: Reader): string {
  const at = Date.parse(time);
  return `${longDayText(at, reader)} ${clockTime(at, reader)} ${zoneName(at, reader)}`;
}

export function telling(rows: Rows): Telling {
  const templates = templatesOf(rows);

  function valueText(name: string, value: string, reader: Reader): string {
    if (name === 'count') return value; // chooses the plural form
    if (/^\d+$/.test(value)) return numberText(Number(value), reader);
    if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return timeText(value, reader);
    const told = ours.has(name) ? tell(value, reader) : undefined;
    if (told !== undefined || name !== 'list') return told ?? value;
    return new Intl.ListFormat(reader.language).format(value.split(/, | and /));
  }

  function whole(text: string, reader: Reader): string | undefined {
    for (const template of templates) {
      const values = placesIn(text, template);
      if (values === undefined) continue;
      const told = template.names.map((name, i) => [
        name,
        valueText(name, values[i] ?? '', reader),
      ]);
      return fill(template.words, reader.language, Object.fromEntries(told));
    }
    return undefined;
  }

  /** Two sentences, a clause and somebody's words for it, a list of clauses. */
  function inPieces(text: string, reader: Reader): string | undefined {
    for (const { index } of text.matchAll(/(?<=[.?:;,]) /g)) {
      const head = whole(text.slice(0, index), reader) ?? withMark(text.slice(0, index), reader);
      if (head !== undefined)
        return `${head} ${tell(text.slice(index + 1), reader) ?? text.slice(index + 1)}`;
    }
    return undefined;
  }

  function withMark(text: string, reader: Reader): string | undefined {
    if (!/[:;,]$/.test(text)) return undefined;
    const told = whole(text.slice(0, -1), reader);
    return told === undefined ? undefined : told + text.slice(-1);
  }

  function tell(text: string, reader: Reader): string | undefined {
    if (text.length > longest) return undefined;
    const blanks = /^\s*/.exec(text)?.[0] ?? '';
    const words = text.slice(blanks.length);
    const told = whole(words, reader) ?? inPieces(words, reader);
    return told === undefined ? undefined : blanks + told;
  }

  return (text, reader) => tell(text, reader) ?? text;
}
