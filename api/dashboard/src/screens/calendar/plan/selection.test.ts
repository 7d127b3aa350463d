import { expect, test } from 'vitest';
import { HOUR, MINUTE } from './model';
import { check, fixes, hourAt, isFine, rectangle, stepLength, stepStart, toggleGpu } from './selection';
import { booking, fleet, NOW } from './testing';

const draft = (gpus: string[], from: number, hours: number) => ({ gpus, from: NOW + from * HOUR, until: NOW + (from + hours) * HOUR });

test('a rectangle is its GPUs and whole quarters, whichever corner was first', () => {
  const { rows } = fleet();
  const a = { row: 4, at: NOW + 8 * HOUR + 4 * MINUTE };
  const b = { row: 1, at: NOW + 2 * HOUR - 3 * MINUTE };
  const wanted = draft(['gpu01:0', 'gpu01:1', 'gpu01:2', 'gpu01:3'], 2, 6);
  expect(rectangle(rows, a, b, NOW)).toEqual(wanted);
  expect(rectangle(rows, b, a, NOW)).toEqual(wanted);
  expect(rectangle(rows, a, a, NOW, true).until - rectangle(rows, a, a, NOW, true).from).toBe(5 * MINUTE);
});

test('a rectangle over now begins now', () => {
  const { rows } = fleet();
  expect(rectangle(rows, { row: 1, at: NOW - HOUR }, { row: 1, at: NOW + HOUR }, NOW).from).toBe(NOW);
});

test('a click is an hour, cut where the next booking begins', () => {
  const { index } = fleet([booking(['gpu01:0'], 2.5, 1)]);
  expect(hourAt(index, 'gpu01:0', NOW + HOUR, NOW)).toEqual(draft(['gpu01:0'], 1, 1));
  expect(hourAt(index, 'gpu01:0', NOW + 2 * HOUR, NOW)).toEqual(draft(['gpu01:0'], 2, 0.5));
  expect(hourAt(index, 'gpu01:1', NOW + 1.7 * HOUR, NOW, HOUR)).toEqual(draft(['gpu01:1'], 1, 1));
  expect(hourAt(index, 'gpu01:0', NOW + 3.8 * HOUR, NOW, HOUR)).toEqual(draft(['gpu01:0'], 3.5, 1));
  const inQuarter = NOW + 7 * MINUTE;
  expect(hourAt(index, 'gpu01:1', inQuarter, inQuarter)).toMatchObject({ from: inQuarter });
});

test('what is taken is named with the part inside, and the others are free', () => {
  const theirs = booking(['gpu01:1'], 3, 2, { owner: 'bartek' });
  const { index, gpus } = fleet([theirs]);
  const found = check(draft(['gpu01:0', 'gpu01:1'], 2, 2), index, gpus, NOW);
  expect(found.free).toEqual(['gpu01:0']);
  expect(found.taken).toEqual([{ gpu: 'gpu01:1', booking: theirs, from: NOW + 3 * HOUR, until: NOW + 4 * HOUR }]);
  expect(isFine(found)).toBe(false);
  expect(check(draft(['gpu01:0'], -3, 2), index, gpus, NOW).past).toBe(true);
  expect(check(draft(['gpu01:0'], 0, 2), index, gpus, NOW).past).toBe(false);
});

test('the first way out is the nearest free GPU of the same host, then of the same model elsewhere', () => {
  const here = fleet([booking(['gpu01:1'], 3, 2)]);
  const wanted = draft(['gpu01:0', 'gpu01:1'], 2, 4);
  const ways = fixes(wanted, check(wanted, here.index, here.gpus, NOW), here.index, here.gpus);
  expect(ways[0]).toMatchObject({ kind: 'others', instead: ['gpu01:2'] });
  expect(ways.map((way) => way.kind)).toEqual(['others', 'shorter', 'later', 'without']);
  for (const way of ways) expect(isFine(check(way.draft, here.index, here.gpus, NOW))).toBe(true);

  const full = fleet([booking(['gpu01:0', 'gpu01:1', 'gpu01:2', 'gpu01:3'], 0, 9)]);
  const [first] = fixes(wanted, check(wanted, full.index, full.gpus, NOW), full.index, full.gpus);
  expect(first).toMatchObject({ kind: 'others', instead: ['gpu02:0', 'gpu02:1'] });
});

test('without another GPU it may be shorter; with nothing free there is no way', () => {
  const everywhere = ['gpu01', 'gpu02'].flatMap((host) => [0, 1, 2, 3].map((i) => `${host}:${i}`));
  const { index, gpus } = fleet([booking(everywhere, 3, 5)]);
  const wanted = draft(['gpu01:0'], 2, 4);
  expect(fixes(wanted, check(wanted, index, gpus, NOW), index, gpus)).toEqual([{ kind: 'shorter', draft: draft(['gpu01:0'], 2, 1) }]);
  const inside = draft(['gpu01:0'], 4, 1);
  expect(fixes(inside, check(inside, index, gpus, NOW), index, gpus)).toEqual([]);
});

test('a lost GPU is not offered and is replaced', () => {
  const { index, gpus } = fleet();
  const lost = gpus.get('gpu01:1');
  if (lost) lost.state = 'lost';
  const wanted = draft(['gpu01:1'], 1, 1);
  const [first] = fixes(wanted, check(wanted, index, gpus, NOW), index, gpus);
  expect(first).toMatchObject({ kind: 'others', instead: ['gpu01:0'] });
});

test('steppers stay on half hours, above the shortest, and not in the past', () => {
  const hour = draft(['a'], 1, 1);
  expect(stepLength(hour, 1)).toEqual(draft(['a'], 1, 1.5));
  expect(stepLength(draft(['a'], 1, 0.5), -1)).toEqual(draft(['a'], 1, 0.5));
  expect(stepStart(hour, -1, NOW)).toEqual(draft(['a'], 0.5, 1));
  expect(stepStart(draft(['a'], 0, 1), -1, NOW)).toEqual(draft(['a'], 0, 1));
  expect(toggleGpu(hour, 'b').gpus).toEqual(['a', 'b']);
  expect(toggleGpu(hour, 'a').gpus).toEqual(['a']);
});
