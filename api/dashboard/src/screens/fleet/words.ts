/* Moments near now, as this screen says them. */
import { preferences } from '../../app/preferences.svelte';
import { t } from '../../language/t.svelte';
import { clockTime, dayText, relativeDay } from '../../lib/format';
import { hourMs, isSameDay } from '../../lib/zone';
import { dayWords } from '../home/words';

/** 14:00; tomorrow 14:00; Tue 24 Nov 14:00 */
export function moment(at: number, now: number): string {
  const time = clockTime(at, preferences.reader);
  return isSameDay(at, now, preferences.zone) ? time : `${relativeDay(at, now, preferences.reader, dayWords(true))} ${time}`;
}

export function since(at: number, now: number): string {
  return t('fleet.since', { time: moment(at, now) });
}

/** As short as it can be: a time within a day, else the day. */
export function shortMoment(at: number, now: number): string {
  return Math.abs(at - now) < 24 * hourMs ? clockTime(at, preferences.reader) : dayText(at, preferences.reader);
}
