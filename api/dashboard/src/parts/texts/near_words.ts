/* Moments near now, as screens show them: in the person's language and zone. */
import { connection } from '../../data/live/connection.svelte';
import { stream } from '../../data/stream.svelte';
import { momentText } from '../../language/moment';
import { t } from '../../language/t.svelte';
import { clockSeconds, clockTime, dayText } from '../../lib/format';
import { hourMs } from '../../lib/zone';
import { preferences } from '../../page/preferences.svelte';

/** 14:00; tomorrow 14:00; Tue 24 Nov 14:00 */
export function moment(at: number, now: number): string {
  return momentText(at, now, preferences.reader);
}

export function since(at: number, now: number): string {
  return t('fleet.since', { time: moment(at, now) });
}

/** The shortest form: a time within a day, else the day. */
export function shortMoment(at: number, now: number): string {
  return Math.abs(at - now) < 24 * hourMs
    ? clockTime(at, preferences.reader)
    : dayText(at, preferences.reader);
}

/** Without live data, the time of the last known data; null: it is current. */
export function asOf(): string | null {
  if (!connection.offline && connection.level !== 'paused') return null;
  return t('common.asOf', {
    time: stream.lastAt === 0 ? '–' : clockSeconds(stream.lastAt, preferences.reader),
  });
}
