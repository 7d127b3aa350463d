import { expect, test } from 'vitest';
import type { Host, System } from '../../data/types';
import { findings, hostLines, isOld } from './health';

const fleet = (
  change: Partial<System['projections'][number]> = {},
): System['projections'][number] => ({
  name: 'fleet',
  version: 2,
  state: 'live',
  position: 120,
  lag: 0,
  ...change,
});
const system = (change: Partial<System> = {}): System => ({
  version: '1.0.0',
  started_at: '2026-11-24T08:00:00.000Z',
  time: '2026-11-24T09:00:00.000Z',
  ready: true,
  log: {
    adapter: 'lmdb',
    position: 120,
    role: 'writing',
    epoch: 3,
    queued_commands: 0,
    ignored_records: 0,
  },
  projections: [fleet()],
  hosts: { total: 1, reached: 1 },
  gpus: 8,
  streams: { open: 1, frames_sent: 9, frames_dropped: 0, resyncs: 0 },
  probes: [
    {
      host_name: 'gpu01',
      reachable: true,
      frames: 60,
      bad_lines: 0,
      dropped_frames: 0,
      surplus_frames: 0,
      reconnects: 0,
      last_frame_at: '2026-11-24T09:00:00.000Z',
    },
  ],
  ...change,
});
const host = (name: string, change: Partial<Host> = {}): Host => ({
  id: `host_${name}`,
  name,
  address: name,
  port: 22,
  user: 'dibs',
  host_key_fingerprint: 'SHA256:x',
  version: 1,
  state: 'reachable',
  driver: { state: 'working' },
  gpu_count: 8,
  clashes: [],
  added_at: '2026-11-24T08:00:00.000Z',
  ...change,
});

test('broken driver is found with its message', () => {
  expect(
    findings(system(), [
      host('gpu01', {
        state: 'driver_broken',
        reason: 'version mismatch',
        driver: { state: 'broken', words: 'version mismatch' },
      }),
    ]),
  ).toEqual([{ kind: 'host', name: 'gpu01', trouble: 'driver', reason: 'version mismatch' }]);
});

test('healthy server has no finding, with tables slightly behind', () => {
  expect(findings(system(), [host('gpu01'), host('gpu02', { state: 'connecting' })])).toEqual([]);
  expect(findings(system({ projections: [fleet({ position: 118, lag: 2 })] }), [])).toEqual([]);
  expect(findings(system({ log: { ...system().log, role: 'standby' } }), [])).toEqual([]);
});

test('clash of two hosts is one finding, also without its own host', () => {
  const clash = {
    gpu_id: 'gpu_1',
    gpu_name: 'gpu01:2',
    uuid: 'GPU-x',
    host_id: 'host_gpu01',
    host_name: 'gpu01',
    claimant_id: 'host_gpu02',
    claimant_name: 'gpu02',
    claimed_index: 0,
    since: '2026-11-24T08:00:00.000Z',
  };
  const found = { kind: 'clash', gpu: 'gpu01:2', name: 'gpu01', claimant: 'gpu02' };
  expect(
    findings(system(), [host('gpu01', { clashes: [clash] }), host('gpu02', { clashes: [clash] })]),
  ).toEqual([found]);
  expect(findings(system(), [host('gpu02', { clashes: [clash] })])).toEqual([found]);
});

test('each problem is one finding', () => {
  const log = {
    ...system().log,
    role: 'stopped' as const,
    problem: 'disk full',
    seals_problem: 'A seal cannot be read.',
    ignored_records: 2,
  };
  const wrong = system({
    log,
    ready: false,
    projections: [fleet({ position: 0, lag: 5000 })],
    projections_problem: 'map full',
  });
  expect(findings(wrong, [host('gpu01', { state: 'unreachable', reason: 'no route' })])).toEqual([
    { kind: 'log', problem: 'disk full' },
    { kind: 'tampered', problem: 'A seal cannot be read.' },
    { kind: 'role', role: 'stopped' },
    { kind: 'tables', problem: 'map full' },
    { kind: 'lag', count: 5000 },
    { kind: 'ignored', count: 2 },
    { kind: 'host', name: 'gpu01', trouble: 'unreachable', reason: 'no route' },
  ]);
  expect(findings(system({ ready: false }), [])).toEqual([{ kind: 'not-ready' }]);
});

test('clock difference and low disk are found, unknown ones are not', () => {
  const [probe] = system().probes;
  if (!probe) throw new Error('no probe');
  const probes = [300, -300, 301, -90_000].map((clock_offset_s) => ({ ...probe, clock_offset_s }));
  expect(findings(system({ probes }), [])).toEqual([{ kind: 'clock', count: 2 }]);
  expect(
    findings(system({ disk: { free_bytes: 49 * 2 ** 20, size_bytes: 1000 * 2 ** 20 } }), []),
  ).toEqual([{ kind: 'disk', freeMib: 49 }]);
  expect(
    findings(system({ disk: { free_bytes: 50 * 2 ** 20, size_bytes: 1000 * 2 ** 20 } }), []),
  ).toEqual([]);
});

test('log ahead of the clock is found, a small difference is not', () => {
  const stamped = (newest_at: string) =>
    findings(system({ log: { ...system().log, newest_at } }), []);
  expect(stamped('2026-11-24T10:00:00.000Z')).toEqual([{ kind: 'ahead', lengthMs: 3_600_000 }]);
  expect(stamped('2026-11-24T09:00:10.000Z')).toEqual([]);
});

type Effects = NonNullable<System['effects']>[number];
const effects = (change: Partial<Effects> = {}): Effects => ({
  reactor: 'booking-news',
  by: 'mail',
  waiting: 0,
  done: 3,
  failed: 0,
  given_up: 0,
  ...change,
});

test('failing mail server is one finding with its waiting letters', () => {
  const since = '2026-11-24T08:50:00.000Z';
  const failing = {
    failing_since: since,
    last_failure: 'Connection refused',
    oldest_waiting_at: since,
  };
  const all = [
    effects({ ...failing, waiting: 2 }),
    effects({ reactor: 'booking-reminder', waiting: 1, oldest_waiting_at: since }),
  ];
  const mail = { letters_sent: 4, failed_tries: 3 };
  expect(
    findings(
      system({
        effects: all,
        mail: { ...mail, failing_since: since, last_failure: 'Connection refused' },
      }),
      [],
    ),
  ).toEqual([{ kind: 'mail', since, why: 'Connection refused', waiting: 3 }]);
  expect(
    findings(system({ effects: all, mail }), []),
    'after a restart only the log tells',
  ).toEqual([
    { kind: 'effects', name: 'booking-news', since, why: 'Connection refused', waiting: 2 },
  ]);
  expect(findings(system({ effects: [effects()], mail }), [])).toEqual([]);
});

test('failing webhook is found, a wait of an hour is not', () => {
  const hook = effects({
    reactor: 'on host.lost post https://a',
    by: 'webhook',
    waiting: 1,
    failing_since: '2026-11-24T08:50:00.000Z',
    last_failure: 'it answers 500',
    oldest_waiting_at: '2026-11-24T08:50:00.000Z',
  });
  const found = findings(
    system({
      effects: [hook],
      mail: { letters_sent: 0, failed_tries: 1, failing_since: '2026-11-24T08:55:00.000Z' },
    }),
    [],
  );
  expect(found.map((one) => one.kind)).toEqual(['mail', 'effects']);
  expect(
    findings(system({ effects: [{ ...hook, by: 'host' }] }), []),
    'the host itself is the finding',
  ).toEqual([]);
  const waits = (oldest_waiting_at: string) =>
    findings(system({ effects: [effects({ waiting: 1, oldest_waiting_at })] }), []);
  expect(waits('2026-11-24T07:30:00.000Z')).toEqual([]);
  expect(waits('2026-11-24T06:30:00.000Z')).toEqual([
    { kind: 'late', name: 'booking-news', since: '2026-11-24T06:30:00.000Z', waiting: 1 },
  ]);
});

test('reason of a wait appears once', () => {
  const log = { ...system().log, role: 'claiming' as const };
  expect(findings(system({ log, ready: false }), [])).toEqual([{ kind: 'role', role: 'claiming' }]);
  expect(findings(system({ log: { ...log, problem: 'the clock' }, ready: false }), [])).toEqual([
    { kind: 'log', problem: 'the clock' },
  ]);
});

test('missing or incomplete tables are named', () => {
  const beside = fleet({ state: 'rebuilding', progress: 0.4 });
  expect(findings(system({ projections: [beside] }), [])).toEqual([]);
  expect(findings(system({ projections: [{ ...beside, problem: 'disk full' }] }), [])).toEqual([
    { kind: 'rebuild-stuck', name: 'fleet', problem: 'disk full' },
  ]);
  expect(
    findings(
      system({ ready: false, projections: [fleet({ state: 'behind', position: 0, lag: 5000 })] }),
      [],
    ),
  ).toEqual([{ kind: 'missing', name: 'fleet', problem: '' }]);
});

test('host has its probe’s counts, or none without a probe', () => {
  const [one, two] = hostLines(system(), [host('gpu01'), host('gpu02')]);
  expect(one?.probe?.frames).toBe(60);
  expect(one?.lastAt).toBe(Date.UTC(2026, 10, 24, 9));
  expect(two?.probe).toBeUndefined();
  expect(two?.lastAt).toBeUndefined();
});

test('sample of a reporting host is old after ten seconds', () => {
  const [line] = hostLines(system(), [host('gpu01')]);
  if (!line) throw new Error('no line');
  const at = line.lastAt ?? 0;
  expect(isOld(line, at + 10_000)).toBe(false);
  expect(isOld(line, at + 10_001)).toBe(true);
  expect(isOld({ ...line, host: host('gpu01', { state: 'unreachable' }) }, at + 60_000)).toBe(
    false,
  );
});
