import { expect, test } from 'vitest';
import { liveTimes, liveValues, pastColumn, pastTimes, thinned, thinnedMeans } from './lines';
import { lanesOf, readRange, windowOf } from './windows';

test('ten minutes are live by the second, others fit one answer', () => {
  expect(windowOf('10m', 8)).toMatchObject({ live: true, length: 600_000 });
  expect(windowOf('6h', 16)).toMatchObject({ live: false, points: 3000, holders: true });
  expect(windowOf('1y', 8)).toMatchObject({ length: 31_536_000_000, points: 3000, holders: false });
  expect(windowOf('1y', 64).points).toBe(1562);
});

test('window comes from the address or the default', () => {
  expect([readRange('1y'), readRange('2d'), readRange(null)]).toEqual(['1y', '10m', '10m']);
});

test('live values bridge late frames, keep gaps and use GiB', () => {
  const window = { ...windowOf('10m', 1), length: 10_000 };
  const times = liveTimes(window, 20_500);
  expect([times[0], times.length, times.at(-1)]).toEqual([11_000, 10, 20_000]);
  const live = Float32Array.from([NaN, NaN, 1024, NaN, 2048, NaN, NaN, NaN, NaN, 1024]);
  expect(liveValues(live, undefined, times, 1 / 1024)).toEqual([
    null,
    null,
    1,
    undefined,
    2,
    null,
    null,
    null,
    null,
    1,
  ]);
});

test('past columns are assembled in whole steps', () => {
  const values = Array.from({ length: 1200 }, (_, i) => (i === 4 || i === 5 ? null : i));
  const drawn = pastColumn({ from: 0, step: 60_000, values });
  expect(Array.from(drawn.values).slice(0, 4)).toEqual([0.5, 2.5, null, 6.5]);
  expect([drawn.values.length, ...pastTimes(drawn).slice(0, 3)]).toEqual([
    600, 0, 120_000, 240_000,
  ]);
});

test('narrow chart has a third of the points and the same gaps', () => {
  expect(thinned([0, 1, 2, 3, 4, 5, 6])).toEqual([0, 3, 6]);
  expect(thinnedMeans([1, 2, 3, null, null, null, 9])).toEqual([2, null, 9]);
  expect(thinnedMeans([undefined, undefined, undefined, null, 4, undefined])).toEqual([
    undefined,
    4,
  ]);
});

const booking = (id: string, from: number, until: number) =>
  ({
    id,
    from,
    until,
    gpus: [],
    owner: '',
    ownerName: '',
    title: '',
    state: 'running',
    version: 1,
  }) as const;

test('bookings use the fewest lanes, cut to the window', () => {
  const lanes = lanesOf(
    [
      booking('a', -50, 25),
      booking('b', 25, 75),
      booking('c', 50, 500),
      booking('d', 100, 200),
      booking('e', -9, 0),
    ],
    0,
    100,
  );
  expect(
    lanes.map((lane) => lane.map(({ booking: one, left, width }) => [one.id, left, width])),
  ).toEqual([
    [
      ['a', 0, 25],
      ['b', 25, 50],
    ],
    [['c', 50, 50]],
  ]);
});
