import { expect, test } from 'vitest';
import { dayMs, minuteMs } from '../../../../lib/zone';
import { BookingIndex } from '../bookings';
import { densityOf } from './density';
import { Layout, leastPx, mostDrawn, place, runsOf } from './layout';
import { booking, fleet, gpusOf, noon } from '../testing';

const scale = { start: noon - 4 * 3_600_000, span: 2 * dayMs, width: 960 };
const all = { first: 0, last: 99 };

test('adjacent rows are one block, others have a label of their share', () => {
  const one = booking(['gpu01:0', 'gpu01:1', 'gpu02:0', 'gpu02:1'], 0, 4);
  const { index, rows } = fleet([one]);
  const blocks = new Layout().draw(index, { scale, rows, window: all });
  expect(blocks.map((block) => [block.part, block.of, block.rows])).toEqual([
    [2, 4, 2],
    [2, 4, 2],
  ]);
  expect(runsOf(rows, ['gpu01:3', 'gpu01:1', 'gpu01:2'])).toEqual([
    { first: 2, gpus: ['gpu01:1', 'gpu01:2', 'gpu01:3'] },
  ]);
});

test('GPUs of a collapsed host have no block', () => {
  const one = booking(['gpu01:0', 'gpu02:0'], 0, 4);
  const { index, rows } = fleet([one], ['gpu01']);
  const blocks = new Layout().draw(index, { scale, rows, window: all });
  expect(blocks.map((block) => [block.part, block.of])).toEqual([[1, 2]]);
});

test('block is cut and marked at the picture’s edges', () => {
  const { index, rows } = fleet([booking(['gpu01:0'], -9, 100)]);
  const [block] = new Layout().draw(index, { scale, rows, window: all });
  expect(block).toMatchObject({ x: 1, width: 958, before: true, after: true });
});

test('unchanged block keeps its object', () => {
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

test('half an hour at four weeks is a speck of its own width', () => {
  const fourWeeks = { start: noon, span: 28 * dayMs, width: 1280 };
  const pxPerHour = 1280 / (28 * 24);
  const { index, rows } = fleet([
    booking(['gpu01:0'], 10, 0.5),
    booking(['gpu01:1'], 10, 2),
    booking(['gpu01:2'], 10, 8),
  ]);
  const layout = new Layout();
  const blocks = layout.draw(index, { scale: fourWeeks, rows, window: all });
  for (const [i, hours] of [2, 8].entries()) {
    expect(Math.abs((blocks[i]?.width ?? 0) - hours * pxPerHour)).toBeLessThanOrEqual(2);
    expect(blocks[i]?.width).toBeGreaterThanOrEqual(leastPx);
  }
  expect(blocks).toHaveLength(2);
  expect(
    layout.specks.map((speck) => [speck.row.gpu.id, speck.booking.until - speck.booking.from]),
  ).toEqual([['gpu01:0', 30 * minuteMs]]);
});

test('back-to-back bars do not overlap at any width', () => {
  for (const hours of [2, 3, 5, 9]) {
    const { index, rows } = fleet([
      booking(['gpu01:0'], 10, hours),
      booking(['gpu01:0'], 10 + hours, hours),
    ]);
    const [a, b] = new Layout().draw(index, {
      scale: { start: noon, span: 28 * dayMs, width: 1280 },
      rows,
      window: all,
    });
    if (!a || !b) throw new Error('no blocks');
    expect(b.x).toBeGreaterThanOrEqual(a.x + a.width - 0.25);
  }
});

test('density area equals the held time of a half-free host', () => {
  const half = Array.from({ length: 24 * 28 }, (_, hour) =>
    booking(['gpu01:0'], hour, 0.5, { owner: hour < 24 * 14 ? 'ann' : 'bartek' }),
  );
  const { index, rows } = fleet(half);
  const fourWeeks = { start: noon, span: 28 * dayMs, width: 1280 };
  const layout = new Layout();
  expect(layout.draw(index, { scale: fourWeeks, rows, window: all })).toEqual([]);
  const density = densityOf(layout.specks, fourWeeks, (one) => one.owner === 'ann');
  const area = (path: string) =>
    [...path.matchAll(/M([\d.]+) [\d.]+v-([\d.]+)H([\d.]+)/g)].reduce(
      (sum, [, x, height, end]) => sum + (Number(end) - Number(x)) * Number(height),
      0,
    );
  const row = 1280 * (rows.slots[0]?.height ?? 0) - 1280 * 4;
  expect(area(density.all) / row).toBeGreaterThan(0.45);
  expect(area(density.all) / row).toBeLessThan(0.55);
  expect(area(density.mine) / area(density.all)).toBeCloseTo(0.5, 1);
});

test('too many blocks become density, narrow first, and rows stay', () => {
  const gpus = gpusOf({ gpu01: 4, gpu02: 4 });
  const index = new BookingIndex();
  const { rows } = fleet();
  for (let i = 0; i < 4_000; i++)
    index.put(booking([gpus[i % 8]?.id ?? ''], Math.floor(i / 8) * 0.3, 0.25));
  index.put(booking([gpus[0]?.id ?? ''], 160, 8));
  const layout = new Layout();
  const blocks = layout.draw(index, {
    scale: { start: noon, span: 7 * dayMs, width: 1280 },
    rows,
    window: all,
  });
  expect(blocks.length).toBeGreaterThan(0);
  expect(blocks.length).toBeLessThanOrEqual(mostDrawn);
  expect(blocks.length + new Set(layout.specks.map((speck) => speck.booking)).size).toBe(4_001);
});

test('split booking has one block for screen readers', () => {
  const one = booking(['gpu01:0', 'gpu01:2', 'gpu02:1'], 0, 4);
  const { index, rows } = fleet([one]);
  const blocks = new Layout().draw(index, { scale, rows, window: all });
  expect(blocks.map((block) => block.lead)).toEqual([true, false, false]);
  const lower = new Layout().draw(index, { scale, rows, window: { first: 3, last: 99 } });
  expect(lower.map((block) => block.lead)).toEqual([true, false]); // the first one in the page
  expect(place(one, { scale, rows, window: all })[0]?.lead).toBe(true);
});

test('2,000 bookings on 200 GPUs over 7 days fit well within a frame', () => {
  const gpus = gpusOf(Object.fromEntries(Array.from({ length: 25 }, (_, i) => [`h${i}`, 8])));
  const index = new BookingIndex();
  for (let i = 0; i < 2_000; i++)
    index.put(booking([gpus[i % 200]?.id ?? ''], Math.floor(i / 200) * 16, 12));
  const { rows } = fleet();
  const began = performance.now();
  for (let i = 0; i < 10; i++)
    new Layout().draw(index, { scale: { ...scale, span: 7 * dayMs }, rows, window: all });
  expect(performance.now() - began).toBeLessThan(200);
});
