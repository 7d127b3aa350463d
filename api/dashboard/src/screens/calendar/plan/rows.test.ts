import { expect, test } from 'vitest';
import { groupByHost } from './model';
import {
  hostHeight,
  mostRowHeight,
  rowHeight,
  rowHeightFor,
  stripHeight,
  makeRows,
  rowAt,
  shiftGpus,
  slotsBetween,
  slotsCarried,
  visibleRows,
} from './rows';
import { fleet } from './testing';
import { gpusOf } from './testing';

test('host has a header and its GPUs, or one strip if collapsed', () => {
  const open = fleet();
  expect(open.rows.height).toBe(2 * (hostHeight + 4 * rowHeight));
  const closed = fleet([], ['gpu01']);
  expect(closed.rows.rows.map((row) => row.key)).toEqual([
    'gpu01',
    'gpu02',
    'gpu02:0',
    'gpu02:1',
    'gpu02:2',
    'gpu02:3',
  ]);
  expect(closed.rows.rows[1]?.top).toBe(stripHeight);
});

test('hosts sort by number: gpu2 before gpu10', () => {
  const names = groupByHost(gpusOf({ gpu10: 1, gpu2: 1 })).map((host) => host.name);
  expect(names).toEqual(['gpu2', 'gpu10']);
});

test('row at y is found, also beyond the ends', () => {
  const { rows } = fleet();
  for (const [i, row] of rows.rows.entries()) {
    expect(rowAt(rows, row.top)).toBe(i);
    expect(rowAt(rows, row.top + row.height - 0.5)).toBe(i);
  }
  expect([rowAt(rows, -50), rowAt(rows, 1e6)]).toEqual([0, rows.rows.length - 1]);
  expect(rowAt(makeRows([], new Set()), 5)).toBe(-1);
});

test('row window covers the screen and is stable for small scrolling', () => {
  const rows = makeRows(
    groupByHost(gpusOf(Object.fromEntries(Array.from({ length: 125 }, (_, i) => [`gpu${i}`, 8])))),
    new Set(),
  );
  const window = visibleRows(rows, 5_000, 700);
  expect(rows.rows[window.first]?.top).toBeLessThanOrEqual(5_000);
  const last = rows.rows[window.last];
  expect((last?.top ?? 0) + (last?.height ?? 0)).toBeGreaterThanOrEqual(5_700);
  expect(window.last - window.first).toBeLessThan(45);
  expect(visibleRows(rows, 5_000 + 3, 700)).toEqual(window);
  expect(visibleRows(makeRows([], new Set()), 0, 700)).toEqual({ first: 0, last: -1 });
});

test('rectangle over a header includes GPUs on both sides', () => {
  const { rows } = fleet();
  expect(slotsBetween(rows, 6, 3).map((row) => row.gpu.id)).toEqual([
    'gpu01:2',
    'gpu01:3',
    'gpu02:0',
  ]);
});

test('GPUs shift by rows within the bounds', () => {
  const { rows } = fleet();
  expect(shiftGpus(rows, ['gpu01:2', 'gpu01:3'], 1)).toEqual(['gpu01:3', 'gpu02:0']);
  expect(shiftGpus(rows, ['gpu02:3'], 1)).toBeNull();
  expect(shiftGpus(rows, ['gpu01:0'], -1)).toBeNull();
  expect(shiftGpus(fleet([], ['gpu01']).rows, ['gpu01:0', 'gpu02:0'], 0)).toEqual([
    'gpu01:0',
    'gpu02:0',
  ]);
  expect(shiftGpus(fleet([], ['gpu01']).rows, ['gpu01:0', 'gpu02:0'], 1)).toBeNull();
});

test('carried GPUs of one host stay on one host within the rows', () => {
  const { rows } = fleet(); // slots 0 to 3 are gpu01, 4 to 7 gpu02
  const pair = ['gpu01:1', 'gpu01:2'];
  expect([1, 2, 9].map((by) => slotsCarried(rows, pair, by, 3))).toEqual([1, 1, 1]); // over gpu01 still
  expect(slotsCarried(rows, pair, -9, 0)).toBe(-1);
  expect([2, 3, 5, 99].map((by) => slotsCarried(rows, pair, by, 4))).toEqual([3, 3, 5, 5]); // over gpu02: 0-1, 2-3 at most
  expect(slotsCarried(rows, ['gpu01:3', 'gpu02:0'], 99, 7)).toBe(3); // it was on two
  expect(slotsCarried(rows, ['gpu01:3', 'gpu02:0'], -99, 0)).toBe(-3);
  const uneven = makeRows(groupByHost(gpusOf({ gpu01: 4, gpu02: 2 })), new Set());
  expect(slotsCarried(uneven, ['gpu01:0', 'gpu01:1', 'gpu01:2'], 4, 4)).toBe(1); // gpu02 has two: it stays
  expect(slotsCarried(fleet([], ['gpu01']).rows, ['gpu01:0', 'gpu02:0'], 1, 1)).toBeNull();
});

test('small fleet fills the height up to a bound, a large one scrolls', () => {
  const hosts = (count: number) =>
    groupByHost(
      gpusOf(Object.fromEntries(Array.from({ length: count }, (_, i) => [`gpu${i}`, 8]))),
    );
  expect(rowHeightFor(hosts(1), 768)).toBe(mostRowHeight);
  expect(rowHeightFor(hosts(2), 640)).toBe(36);
  expect(rowHeightFor(hosts(100), 768)).toBe(rowHeight);
  expect(rowHeightFor([], 768)).toBe(mostRowHeight);
  expect(makeRows(hosts(2), new Set(), 36).height).toBe(640);
});
