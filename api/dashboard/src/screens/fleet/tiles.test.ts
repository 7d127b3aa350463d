import { expect, test } from 'vitest';
/* Tests the layout of host tiles; widths, heights and scroll positions are in px. */
import { columnsIn, heightOf, rowsInView, rowsOf } from './tiles';

/** A host with that many GPUs, and `room` lines below them. */
const hostOf = (host: string, gpus = 8, room = 2) => ({
  host,
  gpus: Array.from({ length: gpus }, (_, i) => `${host}:${i}`),
  room,
});
const fleet = Array.from({ length: 125 }, (_, i) => hostOf(`gpu${i}`));
const hostsIn = (rows: ReturnType<typeof rowsInView>) =>
  rows.flatMap((row) => row.tiles.map((tile) => tile.shown.host));

test('there are as many columns as fit the width', () => {
  expect([320, 390, 819, 820, 1392, 1872].map((width) => columnsIn(width, 125))).toEqual([
    1, 1, 1, 2, 3, 4,
  ]);
  expect(
    [1, 2, 3, 4, 5].map((hosts) => columnsIn(1872, hosts)),
    'a small fleet fills the width',
  ).toEqual([2, 2, 3, 4, 4]);
});

test('tile height depends on the number of lines and the width', () => {
  expect(heightOf(hostOf('a', 8, 2), 400)).toBe(41 + 8 * 24 + 8 + 2 * 24);
  expect(heightOf(hostOf('a', 1, 0), 400)).toBe(65);
  expect(heightOf(hostOf('a', 1, 0), 300)).toBe(85);
});

test('row is as high as its highest tile, and the next starts below it', () => {
  const { rows, height } = rowsOf([hostOf('a', 8), hostOf('b', 2), hostOf('c', 1)], 820, 3);
  expect(
    rows.map((row) => [row.top, row.tiles.map((tile) => [tile.shown.host, tile.place])]),
  ).toEqual([
    [
      0,
      [
        ['a', 0],
        ['b', 1],
      ],
    ],
    [heightOf(hostOf('a'), 390) + 32, [['c', 2]]],
  ]);
  expect(height).toBe((rows[1]?.top ?? 0) + (rows[1]?.height ?? 0));
  expect(rowsOf([], 820, 3)).toEqual({ rows: [], height: 0, columns: 2 });
});

test('page has only the tiles in view, out of 125 hosts', () => {
  const { rows, height } = rowsOf(fleet, 1392, 125);
  expect(rows.length).toBe(42);
  for (let top = 0; top < height; top += 137)
    expect(hostsIn(rowsInView(rows, top, top + 900, null)).length).toBeLessThanOrEqual(15);
  expect(hostsIn(rowsInView(rows, 0, 100, null))).toEqual(['gpu0', 'gpu1', 'gpu2']);
});

test('page has the focused row and its neighbours at any scroll position', () => {
  const { rows } = rowsOf(fleet, 1392, 125);
  const visible = hostsIn(rowsInView(rows, 0, 100, 60));
  for (const place of [57, 60, 63]) expect(visible).toContain(`gpu${place}`);
  expect(visible.length).toBe(12);
});
