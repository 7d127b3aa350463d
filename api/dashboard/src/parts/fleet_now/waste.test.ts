import { expect, test } from 'vitest';
import { hourMs, minuteMs } from '../../lib/zone';
import { idleOf, untilMinute } from './waste';

const now = 100 * hourMs;
const minutes = (values: (number | null)[]) => ({
  from: now - values.length * minuteMs,
  step: minuteMs,
  values,
});
const hours = (values: (number | null)[]) => ({
  from: now - hourMs - values.length * hourMs,
  step: hourMs,
  values,
});

test('idle minutes count only within the booking', () => {
  const idle = idleOf(now - 30 * minuteMs, now, minutes(Array<number>(60).fill(0)), hours([0, 0]));
  expect(idle.hours).toBeCloseTo(0.5);
  expect(idle.forMs).toBe(30 * minuteMs);
  expect(idle.never).toBe(true);
});

test('work ends the idle stretch but keeps the sum', () => {
  const column = minutes([
    ...Array<number>(20).fill(1),
    ...Array<number>(20).fill(80),
    ...Array<number>(20).fill(2),
  ]);
  const idle = idleOf(now - 3 * hourMs, now, column, hours([0, 90]));
  expect(idle.forMs).toBe(20 * minuteMs);
  expect(idle.hours).toBeCloseTo(40 / 60 + 1);
  expect(idle.never).toBe(false);
});

test('hours continue where minutes end', () => {
  const idle = idleOf(now - 3 * hourMs, now, minutes(Array<number>(60).fill(0)), hours([90, 3]));
  expect(idle.forMs).toBe(2 * hourMs);
  expect(idle.hours).toBeCloseTo(2);
});

test('unknown minutes are not idle', () => {
  expect(idleOf(now - hourMs, now, minutes(Array<null>(60).fill(null)), undefined)).toEqual({
    hours: 0,
    forMs: 0,
    never: false,
  });
  expect(idleOf(now - hourMs, now, undefined, undefined)).toEqual({
    hours: 0,
    forMs: 0,
    never: false,
  });
  const broken = idleOf(
    now - 10 * minuteMs,
    now,
    minutes([0, 0, 0, 0, 0, null, 0, 0, 0, null]),
    undefined,
  );
  expect(broken.forMs).toBe(4 * minuteMs); // the newest minute is only late
  expect(broken.hours).toBeCloseTo(8 / 60);
});

test('next read is after the running minute', () => {
  expect([0, 1_000, 59_999].map((ms) => now + ms + untilMinute(now + ms))).toEqual([
    now + 62_000,
    now + 62_000,
    now + 62_000,
  ]);
});
