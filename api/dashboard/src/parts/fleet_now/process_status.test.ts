import { expect, test } from 'vitest';
import type { Booking } from '../../data/bookings/booking';
import type { Process } from '../../data/types';
import { emptyBookings, groupProcesses, isForbidden, standingOf, type Law } from './process_status';

const booking = (owner: string): Booking => ({
  id: `res_${owner}`,
  gpus: [],
  owner,
  ownerName: owner,
  title: '',
  from: 0,
  until: 1,
  state: 'running',
  version: 1,
});
const process = (
  gpu: string,
  person: string | undefined,
  command = 'train.py',
  more: Partial<Process> = {},
): Process => ({
  id: `${gpu}${person}`,
  gpu_id: gpu,
  gpu_name: gpu,
  host_id: 'h',
  host_name: 'gpu01',
  pid: 1,
  unix_name: person ?? 'root',
  started_at: '',
  command,
  ...(person === undefined ? {} : { person_id: person, person_name: person }),
  ...more,
});

test('process is matched to the booking of its GPU', () => {
  expect(standingOf(process('0', 'ann'), booking('ann'))).toBe('booked');
  expect(standingOf(process('0', 'ann'), booking('bob'))).toBe('intruder');
  expect(standingOf(process('0', undefined), booking('bob'))).toBe('intruder');
  expect(standingOf(process('0', 'ann'), undefined)).toBe('unbooked');
  expect(standingOf(process('0', 'ann', '', { violation_id: 'vio_1' }), booking('bob'))).toBe(
    'intruder',
  );
  expect(standingOf(process('0', 'ann', '', { violation_id: 'vio_1' }), undefined)).toBe(
    'unbooked',
  );
});

test('container that anyone may have started accuses no person', () => {
  const contained = (person: string | undefined, started?: string) =>
    process('0', person, '', {
      violation_id: 'vio_1',
      origin: {
        container: { runtime: 'docker', id: '' },
        ...(started === undefined ? {} : { started_by: started }),
      },
    });
  expect(standingOf(contained(undefined), booking('bob'))).toBe('unknown');
  expect(standingOf(contained('ann'), booking('bob'))).toBe('unknown');
  expect(standingOf(contained('ann', 'ann'), booking('bob'))).toBe('intruder');
});

const law = (level: Law['level'], excused: readonly string[] = []): Law => ({
  level,
  excused: (id) => excused.includes(id),
});
const usual = law('against_bookings');

test('only forbidden processes raise an alarm', () => {
  const forbidden = (one: Process, holder: Booking | undefined, by: Law) =>
    isForbidden(one, standingOf(one, holder), by);
  const eve = process('0', 'eve');
  expect(
    (['off', 'against_bookings', 'always'] as const).map((level) =>
      forbidden(eve, booking('ann'), law(level)),
    ),
  ).toEqual([false, true, true]);
  expect(
    (['off', 'against_bookings', 'always'] as const).map((level) =>
      forbidden(eve, undefined, law(level)),
    ),
  ).toEqual([false, false, true]);
  expect(forbidden(process('0', 'ann'), booking('ann'), law('always'))).toBe(false);
  const reported = { ...eve, violation_id: 'vio_1' };
  expect(forbidden(reported, booking('ann'), law(undefined))).toBe(true);
  expect(forbidden(reported, booking('ann'), law('always', ['vio_1']))).toBe(false);
  const { unix_name: _name, command: _command, started_at: _start, ...hidden } = eve;
  expect(forbidden(hidden, undefined, law('always'))).toBe(false);
});

test('process with a hidden owner is not called forbidden', () => {
  const {
    unix_name: _name,
    command: _command,
    started_at: _start,
    ...hidden
  } = process('0', undefined);
  expect(standingOf(hidden, booking('bob'))).toBe('unknown');
  expect(standingOf(hidden, undefined)).toBe('unbooked');
  const [line] = groupProcesses(
    [hidden, { ...hidden, id: '2', pid: 2 }],
    () => booking('bob'),
    String,
    usual,
  );
  expect([line?.name, line?.standing, line?.count]).toEqual([undefined, 'unknown', 2]);
  expect(
    emptyBookings(
      [{ id: '0', index: '0' }],
      [hidden],
      () => booking('bob'),
      () => false,
    ),
  ).toEqual([]); // it may be theirs
});

test('process on an unknown slice is no intruder', () => {
  expect(standingOf(process('0', 'eve', '', { slice_unknown: true }), booking('ann'))).toBe(
    'unknown',
  );
  expect(standingOf(process('0', 'eve', '', { slice_unknown: true }), undefined)).toBe('unknown');
});

test('processes of one person on several GPUs are one line, intruders first', () => {
  const held: Record<string, Booking> = { 0: booking('ann'), 1: booking('ann'), 2: booking('bob') };
  const groups = groupProcesses(
    [process('1', 'ann'), process('0', 'ann'), process('2', 'ann'), process('3', 'eve')],
    (gpu) => held[gpu],
    String,
    usual,
  );
  expect(
    groups.map((group) => [group.name, group.standing, group.gpus.map((gpu) => gpu.index)]),
  ).toEqual([
    ['ann', 'intruder', ['2']],
    ['eve', 'unbooked', ['3']],
    ['ann', 'booked', ['0', '1']],
  ]);
});

test('bookings without processes are listed', () => {
  const ann = booking('ann');
  const gpus = ['0', '1', '2', '3'].map((index) => ({ id: index, index }));
  const empty = emptyBookings(
    gpus,
    [process('0', 'ann'), process('1', 'eve')],
    (gpu) => (gpu === '3' ? undefined : ann),
    (gpu) => gpu === '1',
  );
  expect(
    empty.map((group) => [group.name, group.busy, group.gpus.map((gpu) => gpu.index)]),
  ).toEqual([
    ['ann', true, ['1']],
    ['ann', false, ['2']],
  ]); // a working GPU is never called idle
});
