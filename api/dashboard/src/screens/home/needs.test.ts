import { expect, test } from 'vitest';
import type { Booking } from '../../data/bookings/booking';
import type { Host, Violation } from '../../data/types';
import { groupViolations } from '../../data/rules/violation_groups';
import { hourMs, minuteMs } from '../../lib/zone';
import { needsOf, rowsOfNeeds, type Given } from './needs';

const now = 1_800_000_000_000;
const host = (name: string, more: Partial<Host> = {}): Host => ({
  id: `host_${name}`,
  name,
  address: name,
  port: 22,
  user: 'dibs',
  host_key_fingerprint: 'SHA256:x',
  version: 1,
  state: 'reachable',
  driver: { state: 'working', since: '2026-11-20T07:00:00.000Z' },
  gpu_count: 8,
  clashes: [],
  added_at: '2026-11-20T07:00:00.000Z',
  ...more,
});
const booking = (id: string, gpus: string[], from: number, until: number): Booking => ({
  id,
  gpus,
  owner: 'me',
  ownerName: 'me',
  title: id,
  from,
  until,
  state: 'upcoming',
  version: 1,
});
const violation = (id: string, more: Partial<Violation>): Violation => ({
  id,
  state: 'open',
  kind: 'intruder',
  gpus: [id],
  gpu_name: 'gpu01:0',
  host_id: 'host_gpu01',
  reservation_id: 'res_1',
  owner_name: 'x',
  unix_name: 'eve',
  processes: [],
  opened_at: '2026-11-24T09:00:00.000Z',
  steps: [],
  ...more,
});
const groups = (...list: Violation[]) => groupViolations(list, () => undefined);
const given = (more: Partial<Given>): Given => ({
  me: 'me',
  isAdmin: false,
  bookings: [],
  suspended: [],
  asked: [],
  invitations: [],
  toApprove: [],
  violations: [],
  hosts: [],
  isIll: () => false,
  hostOf: () => undefined,
  idleOf: () => undefined,
  tampered: false,
  scarceMib: undefined,
  now,
  ...more,
});
const kinds = (more: Partial<Given>) => needsOf(given(more)).map((need) => need.kind);

test('booking idle for ten minutes is a task, one with unknown use is not', () => {
  const running = booking('run', ['a', 'b', 'c'], now - hourMs, now + hourMs);
  const idle = (gpu: string) =>
    gpu === 'c'
      ? undefined
      : { hours: 1, forMs: gpu === 'a' ? 25 * minuteMs : 9 * minuteMs, never: false };
  expect(needsOf(given({ bookings: [running], idleOf: idle }))).toEqual([
    { kind: 'idle', booking: running, gpus: ['a'], forMs: 25 * minuteMs },
  ]);
  expect(kinds({ bookings: [running] })).toEqual([]);
});

test('booking with unusable GPUs is one line', () => {
  const running = booking('run', ['a', 'b'], now - hourMs, now + hourMs);
  const ahead = booking('ahead', ['b', 'c'], now + hourMs, now + 2 * hourMs);
  expect(
    needsOf(given({ bookings: [running, ahead], isIll: (gpu) => gpu === 'b' || gpu === 'c' })),
  ).toEqual([
    { kind: 'ill', booking: running, gpus: ['b'] },
    { kind: 'ill', booking: ahead, gpus: ['b', 'c'] },
  ]);
});

test('broken driver is shown at its booking, and to admins at its host', () => {
  const broken = host('gpu04', { state: 'driver_broken' });
  const running = booking('run', ['a', 'b'], now - hourMs, now + hourMs);
  const own = { hosts: [broken], hostOf: () => broken, bookings: [running], isIll: () => true };
  expect(needsOf(given(own))).toEqual([{ kind: 'ill', booking: running, gpus: ['a', 'b'] }]);
  expect(kinds({ ...own, isAdmin: true })).toEqual(['ill', 'host']);
  const down = host('gpu04', { state: 'unreachable' });
  expect(
    kinds({ ...own, hostOf: () => down, isIll: () => false }),
    'of one that is only unreachable nobody knows',
  ).toEqual(['trouble']);
});

test('server’s idle notice counts while it lasts, kept bookings do not', () => {
  const idle = {
    kind: 'idle' as const,
    since: new Date(now - 40 * minuteMs).toISOString(),
    noticed_at: new Date(now - 10 * minuteMs).toISOString(),
  };
  const noticed: Booking = { ...booking('run', ['a', 'b'], now - hourMs, now + hourMs), idle };
  expect(needsOf(given({ bookings: [noticed] }))).toEqual([
    { kind: 'idle', booking: noticed, gpus: ['a', 'b'], forMs: 40 * minuteMs },
  ]);
  expect(
    kinds({ bookings: [noticed], hostOf: () => ({ state: 'unreachable' }) as Host }),
    'nobody sees whether it still does nothing',
  ).not.toContain('idle');
  expect(
    kinds({
      bookings: [{ ...noticed, idle: null, keptUntil: now + hourMs }],
      idleOf: () => ({ hours: 1, forMs: 25 * minuteMs, never: false }),
    }),
  ).toEqual([]);
  expect(
    kinds({
      bookings: [{ ...noticed, idle: null, keptUntil: now }],
      idleOf: () => ({ hours: 1, forMs: 25 * minuteMs, never: false }),
    }),
  ).toEqual(['idle']);
});

test('booking without a grant comes before pending ones', () => {
  const off = {
    ...booking('off', ['a'], now + hourMs, now + 2 * hourMs),
    state: 'suspended' as const,
  };
  expect(
    kinds({ suspended: [off], bookings: [booking('soon', ['a'], now + minuteMs, now + hourMs)] }),
  ).toEqual(['suspended', 'soon']);
});

test('approvals and own requests are tasks', () => {
  const of = (state: Booking['state']) => ({
    ...booking(state, ['a'], now + hourMs, now + 2 * hourMs),
    state,
  });
  expect(
    kinds({ toApprove: [of('pending')], asked: [of('pending'), of('declined'), of('lapsed')] }),
  ).toEqual(['approve', 'pending', 'declined', 'lapsed']);
});

test('booking that starts within a quarter of an hour is a task', () => {
  expect(
    kinds({
      bookings: [
        booking('soon', ['a'], now + 15 * minuteMs, now + hourMs),
        booking('late', ['a'], now + 16 * minuteMs, now + hourMs),
      ],
    }),
  ).toEqual(['soon']);
});

test('violations count per person and booking, as on their screen', () => {
  const eight = Array.from({ length: 8 }, (_, i) => violation(`v${i}`, { owner_id: 'me' }));
  const found = groups(...eight, violation('w', { owner_id: 'me', reservation_id: 'res_2' }));
  expect(
    needsOf(given({ violations: found }))
      .map((need) => need.kind === 'violation' && need.group.ids.length)
      .sort(),
  ).toEqual([1, 8]);
  const others = eight.map((one) => ({ ...one, owner_id: 'ann' }));
  expect(needsOf(given({ isAdmin: true, violations: groups(...others) }))).toMatchObject([
    { kind: 'others', groups: [{ ids: { length: 8 } }] },
  ]);
});

test('excused violation is no task', () => {
  const excused = { at: '2026-11-24T09:05:00.000Z', reason: 'agreed' };
  expect(
    kinds({
      isAdmin: true,
      violations: groups(
        violation('v', { owner_id: 'me', excused }),
        violation('w', { owner_id: 'ann', reservation_id: 'res_2', excused }),
      ),
    }),
  ).toEqual([]);
});

test('admins see the fleet’s problems, others only their own', () => {
  const clash = {
    gpu_id: 'g',
    gpu_name: 'gpu02:0',
    uuid: 'u',
    host_id: 'host_gpu02',
    host_name: 'gpu02',
    claimant_id: 'host_gpu03',
    claimant_name: 'gpu03',
  } as Host['clashes'][number];
  const hosts = [
    host('gpu01', { state: 'unreachable' }),
    host('gpu02', { clashes: [clash] }),
    host('gpu03', { clashes: [clash], hidden_owners: { why: 'hidepid' } }),
    host('gpu04', { state: 'driver_broken' }),
  ];
  const ill = {
    hosts,
    violations: groups(violation('v', { owner_id: 'ann', person_id: 'eve' })),
    tampered: true,
    scarceMib: 10,
  };
  expect(kinds(ill)).toEqual([]);
  expect(kinds({ ...ill, isAdmin: true })).toEqual([
    'others',
    'tampered',
    'disk',
    'host',
    'clash',
    'hidden',
    'host',
  ]);
});

test('host with an own booking appears once', () => {
  const down = host('gpu01', { state: 'unreachable' });
  const own = {
    isAdmin: true,
    hosts: [down],
    hostOf: () => down,
    bookings: [booking('run', ['a', 'b'], now - 1, now + hourMs)],
  };
  expect(kinds(own)).toEqual(['trouble']);
  const idle = () => ({ hours: 1, forMs: 25 * minuteMs, never: false });
  expect(
    kinds({ ...own, idleOf: idle }),
    'and not that its GPUs did nothing, which nobody sees',
  ).toEqual(['trouble']);
});

test('group invitation is a task', () => {
  const invitation = {
    group_id: 'grp_1',
    name: 'students',
    by_id: 'per_2',
    by_name: 'Ben',
    limits: { gpus_at_once: 1 },
    budgets: [],
  };
  expect(needsOf(given({ invitations: [invitation] }))).toEqual([{ kind: 'invited', invitation }]);
});

test('many tasks of one cause are one row, two keep their rows', () => {
  const suspended = Array.from({ length: 514 }, (_, i): Booking => ({
    ...booking(`off${i}`, ['a'], now + hourMs, now + 2 * hourMs),
    state: 'suspended',
  }));
  const pending = ['x', 'y'].map((id): Booking => ({
    ...booking(id, ['a'], now + hourMs, now + 2 * hourMs),
    state: 'pending',
  }));
  const rows = rowsOfNeeds(needsOf(given({ suspended, asked: pending })));
  expect(rows.map((row) => [row[0].kind, row.length])).toEqual([
    ['suspended', 514],
    ['pending', 1],
    ['pending', 1],
  ]);
});

test('approvals group by requester, hosts by trouble', () => {
  const asked = (owner: string) =>
    Array.from({ length: 3 }, (_, i) => ({
      ...booking(`${owner}${i}`, ['a'], now + hourMs, now + 2 * hourMs),
      owner,
    }));
  expect(
    rowsOfNeeds(needsOf(given({ toApprove: [...asked('bob'), ...asked('eve')] }))).map(
      (row) => row.length,
    ),
  ).toEqual([3, 3]);
  const hosts = [
    ...['a', 'b', 'c'].map((name) => host(name, { state: 'unreachable' })),
    host('d', { state: 'driver_broken' }),
  ];
  expect(rowsOfNeeds(needsOf(given({ isAdmin: true, hosts }))).map((row) => row.length)).toEqual([
    3, 1,
  ]);
});
