import { expect, test } from 'vitest';
import { drawWeeks, niceMost } from './draw_weeks';
import type { Week } from './weeks';

const week = (from: number, reserved: number, holder: number): Week => ({
  from,
  reserved,
  split: { holder, others: 0, idle: reserved - holder, unknown: 0 },
  running: false,
});

test('scale ends at a round number above all values', () => {
  expect([0.4, 1, 3, 12, 695, 1001].map(niceMost)).toEqual([1, 1, 5, 20, 1000, 2000]);
});

test('used line is never above the reserved one, and labels keep apart', () => {
  const drawn = drawWeeks([week(1, 100, 60), week(2, 100, 100), week(3, 50, 48)], 420);
  expect(drawn?.reserved).toBe('M36 10 L176 10 L316 67');
  expect(drawn?.used).toBe('M36 55.6 L176 10 L316 69.3');
  expect((drawn?.ends.used ?? 0) - (drawn?.ends.reserved ?? 0)).toBeGreaterThanOrEqual(14);
  expect(drawn?.marks.map((mark) => mark.anchor)).toEqual(['start', 'middle', 'end']);
});

test('chart without reservations is not drawn', () => {
  expect(drawWeeks([week(1, 0, 0), week(2, 0, 0)], 420)).toBeUndefined();
  expect(drawWeeks([week(1, 5, 0)], 420)).toBeUndefined();
});

test('chart fills the width and keeps room for labels', () => {
  const weeks = [week(1, 100, 60), week(2, 100, 100)];
  expect([420, 288].map((wide) => drawWeeks(weeks, wide)?.right)).toEqual([316, 184]);
  expect(drawWeeks(weeks, 288)?.reserved).toBe('M36 10 L184 10');
});

test('dates keep apart on a phone', () => {
  const weeks = Array.from({ length: 12 }, (_, i) => week(i, 100, 50));
  for (const wide of [288, 420]) {
    const at = drawWeeks(weeks, wide)?.marks.map((mark) => mark.x) ?? [];
    expect(at.length).toBeGreaterThan(1);
    expect(Math.min(...at.slice(1).map((x, i) => x - (at[i] ?? 0)))).toBeGreaterThanOrEqual(66);
  }
});
