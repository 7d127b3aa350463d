import { expect, test } from 'vitest';
import { mainReason, whyIdle } from './reasons';

const idle = (
  idle_s: number,
  idle_with_process_s: number,
  idle_without_process_s: number,
  used_by_owner_s = 0,
) => ({ idle_s, idle_with_process_s, idle_without_process_s, used_by_owner_s });

test('never started differs from a pause', () => {
  expect(whyIdle([idle(10, 0, 10), idle(8, 6, 2, 1), idle(5, 0, 2, 3), idle(0, 0, 0, 9)])).toEqual([
    { reason: 'never', seconds: 10, bookings: 1 },
    { reason: 'asleep', seconds: 6, bookings: 1 },
    { reason: 'gone', seconds: 4, bookings: 2 },
    { reason: 'unknown', seconds: 3, bookings: 1 },
  ]);
});

test('main reason of a booking is found', () => {
  expect([
    mainReason(idle(8, 6, 2)),
    mainReason(idle(10, 0, 10)),
    mainReason(idle(5, 0, 1, 3)),
    mainReason(idle(0, 0, 0)),
  ]).toEqual(['asleep', 'never', 'unknown', undefined]);
});
