/* Converts a moment (ms since 1970, UTC) to two text fields of a time zone and back: a day
   ("2026-11-24") and a 24-hour time ("09:30"). Invalid text yields a value that names the wrong
   field; nothing throws. Pure. */
import { clockText, dayMs, isoDay, localTime, momentOf, offsetMs } from '../../../../lib/zone';
import { snapDown, snapMs, snapUp } from '../geometry';

export interface Fields {
  day: string;
  clock: string;
}

const empty: Fields = { day: '', clock: '' };
const firstYear = 1970; // while a person types 2026, the field has the years 2, 20 and 202

/** The fields of a moment in this zone; null gives empty fields. */
export function fieldsOf(at: number | null, zone: string): Fields {
  if (at === null) return empty;
  const time = localTime(at, zone);
  return { day: isoDay(at, zone), clock: clockText(time.hour, time.minute) };
}

/** Parses 9, 09, 930, 0930, 9:30 or 9.30 to minutes since midnight; null if the text is invalid. */
export function readClock(text: string): number | null {
  const match = /^(\d{1,2})(?:[:.]?(\d\d))?$/.exec(text.trim());
  const [hour, minute] = [Number(match?.[1]), Number(match?.[2] ?? '0')];
  return match && hour < 24 && minute < 60 ? hour * 60 + minute : null;
}

/** `wrong`: the missing or invalid field. `at`: the moment. `clocks` reports a clock change at that
    local time. If clocks skip the time, the moment is as long after the jump; if the time occurs
    twice, it is the first one. */
export type ReadMoment = { wrong: 'day' | 'clock' } | { at: number; clocks?: 'skip' | 'twice' };

/** Parses the fields in this zone. Checks the form of the day, not whether its month has it. */
export function readMoment({ day, clock }: Fields, zone: string): ReadMoment {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day);
  const [year = 0, month = 1, date = 1] = match?.slice(1).map(Number) ?? [];
  if (year < firstYear) return { wrong: 'day' };
  const minutes = readClock(clock);
  if (minutes === null) return { wrong: 'clock' };
  const at = momentOf(zone, year, month, date, Math.floor(minutes / 60), minutes % 60);
  if (fieldsOf(at, zone).clock !== clockText(Math.floor(minutes / 60), minutes % 60))
    return { at, clocks: 'skip' };
  return isFirstOfTwo(at, zone) ? { at, clocks: 'twice' } : { at };
}

/** True if clocks are set back later and show the same local time again. */
function isFirstOfTwo(at: number, zone: string): boolean {
  const laterOffset = offsetMs(at + dayMs, zone);
  const second = at + offsetMs(at, zone) - laterOffset;
  return second > at && offsetMs(second, zone) === laterOffset;
}

/** Completes half-empty fields: an empty day becomes the day of `now`, an empty time midnight. */
export function filled({ day, clock }: Fields, now: number, zone: string): Fields {
  return {
    day: day === '' ? fieldsOf(now, zone).day : day,
    clock: clock.trim() === '' ? '00:00' : clock,
  };
}

/** The nearest line of the 15-minute grid after (1) or before (-1) the moment, as for a drag. */
export const nextGridLine = (at: number, direction: 1 | -1): number =>
  direction > 0 ? snapDown(at) + snapMs : snapUp(at) - snapMs;
