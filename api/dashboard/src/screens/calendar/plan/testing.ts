/* A small fleet and bookings for the tests of this folder. */
import type { Booking } from '../../../data/bookings/booking';
import { hourMs, minuteMs } from '../../../lib/zone';
import { BookingIndex } from './bookings';
import { groupByHost, type CalendarGpu } from './model';
import { makeRows } from './rows';

export const noon = Date.UTC(2026, 10, 24, 12);

export function gpusOf(
  hosts: Record<string, number>,
  model = 'NVIDIA A100-SXM4-80GB',
): CalendarGpu[] {
  return Object.entries(hosts).flatMap(([hostName, count]) =>
    Array.from({ length: count }, (_, index): CalendarGpu => ({
      id: `${hostName}:${index}`,
      hostId: hostName,
      hostName,
      index: String(index),
      model,
      state: 'available',
    })),
  );
}

let made = 0;
export function booking(
  gpus: string[],
  fromHour: number,
  hours: number,
  more: Partial<Booking> = {},
): Booking {
  const from = noon + fromHour * hourMs;
  const state = from + hours * hourMs <= noon ? 'finished' : from <= noon ? 'running' : 'upcoming';
  return {
    id: `res_${++made}`,
    gpus,
    owner: 'ann',
    ownerName: 'ann',
    title: 'training',
    from,
    until: from + hours * hourMs,
    state,
    version: 1,
    ...more,
  };
}

export function fleet(bookings: Booking[] = [], collapsed: string[] = []) {
  const list = gpusOf({ gpu01: 4, gpu02: 4 });
  const index = new BookingIndex();
  for (const one of bookings) index.put(one);
  const hosts = groupByHost(list);
  return {
    hosts,
    index,
    now: noon,
    shortestMs: 30 * minuteMs,
    latestStart: noon + 90 * 24 * hourMs,
    rows: makeRows(hosts, new Set(collapsed)),
    gpus: new Map(list.map((gpu) => [gpu.id, gpu])),
  };
}
