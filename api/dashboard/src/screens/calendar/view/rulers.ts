/* The ruler in the person's language and zone. */
import { dayText } from '../../../lib/format';
import { localTime } from '../../../lib/zone';
import type { TimeScale } from '../plan/geometry';
import { makeRuler, type Ruler } from '../plan/ruler';
import { reader } from './here';

export function rulerOf(scale: TimeScale): Ruler {
  const at = reader();
  return makeRuler(scale, at.zone, {
    day: (day) => dayText(day, at),
    shortDay: (day) => {
      const [weekday = ''] = dayText(day, at).split(' ');
      return `${weekday} ${localTime(day, at.zone).day}`;
    },
  });
}
