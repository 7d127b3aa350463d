import { expect, test } from 'vitest';
import { bookable, cards, goneSlices } from './gpu_counts';

const part = (id: string, parent?: string, state = 'available') => ({ id, state, ...(parent === undefined ? {} : { parent }) });
const ids = (parts: { id: string }[]) => parts.map(({ id }) => id);

test('a card that is cut is one card of memory, and its slices are what is booked', () => {
  const host = [part('0'), part('1'), part('1.0', '1'), part('1.1', '1')];
  expect(ids(cards(host))).toEqual(['0', '1']);
  expect(ids(bookable(host))).toEqual(['0', '1.0', '1.1']);
});

test('what is lost counts for nothing, and a card that is whole again counts as itself', () => {
  const host = [part('0', undefined, 'lost'), part('1'), part('1.0', '1', 'lost')];
  expect(ids(cards(host))).toEqual(['1']);
  expect(ids(bookable(host))).toEqual(['1']);
});

test('slices are gone where their card is there without them, and lost with a card that is lost', () => {
  expect(goneSlices([part('1'), part('1.0', '1', 'lost'), part('1.1', '1')])).toEqual(['1.0']);
  expect(goneSlices([part('1', undefined, 'lost'), part('1.0', '1', 'lost')])).toEqual([]);
});
