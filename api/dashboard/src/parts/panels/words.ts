/* Moments near now as panels say them: 14:00; tomorrow 14:00; Tue 24 Nov 14:00. */
import { t } from '../../language/t.svelte';
import { clockTime, relativeDay, type Reader } from '../../lib/format';
import { isSameDay } from '../../lib/zone';

export function momentText(at: number, now: number, reader: Reader): string {
  const time = clockTime(at, reader);
  if (isSameDay(at, now, reader.zone)) return time;
  const day = relativeDay(at, now, reader, {
    today: t('common.today').toLocaleLowerCase(), tomorrow: t('common.tomorrow').toLocaleLowerCase(), yesterday: t('common.yesterday').toLocaleLowerCase(),
  });
  return `${day} ${time}`;
}
