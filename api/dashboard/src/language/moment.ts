/* A moment in words, in the person's language and zone, as short as it stays clear. */
import { isSameDay, localTime } from '../lib/zone';
import { clockTime, relativeDay, zoneName, type DayWords, type Reader } from '../lib/format';
import { t } from './t.svelte';

/** `within` a sentence they begin with a small letter. */
export function dayWords(within = false): DayWords {
  const word = (text: string) => (within ? text.toLocaleLowerCase() : text);
  return { today: word(t('common.today')), tomorrow: word(t('common.tomorrow')), yesterday: word(t('common.yesterday')) };
}

/** 14:00; yesterday 14:00; Tue 24 Nov 14:00; of another year, with it. */
export function momentText(at: number, now: number, reader: Reader): string {
  const time = clockTime(at, reader);
  if (isSameDay(at, now, reader.zone)) return time;
  const year = localTime(at, reader.zone).year;
  const day = relativeDay(at, now, reader, dayWords(true));
  return `${day}${year === localTime(now, reader.zone).year ? '' : ` ${year}`} ${time}`;
}

/** The same with the name of the zone, for what stands alone. */
export function momentInZone(at: number, now: number, reader: Reader): string {
  return `${momentText(at, now, reader)} ${zoneName(at, reader)}`;
}
