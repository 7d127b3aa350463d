import { expect, test } from 'vitest';
import { dashOf, holdersShown, lastOf, meanLine, nowOf, planOf, toneOf } from './lines';

const gpus = (hosts: number, each: number) =>
  Array.from({ length: hosts * each }, (_, i) => {
    const host = `gpu0${Math.floor(i / each) + 1}`;
    return { id: `g${i}`, host, name: `${host}:${i % each}` };
  });

test('few GPUs have lines, several hosts too, many are thin behind a mean', () => {
  expect(planOf(gpus(1, 4))).toMatchObject({ kind: 'gpus', mean: false });
  expect(planOf(gpus(3, 8)).groups.map(({ label, gpus: ids }) => [label, ids.length])).toEqual([
    ['gpu01', 8],
    ['gpu02', 8],
    ['gpu03', 8],
  ]);
  expect(planOf(gpus(1, 8))).toMatchObject({ kind: 'gpus', mean: true });
  expect(planOf(gpus(8, 8))).toMatchObject({ kind: 'hosts', mean: true });
  expect(planOf(gpus(50, 4))).toMatchObject({ groups: [], mean: true });
  expect(planOf([])).toMatchObject({ groups: [], mean: false });
});

test('mean uses known values and is a gap without any', () => {
  expect(
    meanLine(
      [
        [1, null, 2, undefined],
        [3, 4, null, null],
      ],
      4,
    ),
  ).toEqual([2, 4, 2, undefined]);
  expect(meanLine([], 2)).toEqual([null, null]);
});

test('old last value does not count', () => {
  expect(lastOf([1, 2, null])).toBe(2);
  expect(lastOf([1, null, null, null, null, null, null, null])).toBeNull();
});

test('tile uses fresh samples, else the last one, else none', () => {
  expect(
    nowOf(
      [
        { at: 99_000, value: 10 },
        { at: 98_000, value: 30 },
        { at: 1000, value: 500 },
      ],
      100_000,
    ),
  ).toEqual({ value: 20, stale: false, at: 99_000, count: 2, missing: 1 });
  expect(
    nowOf(
      [
        { at: 1000, value: 50 },
        { at: undefined, value: undefined },
      ],
      100_000,
    ),
  ).toEqual({ value: 50, stale: true, at: 1000, count: 1, missing: 1 });
  expect(
    nowOf(
      [
        { at: 99_000, value: 13 },
        { at: 98_000, value: 79 },
        { at: 1000, value: 500 },
      ],
      100_000,
      'greatest',
    ).value,
  ).toBe(79);
  expect(nowOf([{ at: 99_000, value: undefined }], 100_000)).toEqual({
    value: null,
    stale: false,
    at: null,
    count: 0,
    missing: 1,
  });
});

test('GPU lines have their holders’ colours, host means their own', () => {
  const [few, hosts, many] = [planOf(gpus(1, 4)), planOf(gpus(3, 8)), planOf(gpus(1, 8))];
  expect([few, hosts, many].map(holdersShown)).toEqual([true, false, false]);
  expect([0, 1, 2, 3].map((i) => dashOf(few, i))).toEqual(['solid', 'dashed', 'dotted', 'solid']);
  expect([0, 1, 2].map((i) => toneOf(hosts, i))).toEqual(['orange', 'green', 'pink']);
  expect([0, 3, 4].map((i) => dashOf(hosts, i))).toEqual(['solid', 'solid', 'dashed']);
  expect([toneOf(many, 2), dashOf(many, 2)]).toEqual(['other', 'solid']);
});
