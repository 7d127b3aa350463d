import { expect, test } from 'vitest';
import { lanesOf } from './strips';

const booking = (id: string, from: number, until: number) => ({ id, from, until, gpus: [], owner: '', ownerName: '', title: '', state: 'running', version: 1 }) as const;

test('as few lanes as needed, cut to the window', () => {
  const lanes = lanesOf([booking('a', -50, 25), booking('b', 25, 75), booking('c', 50, 500), booking('d', 100, 200), booking('e', -9, 0)], 0, 100);
  expect(lanes.map((lane) => lane.map(({ booking: one, left, width }) => [one.id, left, width]))).toEqual([
    [['a', 0, 25], ['b', 25, 50]], [['c', 50, 50]],
  ]);
});
