import { expect, test } from 'vitest';
import { partsOf } from './budget';

const now = { from: '2026-11-01T00:00:00.000Z', until: '2026-12-01T00:00:00.000Z' };

test('budget is drawn as parts of the whole', () => {
  const parts = partsOf({
    gpu_hours: 100,
    now: { ...now, spent_s: 90_000, ahead_s: 180_000, left_s: 90_000 },
  });
  expect(parts).toEqual({ spent: 25, ahead: 50, whole: 100, over: false });
});

test('overdrawn budget’s bar is all bookings with a mark at its end', () => {
  const parts = partsOf({
    gpu_hours: 100,
    now: { ...now, spent_s: 360_000, ahead_s: 360_000, left_s: -360_000 },
  });
  expect(parts).toEqual({ spent: 50, ahead: 50, whole: 50, over: true });
});

test('unknown use of a budget is not drawn as 0', () => {
  expect(partsOf({ gpu_hours: 100 })).toBeUndefined();
});
