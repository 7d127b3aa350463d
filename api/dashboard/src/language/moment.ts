/* A moment in words, in the person's language and zone, as short as it stays clear. */
import { dayMs, isSameDay, isWholeDays, localTime, minuteMs } from '../lib/zone';
import {
  clockTime,
  dayText,
  lengthText,
  relativeDay,
  shortDaysText,
  zoneName,
  type DayWords,
  type Reader,
} from '../lib/format';
import { t } from './t.svelte';

/** `within` a sentence they begin with a small letter. */
export function dayWords(within = false): DayWords {
  const word = (text: string) => (within ? text.toLocaleLowerCase() : text);
  return {
    today: word(t('common.today')),
    tomorrow: word(t('common.tomorrow')),
    yesterday: word(t('common.yesterday')),
  };
}

/** 14:00; yesterday 14:00; Tue 24 Nov 14:00; a date of another year with it, "tomorrow" never. */
export function momentText(at: number, now: number, reader: Reader): string {
  const time = clockTime(at, reader);
  if (isSameDay(at, now, reader.zone)) return time;
  const words = dayWords(true);
  const day = relativeDay(at, now, reader, words);
  const year = localTime(at, reader.zone).year;
  const isClear = Object.values(words).includes(day) || year === localTime(now, reader.zone).year;
  return `${day}${isClear ? '' : ` ${year}`} ${time}`;
}

/** The same with the name of the zone, for what stands alone. */
export function momentInZone(at: number, now: number, reader: Reader): string {
  return `${momentText(at, now, reader)} ${zoneName(at, reader)}`;
}

/** Tue 24 Nov 09:00 – 17:00; the second day only where it differs; Mon 23 – Wed 25 Nov, all day. In a narrow column without weekdays. */
export function rangeWithin(from: number, until: number, reader: Reader, weekdays = true): string {
  return (
    wholeDays(from, until, reader, weekdays) ??
    `${dayText(from, reader, weekdays)} ${clockTime(from, reader)} – ${endText(from, until, reader, weekdays)}`
  );
}

/** The same with the name of the zone, both where clocks change between. */
export function rangeText(from: number, until: number, reader: Reader): string {
  const [first, zone] = [zoneName(from, reader), zoneName(until, reader)];
  const days = wholeDays(from, until, reader);
  if (days !== null) return `${days} ${first === zone ? zone : `${first}/${zone}`}`;
  return `${dayText(from, reader)} ${clockTime(from, reader)}${first === zone ? '' : ` ${first}`} – ${endText(from, until, reader)} ${zone}`;
}

/** The two halves of a range for a list: what stands out, and what follows it. `within` a sentence as for days. */
export function rangeHalves(
  from: number,
  until: number,
  now: number,
  reader: Reader,
  within = false,
): [string, string] {
  const day = (at: number) => relativeDay(at, now, reader, dayWords(within));
  if (isWholeDays(from, until, reader.zone)) {
    return [
      isSameDay(from, until - 1, reader.zone) ? day(from) : shortDaysText(from, until, reader),
      wholeDaysText(from, until),
    ];
  }
  const end = isSameDay(from, until - 1, reader.zone)
    ? endTime(until, reader)
    : momentText(until, now, reader);
  return [
    within ? momentText(from, now, reader) : `${day(from)} ${clockTime(from, reader)}`,
    `– ${end}`,
  ];
}

/** "all day", of so many days. */
export const wholeDaysText = (from: number, until: number): string =>
  t('common.wholeDays', { count: Math.round((until - from) / dayMs) });

const wholeDays = (from: number, until: number, reader: Reader, weekdays = true): string | null =>
  isWholeDays(from, until, reader.zone)
    ? `${shortDaysText(from, until, reader, weekdays)}, ${wholeDaysText(from, until)}`
    : null;

/** The end of something on the day it is told for: midnight is its last moment, 24:00. */
export function endTime(until: number, reader: Reader): string {
  const end = clockTime(until, reader);
  return end === '00:00' ? '24:00' : end;
}

function endText(from: number, until: number, reader: Reader, weekdays = true): string {
  return isSameDay(from, until - 1, reader.zone)
    ? endTime(until, reader)
    : `${dayText(until, reader, weekdays)} ${clockTime(until, reader)}`;
}

/** How long a booking is, to the minute: one "from now" begins at a second, and nobody booked 59 minutes; or 2 h and 3 s. */
export const bookedText = ({ from, until }: { from: number; until: number }): string =>
  lengthText(Math.max(1, Math.ceil((until - from - 6_000) / minuteMs)) * minuteMs);

/** How long, in a sentence: whole minutes, never seconds. */
export const spanText = (ms: number): string =>
  ms < minuteMs ? t('common.underMinute') : lengthText(Math.round(ms / minuteMs) * minuteMs);
