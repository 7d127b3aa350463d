import { expect, test } from 'vitest';
import { arrange, difference } from './arrange';
import { kindOf, totals, type Facts } from '../../parts/fleet_now/facts';
import { readFilter, writeFilter, type FleetFilter } from './filter';

const gpu = (host: string, index: number, more: Partial<Facts> = {}): Facts => ({
  id: `${host}:${index}`,
  hostId: host,
  host,
  index: String(index),
  model: 'NVIDIA A100-SXM4-80GB',
  kind: 'busy',
  mine: false,
  used: 90,
  idleHours: 0,
  ...more,
});
const filter = (more: Partial<FleetFilter> = {}): FleetFilter => ({
  sort: 'waste',
  host: '',
  models: [],
  states: [],
  ...more,
});
const hosts = (facts: Facts[], more?: Partial<FleetFilter>) =>
  arrange(facts, filter(more)).map((one) => one.host);

const fleet = [
  gpu('gpu10', 0),
  gpu('gpu2', 0, { used: 40 }),
  gpu('gpu2', 1, { kind: 'idle', used: 0, idleHours: 2.5 }),
  gpu('gpu1', 0, { kind: 'idle', used: 1, idleHours: 0.4, mine: true }),
  gpu('gpu3', 0, { kind: 'unknown', used: 99, model: 'NVIDIA H100 80GB HBM3' }),
];

test('hosts sort by most waste, then by name', () => {
  expect(hosts(fleet)).toEqual(['gpu2', 'gpu1', 'gpu3', 'gpu10']);
  expect(hosts(fleet, { sort: 'name' })).toEqual(['gpu1', 'gpu2', 'gpu3', 'gpu10']);
  expect(hosts(fleet, { sort: 'use' })).toEqual(['gpu10', 'gpu2', 'gpu1', 'gpu3']); // the unknown last
  expect(arrange(fleet, filter())[0]?.gpus).toEqual(['gpu2:0', 'gpu2:1']);
});

test('filter keeps matching GPUs', () => {
  expect(arrange(fleet, filter({ states: ['idle'] }))).toEqual([
    { host: 'gpu2', gpus: ['gpu2:1'] },
    { host: 'gpu1', gpus: ['gpu1:0'] },
  ]);
  expect(hosts(fleet, { states: ['mine', 'unknown'] })).toEqual(['gpu1', 'gpu3']);
  expect(hosts(fleet, { models: ['H100 80 GB'] })).toEqual(['gpu3']);
  expect(
    hosts(
      [...fleet, gpu('gpu4', 0, { ill: true }), gpu('gpu5', 0, { kind: 'unhealthy', ill: true })],
      { states: ['unhealthy'] },
    ),
  ).toEqual(['gpu4', 'gpu5']);
  expect(hosts(fleet, { host: 'GPU1' })).toEqual(['gpu1', 'gpu10']);
});

test('changes since the last sort are counted', () => {
  const shown = (...names: string[]) => names.map((name) => ({ host: name, gpus: [`${name}:0`] }));
  expect(difference(shown('a', 'b', 'c', 'd'), shown('d', 'a', 'b', 'c'))).toEqual({
    fresh: 0,
    gone: 0,
    moved: 1,
  });
  expect(difference(shown('a', 'b'), shown('a', 'c'))).toEqual({ fresh: 1, gone: 1, moved: 0 });
  expect(difference(shown('a', 'b'), shown('a', 'b'))).toEqual({ fresh: 0, gone: 0, moved: 0 });
});

test('filter converts to the address, and invalid parts are dropped', () => {
  const read = (text: string) => readFilter(new URLSearchParams(text));
  expect(read('sort=use&model=H100%2080%20GB,A100&state=idle,blue,mine&host=gpu0')).toEqual({
    sort: 'use',
    host: 'gpu0',
    models: ['H100 80 GB', 'A100'],
    states: ['idle', 'mine'],
  });
  expect(read('sort=banana')).toEqual(filter());
  expect(writeFilter(filter())).toEqual({ sort: null, host: null, model: null, state: null });
  expect(
    readFilter(
      new URLSearchParams(
        Object.entries(writeFilter(read('state=free&sort=name'))).flatMap(([name, value]) =>
          value === null ? [] : [[name, value]],
        ),
      ),
    ),
  ).toEqual(read('state=free&sort=name'));
});

test('kind of a GPU follows from its state, holder, values and use', () => {
  const booking = {
    id: 'res_1',
    gpus: [],
    owner: 'ann',
    ownerName: 'ann',
    title: '',
    from: 0,
    until: 1,
    state: 'running',
    version: 1,
  } as const;
  const given = {
    seen: true,
    ill: false,
    cut: false,
    holder: booking,
    used: 50,
    last: 50,
    inUse: true,
    forbidden: false,
  } as const;
  expect(kindOf(given)).toBe('busy');
  expect(kindOf({ ...given, used: 0, last: 0 })).toBe('idle');
  expect(kindOf({ ...given, used: 0, last: 80 })).toBe('busy'); // its last value is up
  expect(kindOf({ ...given, used: undefined, last: undefined })).toBe('unknown');
  expect(
    kindOf({ ...given, holder: undefined, used: undefined, last: undefined, inUse: false }),
  ).toBe('free');
  expect(kindOf({ ...given, holder: undefined, inUse: undefined })).toBe('unknown'); // its processes are unknown
  expect(kindOf({ ...given, holder: undefined })).toBe('unbooked');
  expect(kindOf({ ...given, forbidden: true })).toBe('alert');
  expect(kindOf({ ...given, seen: false, forbidden: true })).toBe('unknown');
  expect(kindOf({ ...given, seen: false, ill: true })).toBe('unknown');
  expect(kindOf({ ...given, ill: true })).toBe('busy'); // unhealthy ones are observed as any other
  expect(kindOf({ ...given, ill: true, holder: undefined })).toBe('unbooked');
  expect(kindOf({ ...given, ill: true, holder: undefined, used: 0, last: 0, inUse: false })).toBe(
    'unhealthy',
  ); // it cannot be booked
  expect(kindOf({ ...given, cut: true, holder: undefined })).toBe('cut'); // its processes are shown at its slices
  expect(kindOf({ ...given, cut: true, holder: undefined, ill: true })).toBe('cut');
  expect(kindOf({ ...given, cut: true })).toBe('busy'); // booked whole, before it was partitioned
  expect(kindOf({ ...given, cut: true, holder: undefined, forbidden: true })).toBe('alert');
  expect(kindOf({ ...given, cut: true, holder: undefined, seen: false })).toBe('unknown');
  expect(totals([...fleet, gpu('gpu3', 1, { kind: 'unknown', uncounted: true })]).all).toBe(5); // lost, or counted by its slices
  expect(totals(fleet)).toEqual({
    all: 5,
    working: 2,
    free: 0,
    idle: 2,
    idleHours: 2.9,
    alert: 0,
    unbooked: 0,
    unknown: 1,
    unhealthy: 0,
  });
  expect(
    totals([
      gpu('gpu1', 0, { ill: true }),
      gpu('gpu1', 1, { kind: 'unhealthy', ill: true, used: 0 }),
      gpu('gpu1', 2, { kind: 'free', used: 0 }),
    ]),
  ).toMatchObject({ all: 3, working: 1, free: 1, unknown: 0, unhealthy: 2 });
});
