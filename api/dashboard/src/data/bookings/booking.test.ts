import { expect, test } from 'vitest';
import { bookingOf, holds, stateAt } from './booking';
import type { Reservation } from '../types';

const reservation: Reservation = {
  id: 'res_1',
  gpus: ['gpu_1'],
  gpu_names: ['gpu01:0'],
  owner_id: 'per_1',
  owner_name: 'ann',
  title: 'x',
  from: '2026-11-24T08:00:00.000Z',
  until: '2026-11-24T10:00:00.000Z',
  state: 'upcoming',
  version: 1,
  created_at: '2026-11-23T08:00:00.000Z',
  warnings: [],
};
const booking = bookingOf(reservation);
const hour = 3_600_000;

test('booking state follows the clock with half-open times', () => {
  expect(stateAt(booking, booking.from - 1)).toBe('upcoming');
  expect(stateAt(booking, booking.from)).toBe('running');
  expect(stateAt(booking, booking.until)).toBe('finished');
});

test('cancelled and suspended bookings keep their state and hold nothing', () => {
  expect(stateAt({ ...booking, state: 'suspended' }, booking.from + hour)).toBe('suspended');
  expect(holds({ ...booking, state: 'suspended' }, booking.from)).toBe(false);
  expect(stateAt({ ...booking, state: 'cancelled' }, booking.from + hour)).toBe('cancelled');
});

test('adjacent bookings do not overlap', () => {
  expect(holds(booking, booking.until, booking.until + hour)).toBe(false);
  expect(holds(booking, booking.from - hour, booking.from)).toBe(false);
  expect(holds(booking, booking.from - hour, booking.from + 1)).toBe(true);
  expect(holds({ ...booking, state: 'cancelled' }, booking.from)).toBe(false);
});
