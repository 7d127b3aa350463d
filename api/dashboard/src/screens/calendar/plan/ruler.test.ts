import { expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs, momentOf } from '../../../lib/zone';
import { hoursBeside, makeRuler } from './ruler';

const zone = 'Europe/Warsaw';
const words = { day: () => 'Tue 24 Nov', shortDay: () => 'Tue 24' };
const start = momentOf(zone, 2026, 11, 24, 7, 30);

test('marker of now never covers a part of an hour label', () => {
  for (const span of [6 * hourMs, dayMs, 2 * dayMs]) {
    const ruler = makeRuler({ start, span, width: 1260 }, zone, words);
    for (let at = start; at < start + 2 * hourMs; at += minuteMs) {
      const x = ((at - start) / span) * 1260;
      const seen = hoursBeside(ruler, x);
      expect(
        seen.filter((hour) => hour.x + 6 < x + 21 && hour.x + 6 + hour.label.length * 6 > x - 21),
      ).toEqual([]);
      expect(ruler.hours.length - seen.length).toBeLessThanOrEqual(2);
    }
    expect(hoursBeside(ruler, null)).toEqual(ruler.hours);
  }
});

test('mark of a clock change never covers a part of an hour label', () => {
  const spring = makeRuler(
    { start: momentOf(zone, 2027, 3, 28), span: 6 * hourMs, width: 1260 },
    zone,
    words,
  );
  const [change] = spring.changes;
  if (!change) throw new Error('clocks do not change');
  expect(
    hoursBeside(spring, null).filter(
      (hour) => hour.x + 6 < change.x + 30 && hour.x + 30 > change.x,
    ),
  ).toEqual([]);
});
