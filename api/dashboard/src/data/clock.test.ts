import { expect, test } from 'vitest';
import { middle, narrow, unknownOffset } from './clock.svelte';

const hour = 3_600_000;

/** Answers of a server whose clock is `ahead` of ours. */
function learned(ahead: number, sent: number[]): number {
  let bounds = unknownOffset;
  for (const at of sent) {
    const server = at + 20 + ahead;
    bounds = narrow(bounds, at, at + 40, Math.floor(server / 1000) * 1000);
  }
  return middle(bounds);
}

test('clock offset is unknown before the first answer', () => {
  expect(middle(unknownOffset)).toBe(0);
});

test('clock offset is right within 1 s after one answer, 0.1 s after many', () => {
  expect(Math.abs(learned(hour, [10_500]) - hour)).toBeLessThan(1050);
  const many = Array.from({ length: 40 }, (_, i) => 10_000 + i * 737);
  expect(Math.abs(learned(-hour, many) + hour)).toBeLessThan(100);
});

test('clock offset is learned again after a clock change', () => {
  const first = narrow(unknownOffset, 0, 40, 5_000);
  expect(Math.abs(middle(narrow(first, 10_000, 10_040, 10_000 + hour)) - hour)).toBeLessThan(1050);
});
