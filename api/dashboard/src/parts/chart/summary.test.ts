import { expect, test } from 'vitest';
import { summarise, tableRows } from './summary';

test('summary of a line ignores unknown values', () => {
  expect(summarise('GPU 0', [null, 10, undefined, 30, null])).toEqual({
    label: 'GPU 0',
    last: 30,
    mean: 20,
    low: 10,
    high: 30,
    unknown: 0.4,
  });
  expect(summarise('GPU 1', [null, null])).toEqual({
    label: 'GPU 1',
    last: null,
    mean: null,
    low: null,
    high: null,
    unknown: 1,
  });
});

test('summary table has a few means, newest first', () => {
  expect(
    tableRows(
      [0, 1, 2, 3, 4],
      [
        [1, 2, 3, 4, 5],
        [null, null, null, null, 6],
      ],
      3,
    ),
  ).toEqual([
    { from: 3, until: 5, values: [4.5, 6] },
    { from: 1, until: 3, values: [2.5, null] },
    { from: 0, until: 1, values: [1, null] },
  ]);
});
