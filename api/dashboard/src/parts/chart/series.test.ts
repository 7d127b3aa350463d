import { expect, test } from 'vitest';
import { alone, bridge, downsample, hasHole, meanOf, mergeLive, moments } from './series';

test('moments end with the last whole step', () => {
  expect(moments(10_900, 1000, 3)).toEqual([8000, 9000, 10_000]);
});

test('live values win, fetched ones fill gaps, unknown ones stay unknown', () => {
  const fetched = { from: 6000, step: 1000, values: [1, 2, null, 4] };
  const live = new Float32Array([NaN, NaN, NaN, 9, NaN]);
  expect(mergeLive(live, fetched, [6000, 7000, 8000, 9000, 10_000])).toEqual([1, 2, null, 9, null]);
  expect(mergeLive(live, undefined, [6000, 7000, 8000, 9000, 10_000])).toEqual([
    null,
    null,
    null,
    9,
    null,
  ]);
  expect(mergeLive(live, { ...fetched, values: [0, 0, 0, 0] }, [8000, 9000, 10_000])).toEqual([
    0,
    9,
    null,
  ]);
});

test('short gaps are bridged, long gaps and ends stay', () => {
  expect(bridge([null, 1, null, 2, null, null, null, 3, null], 2)).toEqual([
    null,
    1,
    undefined,
    2,
    null,
    null,
    null,
    3,
    null,
  ]);
  expect(bridge([], 2)).toEqual([]);
});

test('value between two gaps is found', () => {
  expect(alone([1, null, 2, null, 3, 4, null, 5])).toEqual([0, 2, 7]);
  expect(alone([null, 1, undefined, 2, null])).toEqual([]);
  expect(alone([0])).toEqual([0]);
});

test('downsampling takes means of known values', () => {
  const column = { from: 0, step: 60_000, values: [1, 3, null, 5, null, null, 7] };
  expect(downsample(column, 4)).toEqual({ from: 0, step: 120_000, values: [2, 5, null, 7] });
  expect(downsample(column, 7)).toBe(column);
  expect(meanOf([null, undefined, NaN])).toBeNull();
  expect(meanOf([0, 10])).toBe(5);
});

test('gap counts only if a fetch could fill it', () => {
  const live = (text: string) => Float32Array.from(text, (c) => (c === '.' ? NaN : 1));
  expect(hasHole(live('11....11'), 8000, 0, 3)).toBe(true);
  expect(hasHole(live('1111....'), 8000, 0, 3)).toBe(false); // nothing arrived since: nothing is known
  expect(hasHole(live('11....11'), 8000, 7000, 3)).toBe(false); // already fetched
  expect(hasHole(live('....1111'), 8000, 0, 3)).toBe(true); // the time before the page was opened
});
