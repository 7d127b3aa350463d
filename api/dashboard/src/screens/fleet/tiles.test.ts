import { expect, test } from 'vitest';
import { columnsIn, heightOf, rowsInView, rowsOf } from './tiles';

const shown = (host: string, gpus = 8, room = 2) => ({ host, gpus: Array.from({ length: gpus }, (_, i) => `${host}:${i}`), room });
const many = Array.from({ length: 125 }, (_, i) => shown(`gpu${i}`));
const hosts = (rows: ReturnType<typeof rowsInView>) => rows.flatMap((row) => row.tiles.map((tile) => tile.shown.host));

test('columns are as many as fit', () => {
  expect([320, 390, 819, 820, 1392, 1872].map((width) => columnsIn(width, 125))).toEqual([1, 1, 1, 2, 3, 4]);
  expect([1, 2, 3, 4, 5].map((few) => columnsIn(1872, few)), 'a small fleet fills the width').toEqual([2, 2, 3, 4, 4]);
});

test('tile is as high as its lines, fixed from sort to sort', () => {
  expect(heightOf(shown('a', 8, 2), 400)).toBe(41 + 8 * 24 + 8 + 2 * 24);
  expect(heightOf(shown('a', 1, 0), 400)).toBe(65);
  expect(heightOf(shown('a', 1, 0), 300)).toBe(85);
});

test('row is as high as its highest tile', () => {
  const { rows, height } = rowsOf([shown('a', 8), shown('b', 2), shown('c', 1)], 820, 3);
  expect(rows.map((row) => [row.top, row.tiles.map((tile) => [tile.shown.host, tile.place])])).toEqual([[0, [['a', 0], ['b', 1]]], [heightOf(shown('a'), 390) + 32, [['c', 2]]]]);
  expect(height).toBe((rows[1]?.top ?? 0) + (rows[1]?.height ?? 0));
  expect(rowsOf([], 820, 3)).toEqual({ rows: [], height: 0, columns: 2 });
});

test('only visible GPUs of a thousand are in the page', () => {
  const { rows, height } = rowsOf(many, 1392, 125);
  expect(rows.length).toBe(42);
  for (let top = 0; top < height; top += 137) expect(hosts(rowsInView(rows, top, top + 900, null)).length).toBeLessThanOrEqual(15);
  expect(hosts(rowsInView(rows, 0, 100, null))).toEqual(['gpu0', 'gpu1', 'gpu2']);
});

test('neighbours of the focus are in the page at any scroll position', () => {
  const { rows } = rowsOf(many, 1392, 125);
  const seen = hosts(rowsInView(rows, 0, 100, 60));
  for (const place of [57, 60, 63]) expect(seen).toContain(`gpu${place}`);
  expect(seen.length).toBe(12);
});
