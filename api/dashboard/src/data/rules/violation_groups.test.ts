import { expect, test } from 'vitest';
import type { Violation, ViolationStep } from '../types';
import { groupViolations, unseenSince } from './violation_groups';

const at = (time: string) => `2026-11-24T${time}:00.000Z`;
const one = (id: string, more: Partial<Violation> = {}): Violation => ({
  id,
  state: 'open',
  kind: 'intruder',
  gpus: [`gpu_${id}`],
  gpu_name: `gpu01:${id}`,
  host_id: 'host_1',
  reservation_id: 'res_1',
  owner_id: 'per_ann',
  owner_name: 'ann',
  unix_name: 'zoe',
  processes: [{ id: `prc_${id}`, pid: 4000 + Number(id) }],
  opened_at: at('09:00'),
  steps: [],
  ...more,
});
const name = (id: string) => id.replace('gpu_', 'gpu01:');
const excused = { at: at('09:05'), reason: 'agreed' };

test('eight processes of a training are one group from the first start', () => {
  const eight = ['7', '6', '5', '4', '3', '2', '1', '0'].map((id) =>
    one(id, { opened_at: at(`09:0${id}`) }),
  );
  const [group, ...others] = groupViolations(eight, name);
  expect(others).toEqual([]);
  expect(group).toMatchObject({
    gpu_name: 'gpu01:0-7',
    opened_at: at('09:00'),
    ids: ['0', '1', '2', '3', '4', '5', '6', '7'],
  });
  expect(group?.processes.map(({ pid }) => pid)).toEqual([
    4000, 4001, 4002, 4003, 4004, 4005, 4006, 4007,
  ]);
  expect(group?.gpus).toHaveLength(8);
});

test('other account, booking, state or unbooked host makes another group', () => {
  const list = [
    one('0'),
    one('1', { unix_name: 'eve' }),
    one('2', { reservation_id: 'res_2' }),
    one('3', { state: 'closed', closed_at: at('09:30') }),
  ];
  expect(groupViolations(list, name)).toHaveLength(4);
  const { reservation_id: _none, ...bare } = one('4', { kind: 'unbooked' });
  expect(
    groupViolations(
      [bare, { ...bare, id: '5' }, { ...bare, id: '6', host_id: 'host_2' }],
      name,
    ).map(({ ids }) => ids),
  ).toEqual([['6'], ['4', '5']]);
});

test('group is excused with all its parts, and keeps its key', () => {
  expect(groupViolations([one('0', { excused }), one('1')], name)[0]?.excused).toBeUndefined();
  expect(groupViolations([one('0', { excused }), one('1', { excused })], name)[0]?.excused).toEqual(
    excused,
  );
  const before = groupViolations([one('0'), one('1')], name)[0];
  const closed = groupViolations([one('0', { state: 'closed', closed_at: at('09:10') })], name)[0];
  expect([before?.id, closed?.state, closed?.closed_at]).toEqual(['0', 'closed', at('09:10')]);
});

test('closed violations merge only if they ran at the same time', () => {
  const closed = (id: string, from: string, until: string) =>
    one(id, { state: 'closed', opened_at: at(from), closed_at: at(until) });
  const runs = groupViolations(
    [closed('0', '09:00', '09:30'), closed('1', '09:10', '10:00'), closed('2', '12:00', '12:30')],
    name,
  );
  expect(runs.map(({ ids, opened_at, closed_at }) => [ids, opened_at, closed_at])).toEqual([
    [['2'], at('12:00'), at('12:30')],
    [['0', '1'], at('09:00'), at('10:00')],
  ]);
});

test('group is unseen if all parts are, and keeps names of unknown GPUs', () => {
  const unseen = { unknown_since: at('09:20') };
  expect(groupViolations([one('0', unseen), one('1')], name)[0]?.unknown_since).toBeUndefined();
  expect(
    groupViolations([one('0', unseen), one('1', { unknown_since: at('09:25') })], name)[0]
      ?.unknown_since,
  ).toBe(at('09:25'));
  expect(groupViolations([one('0'), one('1')], () => undefined)[0]?.gpu_name).toBe(
    'gpu01:0 gpu01:1',
  );
});

test('group with all GPUs unseen uses the host’s time', () => {
  const gpu = (
    state: 'available' | 'host_unreachable' | 'unhealthy',
    since: string,
    known = state !== 'host_unreachable',
  ) => ({ state, state_since: at(since), processes_known: known });
  expect(unseenSince({}, [gpu('host_unreachable', '14:05')])).toBe(at('14:05'));
  expect(
    unseenSince({}, [gpu('host_unreachable', '14:05'), gpu('available', '08:00')]),
  ).toBeUndefined();
  expect(unseenSince({ unknown_since: at('14:04') }, [gpu('available', '08:00')])).toBe(
    at('14:04'),
  );
  expect(
    unseenSince({}, [gpu('unhealthy', '08:00')]),
    'what runs on an unhealthy one is seen',
  ).toBeUndefined();
  expect(
    unseenSince({ unknown_since: at('14:04') }, [gpu('unhealthy', '08:00', false)]),
    'and its host knows not since when it is not',
  ).toBe(at('14:04'));
  expect(unseenSince({ unknown_since: at('14:04') }, [])).toBe(at('14:04'));
});

test('common step appears once with its known outcome', () => {
  const told: ViolationStep = { action: 'message', after_s: 0, at: at('09:01') };
  const known: ViolationStep = { ...told, outcome: 'done', count: 2, acted_at: at('09:01') };
  const mails: ViolationStep[] = (['mail_person', 'mail_owner'] as const).map((action) => ({
    action,
    after_s: 120,
    at: at('09:03'),
  }));
  const stopped = (time: string): ViolationStep => ({
    action: 'stop',
    after_s: 600,
    at: at(time),
    stop_mode: 'dry_run',
  });
  const list = [
    one('0', { steps: [told, ...mails, stopped('09:11')] }),
    one('1', { steps: [known, ...mails] }),
    one('2', { steps: [stopped('09:14')] }),
  ];
  expect(groupViolations(list, name)[0]?.steps).toEqual([
    known,
    ...mails,
    stopped('09:11'),
    stopped('09:14'),
  ]); // a later person is stopped later
});

test('unneeded step of an ended part tells nothing about the others', () => {
  const step = (outcome: 'done' | 'not_needed') => ({
    action: 'message' as const,
    after_s: 0,
    at: at('09:00'),
    outcome,
    count: 1,
    acted_at: at('09:01'),
  });
  const steps = (first: 'done' | 'not_needed', second: 'done' | 'not_needed') =>
    groupViolations(
      [one('0', { steps: [step(first)] }), one('1', { steps: [step(second)] })],
      name,
    )[0]?.steps;
  expect(steps('not_needed', 'done')).toEqual([step('done')]);
  expect(steps('done', 'not_needed')).toEqual([step('done')]);
  expect(steps('not_needed', 'not_needed')).toEqual([step('not_needed')]);
});

test('steps count from the earliest start, or from an unknown one', () => {
  const since = (time: string) => ({ steps_since: at(time) });
  expect(
    groupViolations([one('0', since('09:00')), one('1', since('08:55'))], name)[0]?.steps_since,
  ).toBe(at('08:55'));
  expect(groupViolations([one('0', since('09:00')), one('1')], name)[0]).not.toHaveProperty(
    'steps_since',
  );
});

test('group survives a change of its kind', () => {
  expect(groupViolations([one('0'), one('1', { kind: 'wrong_gpu' })], name)).toHaveLength(1);
});
