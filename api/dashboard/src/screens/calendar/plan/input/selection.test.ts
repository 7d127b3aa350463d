import { expect, test } from 'vitest';
import { hourMs, minuteMs } from '../../../../lib/zone';
import {
  check,
  fixes,
  hourAt,
  isFine,
  rectangle,
  stepLength,
  stepStart,
  toggleGpu,
} from './selection';
import { booking, fleet, noon } from '../testing';

const draft = (gpus: string[], from: number, hours: number) => ({
  gpus,
  from: noon + from * hourMs,
  until: noon + (from + hours) * hourMs,
});

test('rectangle has its GPUs and whole quarters from any corner', () => {
  const { rows } = fleet();
  const a = { row: 4, at: noon + 8 * hourMs + 4 * minuteMs };
  const b = { row: 1, at: noon + 2 * hourMs - 3 * minuteMs };
  const wanted = draft(['gpu01:0', 'gpu01:1', 'gpu01:2', 'gpu01:3'], 2, 6);
  expect(rectangle(rows, a, b, noon)).toEqual(wanted);
  expect(rectangle(rows, b, a, noon)).toEqual(wanted);
  expect(rectangle(rows, a, a, noon, true).until - rectangle(rows, a, a, noon, true).from).toBe(
    5 * minuteMs,
  );
});

test('rectangle over now begins now', () => {
  const { rows } = fleet();
  expect(
    rectangle(rows, { row: 1, at: noon - hourMs }, { row: 1, at: noon + hourMs }, noon).from,
  ).toBe(noon);
});

test('click gives an hour, cut at the next booking', () => {
  const { index } = fleet([booking(['gpu01:0'], 2.5, 1)]);
  expect(hourAt(index, 'gpu01:0', noon + hourMs, noon)).toEqual(draft(['gpu01:0'], 1, 1));
  expect(hourAt(index, 'gpu01:0', noon + 2 * hourMs, noon)).toEqual(draft(['gpu01:0'], 2, 0.5));
  expect(hourAt(index, 'gpu01:1', noon + 1.7 * hourMs, noon, hourMs)).toEqual(
    draft(['gpu01:1'], 1, 1),
  );
  expect(hourAt(index, 'gpu01:0', noon + 3.8 * hourMs, noon, hourMs)).toEqual(
    draft(['gpu01:0'], 3.5, 1),
  );
  const inQuarter = noon + 7 * minuteMs;
  expect(hourAt(index, 'gpu01:1', inQuarter, inQuarter)).toMatchObject({ from: inQuarter });
});

test('taken part has its holder, and the other GPUs are free', () => {
  const theirs = booking(['gpu01:1'], 3, 2, { owner: 'bartek' });
  const { index, gpus } = fleet([theirs]);
  const found = check(draft(['gpu01:0', 'gpu01:1'], 2, 2), index, gpus, noon);
  expect(found.free).toEqual(['gpu01:0']);
  expect(found.taken).toEqual([
    { gpu: 'gpu01:1', booking: theirs, from: noon + 3 * hourMs, until: noon + 4 * hourMs },
  ]);
  expect(isFine(found)).toBe(false);
  expect(check(draft(['gpu01:0'], -3, 2), index, gpus, noon).past).toBe(true);
  expect(check(draft(['gpu01:0'], 0, 2), index, gpus, noon).past).toBe(false);
});

test('first alternative is the nearest GPU on the host, then elsewhere', () => {
  const here = fleet([booking(['gpu01:1'], 3, 2)]);
  const wanted = draft(['gpu01:0', 'gpu01:1'], 2, 4);
  const ways = fixes(
    wanted,
    check(wanted, here.index, here.gpus, noon),
    here.index,
    here.gpus,
    here.shortestMs,
  );
  expect(ways[0]).toMatchObject({ kind: 'others', instead: ['gpu01:2'] });
  expect(ways.map((way) => way.kind)).toEqual(['others', 'shorter', 'later', 'without']);
  for (const way of ways) expect(isFine(check(way.draft, here.index, here.gpus, noon))).toBe(true);

  const full = fleet([booking(['gpu01:0', 'gpu01:1', 'gpu01:2', 'gpu01:3'], 0, 9)]);
  const [first] = fixes(
    wanted,
    check(wanted, full.index, full.gpus, noon),
    full.index,
    full.gpus,
    full.shortestMs,
  );
  expect(first).toMatchObject({ kind: 'others', instead: ['gpu02:0', 'gpu02:1'] });
});

test('shorter time is offered without another GPU, nothing if all is taken', () => {
  const everywhere = ['gpu01', 'gpu02'].flatMap((host) => [0, 1, 2, 3].map((i) => `${host}:${i}`));
  const { index, gpus, shortestMs } = fleet([booking(everywhere, 3, 5)]);
  const wanted = draft(['gpu01:0'], 2, 4);
  expect(fixes(wanted, check(wanted, index, gpus, noon), index, gpus, shortestMs)).toEqual([
    { kind: 'shorter', draft: draft(['gpu01:0'], 2, 1) },
  ]);
  const inside = draft(['gpu01:0'], 4, 1);
  expect(fixes(wanted, check(wanted, index, gpus, noon), index, gpus, 2 * hourMs)).toEqual([]); // it would be too short
  expect(fixes(inside, check(inside, index, gpus, noon), index, gpus, shortestMs)).toEqual([]);
});

test('lost GPU is not offered and is replaced', () => {
  const { index, gpus, shortestMs } = fleet();
  const lost = gpus.get('gpu01:1');
  if (lost) lost.state = 'lost';
  const wanted = draft(['gpu01:1'], 1, 1);
  const [first] = fixes(wanted, check(wanted, index, gpus, noon), index, gpus, shortestMs);
  expect(first).toMatchObject({ kind: 'others', instead: ['gpu01:0'] });
});

test('steppers stay on half hours, above the minimum, not in the past', () => {
  const hour = draft(['a'], 1, 1);
  expect(stepLength(hour, 1, 30 * minuteMs)).toEqual(draft(['a'], 1, 1.5));
  expect(stepLength(draft(['a'], 1, 0.5), -1, 30 * minuteMs)).toEqual(draft(['a'], 1, 0.5));
  expect(stepLength(hour, -1, hourMs)).toEqual(hour);
  expect(stepStart(hour, -1, noon)).toEqual(draft(['a'], 0.5, 1));
  expect(stepStart(draft(['a'], 0, 1), -1, noon)).toEqual(draft(['a'], 0, 1));
  expect(toggleGpu(hour, 'b').gpus).toEqual(['a', 'b']);
  expect(toggleGpu(hour, 'a').gpus).toEqual(['a']);
});
