import { expect, test } from 'vitest';
import type { Booking } from '../../data/bookings/booking';
import { actionsFor } from './booking_actions';

const booking: Booking = {
  id: 'res_1',
  gpus: ['gpu_1'],
  owner: 'per_ann',
  ownerName: 'ann',
  title: '',
  from: 1000,
  until: 2000,
  state: 'upcoming',
  version: 1,
};

test('owner and admins have actions, others have none', () => {
  expect(actionsFor(booking, 'per_dana', false, 0)).toEqual([]);
  expect(actionsFor(booking, undefined, false, 0)).toEqual([]);
  expect(actionsFor(booking, 'per_dana', true, 0)).toEqual(
    actionsFor(booking, 'per_ann', false, 0),
  );
});

test('pending booking is cancelled by its owner, answered by an approver', () => {
  const pending: Booking = { ...booking, state: 'pending' };
  expect(actionsFor(pending, 'per_ann', false, 0)).toEqual(['cancel']);
  expect(actionsFor(pending, 'per_ann', false, 1500)).toEqual(['cancel']); // its time has begun, and it holds nothing
  expect(actionsFor(pending, 'per_mia', false, 0, true)).toEqual(['approve', 'decline']);
  expect(actionsFor(pending, 'per_boss', true, 0, true)).toEqual(['approve', 'decline', 'cancel']);
  expect(actionsFor(pending, 'per_mia', false, 2000, true)).toEqual([]);
});

test('actions follow the clock', () => {
  const at = (now: number, state: Booking['state'] = 'upcoming') =>
    actionsFor({ ...booking, state }, 'per_ann', false, now);
  expect(at(0)).toEqual(['extend', 'move', 'cancel']);
  expect(at(1000)).toEqual(['extend', 'release']);
  expect(at(2000)).toEqual([]);
  expect(at(1500, 'released')).toEqual([]);
  expect(at(500, 'cancelled')).toEqual(['reinstate']);
  expect(at(1500, 'cancelled')).toEqual(['reinstate']); // then it begins now
  expect(at(2000, 'cancelled')).toEqual([]);
  expect(at(500, 'suspended')).toEqual(['reinstate', 'cancel']);
  expect(at(2000, 'suspended')).toEqual(['cancel']);
});
