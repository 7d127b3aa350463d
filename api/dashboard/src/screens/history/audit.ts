/* The record for auditors: actor, action, origin, outcome. The lines of its files equal those of
   `dibs audit export`. Pure. */
import type { Fact } from '../../data/types';
import { kindOf, membersOf } from '../../language/fact';
import { plainText } from '../../language/plain';

export interface Refusal {
  /** Its name: "reservation.book". */
  command: string;
  code: string;
  /** The server's sentence. */
  detail: string;
}

/** undefined: it succeeded. */
export function refusalOf(fact: Fact): Refusal | undefined {
  if (kindOf(fact) !== 'command.refused') return undefined;
  const { command, code, detail } = membersOf(fact.data);
  return { command: String(command ?? ''), code: String(code ?? ''), detail: String(detail ?? '') };
}

export interface Seal {
  /** The last event that the seal covers. */
  position: number;
  /** The proof to keep elsewhere: "POSITION:DIGEST". */
  head: string;
  /** The signing key. */
  key: string;
  /** When it was made, ms. */
  at: number;
}

/** The seal of a `log.sealed` event; undefined for other events. */
export function sealOf(fact: Fact): Seal | undefined {
  const seal = membersOf(membersOf(fact.data)['seal']);
  const [position, digest] = [seal['until_position'], seal['digest']];
  if (typeof position !== 'number' || typeof digest !== 'string') return undefined;
  return {
    position,
    head: `${position}:${digest}`,
    key: String(seal['public_key'] ?? ''),
    at: Date.parse(fact.time),
  };
}

const outcomeOf = (fact: Fact): string => {
  const refusal = refusalOf(fact);
  return refusal === undefined ? 'done' : `refused: ${refusal.code}`;
};

const places: readonly (readonly [string, (fact: Fact) => string])[] = [
  ['position', (fact) => String(fact.position)],
  ['time', (fact) => fact.time],
  ['actor_id', (fact) => fact.actor_id ?? ''],
  ['actor_name', (fact) => (fact.actor_id === undefined ? 'dibs' : (fact.actor_name ?? ''))],
  ['source', (fact) => fact.source ?? ''],
  ['request_id', (fact) => fact.request_id ?? ''],
  ['type', (fact) => fact.type],
  ['outcome', outcomeOf],
  ['what', plainText],
];

// Text that a spreadsheet would take for a formula gets an apostrophe, also behind a cell
// separator.
const cell = (text: string): string =>
  `"${text.replace(/(?<=^|[;,\t\r\n])(?=[=+\-@\t\r])/g, "'").replaceAll('"', '""')}"`;

export const formats = ['ndjson', 'csv'] as const;
export type Format = (typeof formats)[number];

/** The header before the lines; for CSV with the byte order mark by which spreadsheets recognise
    UTF-8. */
export const headOf = (format: Format): string =>
  format === 'csv' ? `\ufeff${places.map(([name]) => name).join(',')}\r\n` : '';

export const lineOf = (fact: Fact, format: Format): string =>
  format === 'csv'
    ? `${places.map(([, of]) => cell(of(fact))).join(',')}\r\n`
    : `${JSON.stringify({ ...fact, outcome: outcomeOf(fact), what: plainText(fact) })}\n`;
