import { expect, test } from 'vitest';
import { liveTimes, liveValues, pastColumn, pastTimes, thinned, thinnedMeans } from './lines';
import { lanesOf, readRange, windowOf } from './windows';

test('steps follow the window and how many GPUs there are', () => {
  expect(windowOf('10m', 8)).toMatchObject({ step: 1, drawn: 1000, live: true });
  expect(windowOf('6h', 16)).toMatchObject({ step: 60, drawn: 60_000 });
  expect(windowOf('2d', 4)).toMatchObject({ step: 60, drawn: 300_000 });
  expect(windowOf('2d', 16)).toMatchObject({ step: 60 });
  expect(windowOf('2d', 64)).toMatchObject({ step: 3600 });
  expect(windowOf('4w', 1)).toMatchObject({ step: 60 });
  expect(windowOf('4w', 3)).toMatchObject({ step: 3600, drawn: 7_200_000 });
});

test('what the address says, or what is usual', () => {
  expect([readRange('2d'), readRange('x'), readRange(null)]).toEqual(['2d', '10m', '10m']);
});

test('live values: late frames are bridged, breaks are gaps, and memory is in GiB', () => {
  const window = { ...windowOf('10m', 1), length: 10_000 };
  const times = liveTimes(window, 20_500);
  expect([times[0], times.length, times.at(-1)]).toEqual([11_000, 10, 20_000]);
  const live = Float32Array.from([NaN, NaN, 1024, NaN, 2048, NaN, NaN, NaN, NaN, 1024]);
  expect(liveValues(live, undefined, times, 1 / 1024)).toEqual([null, null, 1, undefined, 2, null, null, null, null, 1]);
});

test('the past is put together in whole steps', () => {
  const column = { from: 0, step: 60_000, values: [1, 2, 3, 4, null, null, 7] };
  const drawn = pastColumn(column, { ...windowOf('2d', 1), drawn: 120_000 });
  expect(drawn.values).toEqual([1.5, 3.5, null, 7]);
  expect(pastTimes(drawn)).toEqual([0, 120_000, 240_000, 360_000]);
});

test('a narrow picture has a third of the points, and the same gaps', () => {
  expect(thinned([0, 1, 2, 3, 4, 5, 6])).toEqual([0, 3, 6]);
  expect(thinnedMeans([1, 2, 3, null, null, null, 9])).toEqual([2, null, 9]);
  expect(thinnedMeans([undefined, undefined, undefined, null, 4, undefined])).toEqual([undefined, 4]);
});

const booking = (id: string, from: number, until: number) => ({ id, from, until, gpus: [], owner: '', ownerName: '', title: '', state: 'running', version: 1 }) as const;

test('as few lanes as needed, cut to the window', () => {
  const lanes = lanesOf([booking('a', -50, 25), booking('b', 25, 75), booking('c', 50, 500), booking('d', 100, 200), booking('e', -9, 0)], 0, 100);
  expect(lanes.map((lane) => lane.map(({ booking: one, left, width }) => [one.id, left, width]))).toEqual([
    [['a', 0, 25], ['b', 25, 50]], [['c', 50, 50]],
  ]);
});
