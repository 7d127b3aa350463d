import { expect, test } from 'vitest';
import { dayMs } from '../../../lib/zone';
import { BookingIndex } from './bookings';
import { isDense, Layout, mostInView, runsOf } from './layout';
import { booking, fleet, gpusOf, noon } from './testing';

const scale = { start: noon - 4 * 3_600_000, span: 2 * dayMs, width: 960 };
const all = { first: 0, last: 99 };

test('adjacent rows are one block, others are parts with a label of their share', () => {
  const one = booking(['gpu01:0', 'gpu01:1', 'gpu02:0', 'gpu02:1'], 0, 4);
  const { index, rows } = fleet([one]);
  const blocks = new Layout().draw(index, { scale, rows, window: all });
  expect(blocks.map((block) => [block.part, block.of, block.rows])).toEqual([[2, 4, 2], [2, 4, 2]]);
  expect(runsOf(rows, ['gpu01:3', 'gpu01:1', 'gpu01:2'])).toEqual([{ first: 2, gpus: ['gpu01:1', 'gpu01:2', 'gpu01:3'] }]);
});

test('GPUs of a collapsed host have no block', () => {
  const one = booking(['gpu01:0', 'gpu02:0'], 0, 4);
  const { index, rows } = fleet([one], ['gpu01']);
  const blocks = new Layout().draw(index, { scale, rows, window: all });
  expect(blocks.map((block) => [block.part, block.of])).toEqual([[1, 2]]);
});

test('a block is cut where the picture begins and ends, and says so', () => {
  const { index, rows } = fleet([booking(['gpu01:0'], -9, 100)]);
  const [block] = new Layout().draw(index, { scale, rows, window: all });
  expect(block).toMatchObject({ x: 1, width: 958, before: true, after: true });
});

test('what did not change is the same object', () => {
  const a = booking(['gpu01:0'], 0, 2);
  const b = booking(['gpu01:1'], 0, 2);
  const { index, rows } = fleet([a, b]);
  const layout = new Layout();
  const before = layout.draw(index, { scale, rows, window: all });
  index.put({ ...a, until: a.until + 60_000, version: 2 });
  const after = layout.draw(index, { scale, rows, window: all });
  expect(after[1]).toBe(before[1]);
  expect(after[0]).not.toBe(before[0]);
});

test('rows outside the window are not drawn', () => {
  const { index, rows } = fleet([booking(['gpu01:0'], 0, 2), booking(['gpu02:3'], 0, 2)]);
  const blocks = new Layout().draw(index, { scale, rows, window: { first: 0, last: 3 } });
  expect(blocks).toHaveLength(1);
});

test('beyond what a screen can show, hosts say how full they are instead', () => {
  const gpus = gpusOf({ gpu01: 8 });
  const index = new BookingIndex();
  for (let i = 0; i < 10_000; i++) index.put(booking([gpus[i % 8]?.id ?? ''], Math.floor(i / 8) * 0.01, 0.009));
  expect(isDense(index, gpus, { ...scale, start: noon }, 30)).toEqual({ dense: true, count: 10_000 });
  expect(isDense(index, gpus, { ...scale, start: noon, span: dayMs / 48 }, 30).dense).toBe(false);
  expect(mostInView).toBeGreaterThanOrEqual(5_000);
});

test('200 GPUs over 7 days with 2,000 bookings are laid out well within a frame', () => {
  const gpus = gpusOf(Object.fromEntries(Array.from({ length: 25 }, (_, i) => [`h${i}`, 8])));
  const index = new BookingIndex();
  for (let i = 0; i < 2_000; i++) index.put(booking([gpus[i % 200]?.id ?? ''], Math.floor(i / 200) * 16, 12));
  const { rows } = fleet();
  const began = performance.now();
  for (let i = 0; i < 10; i++) new Layout().draw(index, { scale: { ...scale, span: 7 * dayMs }, rows, window: all });
  expect(performance.now() - began).toBeLessThan(200);
});
