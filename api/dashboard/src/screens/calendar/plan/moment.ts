/* A moment as two fields, a day ("2026-11-24") and a 24-hour time ("09:30"), and its parsing.
   Pure. */
import { clockText, dayMs, isoDay, localTime, momentOf, offsetMs } from '../../../lib/zone';
import { snapDown, snapMs, snapUp } from './geometry';

export interface Fields {
  day: string;
  clock: string;
}

const empty: Fields = { day: '', clock: '' };
const firstYear = 1970; // while 2026 is typed, the field has 2, 20 and 202

export function fieldsOf(at: number | null, zone: string): Fields {
  if (at === null) return empty;
  const time = localTime(at, zone);
  return { day: isoDay(at, zone), clock: clockText(time.hour, time.minute) };
}

/** Minutes since midnight: 9, 09, 930, 0930, 9:30, 9.30. */
export function readClock(text: string): number | null {
  const found = /^(\d{1,2})(?:[:.]?(\d\d))?$/.exec(text.trim());
  const [hour, minute] = [Number(found?.[1]), Number(found?.[2] ?? '0')];
  return found && hour < 24 && minute < 60 ? hour * 60 + minute : null;
}

/** The missing or invalid field; or the moment, and a clock change at that time: if clocks skip it,
    the moment is as long after the jump; if they repeat it, the first. */
export type ReadMoment = { wrong: 'day' | 'clock' } | { at: number; clocks?: 'skip' | 'twice' };

export function readMoment({ day, clock }: Fields, zone: string): ReadMoment {
  const found = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day);
  const [year = 0, month = 1, date = 1] = found?.slice(1).map(Number) ?? [];
  if (year < firstYear) return { wrong: 'day' };
  const minutes = readClock(clock);
  if (minutes === null) return { wrong: 'clock' };
  const at = momentOf(zone, year, month, date, Math.floor(minutes / 60), minutes % 60);
  if (fieldsOf(at, zone).clock !== clockText(Math.floor(minutes / 60), minutes % 60)) return { at, clocks: 'skip' };
  return comesAgain(at, zone) ? { at, clocks: 'twice' } : { at };
}

function comesAgain(at: number, zone: string): boolean {
  const after = offsetMs(at + dayMs, zone);
  const again = at + offsetMs(at, zone) - after;
  return again > at && offsetMs(again, zone) === after;
}

/** For two fields that may both be empty: a day alone is its midnight, a time alone is today's. */
export function filled({ day, clock }: Fields, now: number, zone: string): Fields {
  return { day: day === '' ? fieldsOf(now, zone).day : day, clock: clock.trim() === '' ? '00:00' : clock };
}

/** The next line of the grid, as for a drag. */
export const nextLine = (at: number, by: 1 | -1): number => (by > 0 ? snapDown(at) + snapMs : snapUp(at) - snapMs);
