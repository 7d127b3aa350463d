import { expect, test } from 'vitest';
import { bookingOf, type Booking } from '../bookings/booking';
import { bookings } from '../live/bookings.svelte';
import { leastOf, protectionsFor } from './protection';
import type { Reservation, StreamServerMessage } from '../types';

test('lower of two protections applies, and choices end at the maximum', () => {
  expect(leastOf('stopped', 'told')).toBe('told');
  expect(protectionsFor({ protection: null }, 'mailed')).toEqual(['shown', 'told', 'mailed']);
  expect(protectionsFor({ protection: 'stopped' }, 'told')).toEqual(['shown', 'told', 'stopped']);
  expect(protectionsFor({ protection: 'told' }, undefined)).toEqual(['told']); // the rules are not known yet
});

const reservation = (more: Partial<Reservation> = {}): Reservation => ({
  id: 'res_1',
  gpus: ['gpu_1'],
  gpu_names: ['gpu01:0'],
  owner_id: 'per_ann',
  owner_name: 'ann',
  title: '',
  from: '2026-11-24T09:00:00.000Z',
  until: '2999-11-24T10:00:00.000Z',
  state: 'upcoming',
  version: 2,
  created_at: '2026-11-24T08:00:00.000Z',
  warnings: [],
  ...more,
});

test('booking without protection uses the default; calendar rows keep it', () => {
  const snapshot = (protection?: Reservation['protection']): StreamServerMessage => ({
    type: 'snapshot',
    topic: 'reservations',
    position: 1,
    reservations: [reservation(protection === undefined ? {} : { protection })],
  });
  bookings.take([snapshot()]);
  expect(bookings.get('res_1')?.protection).toBeNull();
  bookings.take([snapshot('told')]);
  const { protection: _unsaid, ...row } = bookingOf(reservation());
  bookings.put(row satisfies Booking);
  expect(bookings.get('res_1')?.protection).toBe('told');
  bookings.put({ ...row, version: 3 });
  expect(bookings.get('res_1')?.protection).toBeUndefined(); // an older version does not have it
});
