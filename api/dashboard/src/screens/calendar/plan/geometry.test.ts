import { expect, test } from 'vitest';
import { momentOf } from '../../../lib/zone';
import { cellOf, endOf, pan, reveal, snap, snapDown, snapUp, startAround, stepZoom, timeToX, xToTime, zoomTo, zooms, FARTHEST, FINE_SNAP } from './geometry';
import { DAY, HOUR, MINUTE } from './model';
import { makeRuler } from './ruler';
import { NOW } from './testing';

const scale = { start: NOW, span: 2 * DAY, width: 960 };
const words = { day: (at: number) => new Date(at).toISOString().slice(0, 10), shortDay: () => 'short' };

test('x and time are each other’s inverse', () => {
  for (const x of [0, 1, 333.25, 960]) expect(timeToX(scale, xToTime(scale, x))).toBeCloseTo(x, 6);
  expect(timeToX(scale, NOW + HOUR)).toBe(20);
});

test('times snap to quarters, with Alt to five minutes', () => {
  expect(snap(NOW + 8 * MINUTE)).toBe(NOW + 15 * MINUTE);
  expect(snap(NOW + 8 * MINUTE, FINE_SNAP)).toBe(NOW + 10 * MINUTE);
  expect([snapDown(NOW + 14 * MINUTE), snapUp(NOW + MINUTE)]).toEqual([NOW, NOW + 15 * MINUTE]);
});

test('it begins with now at a tenth of the width', () => {
  expect(timeToX({ ...scale, start: startAround(NOW, 2 * DAY) }, NOW) / 960).toBeCloseTo(0.1, 2);
});

test('zooming keeps what is under the pointer where it is', () => {
  const at = NOW + 12 * HOUR;
  const nearer = zoomTo(scale, 6 * HOUR, at);
  expect(timeToX(nearer, at) / nearer.width).toBeCloseTo(timeToX(scale, at) / scale.width, 1);
  expect(nearer.span).toBe(6 * HOUR);
});

test('zoom steps stop at the ends', () => {
  expect(stepZoom(6 * HOUR, -1)).toBe(6 * HOUR);
  expect(stepZoom(2 * DAY, 1)).toBe(7 * DAY);
  expect(stepZoom(28 * DAY, 1)).toBe(28 * DAY);
  expect(zooms.map(cellOf)).toEqual([15 * MINUTE, 30 * MINUTE, HOUR, 3 * HOUR, 12 * HOUR]);
});

test('panning ends where nobody books any more', () => {
  expect(pan(scale, 10_000 * DAY, NOW).start).toBe(NOW + FARTHEST);
  expect(pan(scale, HOUR, NOW).start).toBe(NOW + HOUR);
});

test('a moment outside is brought in with the least movement', () => {
  expect(reveal(scale, NOW + HOUR * 24)).toEqual(scale);
  const later = reveal(scale, endOf(scale) + HOUR);
  expect(later.start).toBeGreaterThan(scale.start);
  expect(timeToX(later, endOf(scale) + HOUR)).toBeLessThan(960);
  expect(timeToX(reveal(scale, NOW - DAY), NOW - DAY)).toBeGreaterThan(0);
});

test('a spring day is 23 hours wide and has no two o’clock, an autumn day 25 with two of them', () => {
  const ruler = (year: number, month: number, day: number) => {
    const start = momentOf('Europe/Warsaw', year, month, day);
    return makeRuler({ start, span: 2 * DAY, width: 48 * 40 }, 'Europe/Warsaw', words);
  };
  const spring = ruler(2027, 3, 28);
  const midnights = spring.lines.filter((line) => line.strong);
  expect((midnights[1]?.x ?? 0) - (midnights[0]?.x ?? 0)).toBe(23 * 40);
  expect(spring.hours.slice(0, 4).map((hour) => hour.label)).toEqual(['00', '01', '03', '04']);
  const autumn = ruler(2026, 10, 25);
  expect(autumn.hours.slice(0, 5).map((hour) => hour.label)).toEqual(['00', '01', '02', '02', '03']);
  expect((autumn.lines.filter((line) => line.strong)[1]?.x ?? 0)).toBe(25 * 40);
});

const step = (span: number, width: number) => ((width / span) * DAY < 48 ? 22 : 33);

test('labels never lie over each other, from six hours to four weeks', () => {
  for (const span of zooms) {
    for (const width of [300, 960, 1900]) {
      const ruler = makeRuler({ start: NOW, span, width }, 'Europe/Warsaw', words);
      const gaps = (list: { x: number }[]) => list.slice(1).map((tick, i) => tick.x - (list[i]?.x ?? 0));
      expect(Math.min(Infinity, ...gaps(ruler.hours))).toBeGreaterThanOrEqual(step(span, width));
      expect(Math.min(Infinity, ...gaps(ruler.days))).toBeGreaterThanOrEqual(47);
      expect(ruler.days.length).toBeGreaterThan(0);
    }
  }
});

test('a zone of half an hour has its hours on its own clock', () => {
  const ruler = makeRuler({ start: NOW, span: 6 * HOUR, width: 960 }, 'Asia/Kolkata', words);
  expect(ruler.hours[0]?.label).toBe('17:30');
});
