import { expect, test } from 'vitest';
import { bookable, cards, goneSlices } from './gpu_counts';

const part = (id: string, parent?: string, state = 'available') => ({
  id,
  state,
  ...(parent === undefined ? {} : { parent }),
});
const ids = (parts: { id: string }[]) => parts.map(({ id }) => id);

test('partitioned GPU counts its memory once and books its slices', () => {
  const host = [part('0'), part('1'), part('1.0', '1'), part('1.1', '1')];
  expect(ids(cards(host))).toEqual(['0', '1']);
  expect(ids(bookable(host))).toEqual(['0', '1.0', '1.1']);
});

test('lost GPU counts for nothing, and an unpartitioned one as itself', () => {
  const host = [part('0', undefined, 'lost'), part('1'), part('1.0', '1', 'lost')];
  expect(ids(cards(host))).toEqual(['1']);
  expect(ids(bookable(host))).toEqual(['1']);
});

test('slices are gone under their GPU, but lost with a lost GPU', () => {
  expect(goneSlices([part('1'), part('1.0', '1', 'lost'), part('1.1', '1')])).toEqual(['1.0']);
  expect(goneSlices([part('1', undefined, 'lost'), part('1.0', '1', 'lost')])).toEqual([]);
});
