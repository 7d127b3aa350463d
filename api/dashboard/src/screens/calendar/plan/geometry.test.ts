import { expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs, momentOf } from '../../../lib/zone';
import {
  cellOf,
  endOf,
  pan,
  reveal,
  snap,
  snapDown,
  snapUp,
  startAround,
  stepZoom,
  timeToX,
  xToTime,
  zoomTo,
  zooms,
  farthestMs,
  fineSnapMs,
} from './geometry';
import { makeRuler } from './ruler';
import { noon } from './testing';

const scale = { start: noon, span: 2 * dayMs, width: 960 };
const words = {
  day: (at: number) => new Date(at).toISOString().slice(0, 10),
  shortDay: () => 'short',
};

test('x and time convert to each other', () => {
  for (const x of [0, 1, 333.25, 960]) expect(timeToX(scale, xToTime(scale, x))).toBeCloseTo(x, 6);
  expect(timeToX(scale, noon + hourMs)).toBe(20);
});

test('times snap to quarters, with Alt to five minutes', () => {
  expect(snap(noon + 8 * minuteMs)).toBe(noon + 15 * minuteMs);
  expect(snap(noon + 8 * minuteMs, fineSnapMs)).toBe(noon + 10 * minuteMs);
  expect([snapDown(noon + 14 * minuteMs), snapUp(noon + minuteMs)]).toEqual([
    noon,
    noon + 15 * minuteMs,
  ]);
});

test('view begins with now at a tenth of the width', () => {
  expect(timeToX({ ...scale, start: startAround(noon, 2 * dayMs) }, noon) / 960).toBeCloseTo(
    0.1,
    2,
  );
});

test('zoom keeps the time under the pointer', () => {
  const at = noon + 12 * hourMs;
  const nearer = zoomTo(scale, 6 * hourMs, at);
  expect(timeToX(nearer, at) / nearer.width).toBeCloseTo(timeToX(scale, at) / scale.width, 1);
  expect(nearer.span).toBe(6 * hourMs);
});

test('zoom stops at the ends', () => {
  expect(stepZoom(6 * hourMs, -1)).toBe(6 * hourMs);
  expect(stepZoom(2 * dayMs, 1)).toBe(7 * dayMs);
  expect(stepZoom(28 * dayMs, 1)).toBe(28 * dayMs);
  expect(zooms.map(cellOf)).toEqual([
    15 * minuteMs,
    30 * minuteMs,
    hourMs,
    3 * hourMs,
    12 * hourMs,
  ]);
});

test('panning stops at the horizon', () => {
  expect(pan(scale, 10_000 * dayMs, noon).start).toBe(noon + farthestMs);
  expect(pan(scale, hourMs, noon).start).toBe(noon + hourMs);
});

test('reveal moves the least to a moment outside', () => {
  expect(reveal(scale, noon + hourMs * 24)).toEqual(scale);
  const later = reveal(scale, endOf(scale) + hourMs);
  expect(later.start).toBeGreaterThan(scale.start);
  expect(timeToX(later, endOf(scale) + hourMs)).toBeLessThan(960);
  expect(timeToX(reveal(scale, noon - dayMs), noon - dayMs)).toBeGreaterThan(0);
});

test('spring day is 23 hours wide, autumn day 25 with two o’clock twice', () => {
  const ruler = (year: number, month: number, day: number) => {
    const start = momentOf('Europe/Warsaw', year, month, day);
    return makeRuler({ start, span: 2 * dayMs, width: 48 * 40 }, 'Europe/Warsaw', words);
  };
  const spring = ruler(2027, 3, 28);
  const midnights = spring.lines.filter((line) => line.strong);
  expect((midnights[1]?.x ?? 0) - (midnights[0]?.x ?? 0)).toBe(23 * 40);
  expect(spring.hours.slice(0, 4).map((hour) => hour.label)).toEqual(['00', '01', '03', '04']);
  const autumn = ruler(2026, 10, 25);
  expect(autumn.hours.slice(0, 5).map((hour) => hour.label)).toEqual([
    '00',
    '01',
    '02',
    '02',
    '03',
  ]);
  expect(autumn.lines.filter((line) => line.strong)[1]?.x ?? 0).toBe(25 * 40);
});

const step = (span: number, width: number) => ((width / span) * dayMs < 48 ? 22 : 33);

test('ruler labels never overlap from six hours to four weeks', () => {
  for (const span of zooms) {
    for (const width of [300, 960, 1900]) {
      const ruler = makeRuler({ start: noon, span, width }, 'Europe/Warsaw', words);
      const gaps = (list: { x: number }[]) =>
        list.slice(1).map((tick, i) => tick.x - (list[i]?.x ?? 0));
      expect(Math.min(Infinity, ...gaps(ruler.hours))).toBeGreaterThanOrEqual(step(span, width));
      expect(Math.min(Infinity, ...gaps(ruler.days))).toBeGreaterThanOrEqual(47);
      expect(ruler.days.length).toBeGreaterThan(0);
    }
  }
});

test('half-hour zone has hours on its own clock', () => {
  const ruler = makeRuler({ start: noon, span: 6 * hourMs, width: 960 }, 'Asia/Kolkata', words);
  expect(ruler.hours[0]?.label).toBe('17:30');
});

test('clock change is marked at its hour, other days have none', () => {
  const scale = (start: number) => ({ start, span: 2 * dayMs, width: 960 });
  const changes = (start: number) =>
    makeRuler(scale(start), 'Europe/Warsaw', words).changes.map(({ at, label, from, to }) => ({
      at,
      label,
      from: new Date(from).toISOString().slice(11, 16),
      to: new Date(to).toISOString().slice(11, 16),
    }));
  const autumn = Date.UTC(2026, 9, 25, 1);
  expect(changes(autumn - 6 * hourMs)).toEqual([
    { at: autumn, label: '−1 h', from: '03:00', to: '02:00' },
  ]);
  const spring = Date.UTC(2027, 2, 28, 1);
  expect(changes(spring - 6 * hourMs)).toEqual([
    { at: spring, label: '+1 h', from: '02:00', to: '03:00' },
  ]);
  expect(changes(spring + hourMs)).toEqual([]);
});
