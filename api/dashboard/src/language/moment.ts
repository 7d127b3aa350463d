/* A moment in words, in the person's language and zone, as short as it stays clear. */
import { clockTime, relativeDay, zoneName, type Reader } from '../lib/format';
import { isSameDay, localTime } from '../lib/zone';
import { t } from './t.svelte';

/** 14:00; yesterday 14:00; Tue 24 Nov 14:00; of another year, with it. */
export function momentText(at: number, now: number, reader: Reader): string {
  const time = clockTime(at, reader);
  if (isSameDay(at, now, reader.zone)) return time;
  const words = { today: t('common.today'), tomorrow: t('common.tomorrow'), yesterday: t('common.yesterday') };
  const year = localTime(at, reader.zone).year;
  const day = relativeDay(at, now, reader, words);
  return `${day}${year === localTime(now, reader.zone).year ? '' : ` ${year}`} ${time}`;
}

/** The same with the name of the zone, for what stands alone. */
export function momentInZone(at: number, now: number, reader: Reader): string {
  return `${momentText(at, now, reader)} ${zoneName(at, reader)}`;
}
