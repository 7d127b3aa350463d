import { expect, test } from 'vitest';
import {
  asked,
  fieldMoment,
  fieldText,
  isFiltering,
  isUsual,
  noFilter,
  readEvent,
  readFilter,
  toggled,
} from './filter';

const read = (text: string) => readFilter(new URLSearchParams(text));

test('default query has people’s actions, other kinds on demand', () => {
  const types = asked(read('')).type ?? [];
  expect(types).toEqual(
    expect.arrayContaining([
      'reservation',
      'violation',
      'person',
      'grant',
      'group',
      'board',
      'rules',
      'host.changed',
    ]),
  );
  for (const beginning of ['process', 'session', 'host', 'gpu', 'command', 'effect'])
    expect(types).not.toContain(beginning);
  expect(asked(read('kind=all'))).toEqual({});
  expect(asked(read('host=gpu01')).type).toContain('host');
  expect(asked(read('violation=vio_1'))).toEqual({ violation: 'vio_1' });
  expect([
    isUsual('reservation.booked.v1'),
    isUsual('host.changed.v1'),
    isUsual('host.lost.v1'),
    isUsual('process.appeared.v1'),
  ]).toEqual([true, true, false, false]);
  expect(isFiltering(read(''))).toBe(false);
  expect(isFiltering(read('kind=all'))).toBe(true);
  expect(isFiltering(read('event=12'))).toBe(false);
});

test('audit is for admins and includes sign-ins and refusals', () => {
  const audit = readFilter(new URLSearchParams('show=audit'), true);
  expect(asked(audit).type).toEqual([...(asked(read('')).type ?? []), 'session', 'command']);
  expect(isFiltering(audit)).toBe(false);
  expect(
    asked(readFilter(new URLSearchParams('show=audit&kind=refused&person=per_a'), true)),
  ).toEqual({ type: ['command.refused'], person: 'per_a' });
  expect(read('show=audit').audit).toBe(false);
});

test('kinds are prefixes of types, and unknown ones are dropped', () => {
  expect(asked(read('kind=hosts,bookings,nonsense'))).toEqual({
    type: ['reservation', 'host', 'gpu'],
  });
  expect(toggled(['hosts'], 'bookings')).toEqual(['bookings', 'hosts']);
  expect(toggled(['bookings', 'hosts'], 'hosts')).toEqual(['bookings']);
});

test('chosen filters are sent, and an invalid time is dropped', () => {
  const text =
    'person=per_a&host=host_b&gpu=gpu_c&reservation=res_d&from=2026-11-24T08:00:00.000Z&until=soon';
  expect(asked(read(text))).toEqual({
    person: 'per_a',
    host: 'host_b',
    gpu: 'gpu_c',
    reservation: 'res_d',
    from: '2026-11-24T08:00:00.000Z',
  });
  const query = new URLSearchParams(text);
  for (const name of Object.keys(noFilter)) query.delete(name);
  expect(query.toString()).toBe('');
});

test('link to an event is a position', () => {
  const event = (text: string) => readEvent(new URLSearchParams(text));
  expect(event('event=42')).toBe(42);
  expect([
    event(''),
    event('event=0'),
    event('event=-1'),
    event('event=1.5'),
    event('event=x'),
  ]).toEqual([undefined, undefined, undefined, undefined, undefined]);
});

test('date fields use the person’s zone across clock changes', () => {
  const at = Date.parse('2026-11-24T08:30:00Z');
  expect(fieldText(at, 'Europe/Warsaw')).toBe('2026-11-24 09:30');
  expect(fieldText(undefined, 'Europe/Warsaw')).toBe('');
  expect(fieldMoment('2026-11-24 09:30', 'Europe/Warsaw')).toBe(at);
  expect(fieldMoment('2026-7-1', 'America/New_York')).toBe(Date.parse('2026-07-01T04:00:00Z'));
  expect(fieldMoment('2027-03-28 2:30', 'Europe/Warsaw')).toBe(Date.parse('2027-03-28T01:30:00Z')); // 02:30 does not exist that day
  for (const text of ['', 'soon', '2026-13-01 09:00', '2026-11-24 25:00', '11/24/2026 9:00 PM'])
    expect(fieldMoment(text, 'Europe/Warsaw')).toBeUndefined();
});
