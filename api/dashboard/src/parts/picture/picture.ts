/* The still picture of a calendar: invented data, the same for everyone, with nothing of this site.
   Pure. */
import '../../language/en/people/picture';

export interface Part {
  kind: 'mine' | 'other' | 'drawn';
  /** The first GPU's row. */
  row: number;
  rows: number;
  /** Hours of the day. */
  from: number;
  until: number;
}

export const firstHour = 9;
export const hours = 8;
export const gpus = 8;
export const now = 12.25;

export const booked: readonly (Part & {
  text: 'picture.one' | 'picture.two' | 'picture.three' | 'picture.four' | 'picture.mine';
})[] = [
  { kind: 'other', row: 0, rows: 2, from: 9, until: 13, text: 'picture.one' },
  { kind: 'other', row: 0, rows: 2, from: 14, until: 17, text: 'picture.two' },
  { kind: 'mine', row: 2, rows: 4, from: 10, until: 14.5, text: 'picture.mine' },
  { kind: 'other', row: 3, rows: 3, from: 15, until: 17, text: 'picture.three' },
  { kind: 'other', row: 6, rows: 1, from: 9, until: 12.5, text: 'picture.four' },
];

export const drawn: Part = { kind: 'drawn', row: 2, rows: 4, from: 10, until: 14 };

/** Utilisation of each quarter of an hour, 0 to 8: the strip below the running booking. */
export const busy: readonly number[] = [1, 5, 8, 8, 7, 8, 8, 5, 8];

const left = 28;
const top = 28;
const hour = 72;
const row = 36;
export const size = { width: left + hours * hour, height: top + gpus * row + 1 };
export const x = (at: number): number => left + (at - firstHour) * hour;
export const y = (gpu: number): number => top + gpu * row;

export function boxOf(part: Part): { x: number; y: number; width: number; height: number } {
  return {
    x: x(part.from) + 1,
    y: y(part.row) + 2,
    width: (part.until - part.from) * hour - 2,
    height: part.rows * row - 4,
  };
}
