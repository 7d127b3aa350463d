/* A message of the catalogue: a text with {names} in it, or one text for each plural form that the
   language has, chosen by `count`. Pure. */

export type Plural = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;
export type Message = string | Plural;
/** Of another language: the same keys, neither more nor fewer. */
export type Same<Part> = Record<keyof Part, Message>;
export type Values = Record<string, string | number>;

const rules = new Map<string, Intl.PluralRules>();
const numbers = new Map<string, Intl.NumberFormat>();

function form(language: string, count: number): Intl.LDMLPluralRule {
  let rule = rules.get(language);
  if (!rule) {
    rule = new Intl.PluralRules(language);
    rules.set(language, rule);
  }
  return rule.select(count);
}

// What is counted is written as the language writes numbers; other values are what they are.
function counted(language: string, count: number): string {
  let format = numbers.get(language);
  if (!format) {
    format = new Intl.NumberFormat(language);
    numbers.set(language, format);
  }
  return format.format(count);
}

// The one word of a moment that Polish bends: od jutra, do jutra.
const bent = (language: string, before: string, value: string): string =>
  language === 'pl' && /(^|[\s(])(od|do) $/i.test(before)
    ? value.replace(/^jutro\b/, 'jutra')
    : value;

/** A part of a message: its own words, or what stands in one of its places. */
export interface Piece {
  text: string;
  place?: string;
}

export function piecesOf(message: Message, language: string, values: Values = {}): Piece[] {
  const text =
    typeof message === 'string'
      ? message
      : (message[form(language, Number(values['count'] ?? 0))] ?? message.other);
  // Words and names of places by turns.
  return text
    .split(/\{(\w+)\}/)
    .map((part, i, all): Piece => {
      if (i % 2 === 0) return { text: part };
      const value = values[part];
      if (part === 'count' && typeof value === 'number')
        return { text: counted(language, value), place: part };
      return {
        text: value === undefined ? `{${part}}` : bent(language, all[i - 1] ?? '', String(value)),
        place: part,
      };
    })
    .filter((piece) => piece.text !== '');
}

export const fill = (message: Message, language: string, values: Values = {}): string =>
  piecesOf(message, language, values)
    .map(({ text }) => text)
    .join('');
