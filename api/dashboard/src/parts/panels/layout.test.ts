import { expect, test } from 'vitest';
import {
  fitted,
  freePlace,
  inReadingOrder,
  pages,
  rowsOf,
  settled,
  stepped,
  withoutEmptyRows,
} from './layout';

const at = (id: string, x: number, y: number, w = 6, h = 4) => ({ id, x, y, w, h });

test('reading order is by rows, then columns', () => {
  expect(inReadingOrder([at('c', 0, 4), at('b', 6, 0), at('a', 0, 0)]).map(({ id }) => id)).toEqual(
    ['a', 'b', 'c'],
  );
});

test('covered panel moves down, others stay', () => {
  expect(settled([at('a', 0, 0), at('b', 3, 2), at('c', 6, 0)])).toEqual([
    at('a', 0, 0),
    at('c', 6, 0),
    at('b', 3, 4),
  ]);
  const fine = [at('a', 0, 0), at('b', 6, 0), at('c', 0, 9)];
  expect(settled(fine)).toEqual(fine);
});

test('position is moved inside the grid', () => {
  expect(fitted({ x: 10, y: -3, w: 5, h: 0 })).toEqual({ x: 7, y: 0, w: 5, h: 1 });
  expect(fitted({ x: NaN, y: 2.4, w: 99, h: 200 })).toEqual({ x: 0, y: 2, w: 12, h: 100 });
});

test('new panel gets the first position that fits', () => {
  expect(freePlace([], 6, 4)).toEqual({ x: 0, y: 0, w: 6, h: 4 });
  expect(freePlace([at('a', 0, 0)], 6, 4)).toEqual({ x: 6, y: 0, w: 6, h: 4 });
  expect(freePlace([at('a', 0, 0), at('b', 6, 0, 6, 2)], 6, 4)).toEqual({ x: 6, y: 2, w: 6, h: 4 });
  expect(freePlace([at('a', 0, 0), at('b', 6, 0, 6, 2)], 12, 4)).toEqual({
    x: 0,
    y: 4,
    w: 12,
    h: 4,
  });
});

test('arrows move by one, Shift resizes, edges stop', () => {
  expect(stepped(at('a', 3, 2), 'ArrowLeft', false)).toMatchObject({ x: 2, y: 2 });
  expect(stepped(at('a', 6, 0), 'ArrowRight', false)).toMatchObject({ x: 6, y: 0 });
  expect(stepped(at('a', 3, 2), 'ArrowRight', true)).toMatchObject({ w: 7, h: 4 });
  expect(stepped(at('a', 6, 2), 'ArrowRight', true)).toMatchObject({ w: 6 });
  expect(stepped(at('a', 6, 2, 6, 1), 'ArrowUp', true)).toMatchObject({ h: 1 });
  expect(stepped(at('a', 6, 2), 'Enter', false)).toBeNull();
});

test('empty rows are removed', () => {
  expect(withoutEmptyRows([at('a', 0, 2), at('b', 0, 8)]).map(({ y }) => y)).toEqual([0, 4]);
  expect(rowsOf([at('a', 0, 2), at('b', 0, 8)])).toBe(12);
});

test('wall pages cut no panel', () => {
  const names = (all: { id: string; y: number }[][]) =>
    all.map((page) => page.map(({ id, y }) => `${id}${y}`));
  const five = [at('a', 0, 0), at('b', 6, 0), at('c', 0, 4), at('d', 0, 8), at('e', 0, 12)];
  expect(names(pages(five, 12))).toEqual([
    ['a0', 'b0', 'c4'],
    ['d0', 'e4'],
  ]); // not three rows of four and one row
  expect(names(pages(five, 16))).toEqual([['a0', 'b0', 'c4', 'd8', 'e12']]);
  expect(pages([], 8)).toEqual([]);
});
