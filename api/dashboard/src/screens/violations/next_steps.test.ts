import { expect, test } from 'vitest';
import type {
  Protection,
  Rules,
  Violation,
  ViolationAction,
  ViolationStep,
} from '../../data/types';
import { isHeldBack, nextSteps, protectionOf } from './next_steps';

const begin = Date.parse('2026-11-24T14:00:00.000Z');
const minute = 60_000;
const at = (minutes: number) => new Date(begin + minutes * minute).toISOString();
const rules: Pick<Rules, 'violation_steps' | 'protection' | 'most_protection'> = {
  violation_steps: [
    { after_s: 0, action: 'message' },
    { after_s: 120, action: 'mail_person' },
    { after_s: 120, action: 'mail_owner' },
    { after_s: 600, action: 'mail_admins' },
    { after_s: 600, action: 'stop' },
  ],
  protection: 'mailed',
  most_protection: 'mailed',
};
const one = (steps: ViolationStep[] = [], more: Partial<Violation> = {}) => ({
  opened_at: at(0),
  steps,
  reservation_id: 'res_1',
  owner_id: 'per_ann',
  person_id: 'per_dana',
  ...more,
});
const taken = (action: ViolationAction, after_s: number, minutes: number): ViolationStep => ({
  action,
  after_s,
  at: at(minutes),
  outcome: 'done',
  count: 1,
  acted_at: at(minutes),
});
const ahead = (violation: ReturnType<typeof one>, protection: Protection, minutes: number) =>
  nextSteps(violation, rules, protection, begin + minutes * minute)?.map((step) => [
    step.action,
    (step.at - begin) / minute,
  ]);

test('coming steps have times up to the protection', () => {
  expect(ahead(one(), 'stopped', 0)).toEqual([
    ['message', 0],
    ['mail_person', 2],
    ['mail_owner', 2],
    ['mail_admins', 10],
    ['stop', 10],
  ]);
  expect(ahead(one([taken('message', 0, 0)]), 'mailed', 1)).toEqual([
    ['mail_person', 2],
    ['mail_owner', 2],
    ['mail_admins', 10],
  ]);
  expect(ahead(one([taken('message', 0, 0)]), 'told', 1)).toEqual([]);
  expect(ahead(one(), 'shown', 1)).toEqual([]);
});

test('taken step counts after the rules moved it', () => {
  const later = {
    ...rules,
    violation_steps: [
      { after_s: 1, action: 'message' as const },
      { after_s: 300, action: 'message' as const },
      { after_s: 600, action: 'mail_admins' as const },
    ],
  };
  const left = (steps: ViolationStep[]) =>
    nextSteps(one(steps), later, 'mailed', begin + minute)?.map(({ action, at: when }) => [
      action,
      (when - begin) / 1000,
    ]);
  expect(left([taken('message', 0, 0)])).toEqual([
    ['message', 300],
    ['mail_admins', 600],
  ]);
  expect(left([taken('message', 0, 0), taken('message', 2, 0.5)])).toEqual([['mail_admins', 600]]);
});

test('unknown person or missing holder gets no mail', () => {
  const { person_id: _nobody, ...unknown } = one([taken('message', 0, 0)]);
  expect(nextSteps(unknown, rules, 'mailed', begin + minute)?.map(({ action }) => action)).toEqual([
    'mail_owner',
    'mail_admins',
  ]);
  const { owner_id: _free, reservation_id: _none, ...unbooked } = one([taken('message', 0, 0)]);
  expect(nextSteps(unbooked, rules, 'mailed', begin + minute)?.map(({ action }) => action)).toEqual(
    ['mail_person', 'mail_admins'],
  );
});

test('late step delays later ones', () => {
  expect(ahead(one([taken('message', 0, 3)]), 'stopped', 4)).toEqual([
    ['mail_person', 5],
    ['mail_owner', 5],
    ['mail_admins', 13],
    ['stop', 13],
  ]);
});

test('step for an ended process counts as taken', () => {
  expect(
    ahead(one([taken('mail_person', 120, 2), taken('mail_owner', 120, 2)]), 'stopped', 3),
  ).toEqual([
    ['mail_admins', 10],
    ['stop', 10],
  ]);
});

test('steps restart after a withdrawn excuse', () => {
  const steps = [
    taken('message', 0, 0),
    taken('mail_person', 120, 2),
    taken('mail_owner', 120, 2),
    taken('message', 0, 30),
  ];
  expect(ahead(one(steps), 'stopped', 31)).toEqual([
    ['mail_person', 32],
    ['mail_owner', 32],
    ['mail_admins', 40],
    ['stop', 40],
  ]);
});

test('stop waits for a minute after the notification', () => {
  const step = (
    action: ViolationAction,
    after_s: number,
    minutes: number,
    more: Partial<ViolationStep> = {},
  ): ViolationStep => ({ action, after_s, at: at(minutes), ...more });
  const stopOf = (steps: ViolationStep[], minutes: number) =>
    nextSteps(one(steps), quick, 'stopped', begin + minutes * minute)?.map(
      ({ action, at: when, told }) => [action, (when - begin) / minute, told],
    );
  const quick = {
    ...rules,
    violation_steps: [
      { after_s: 0, action: 'message' as const },
      { after_s: 60, action: 'stop' as const },
      { after_s: 120, action: 'mail_admins' as const },
    ],
  };
  expect(stopOf([step('message', 0, 0)], 0.5)).toEqual([
    ['stop', 1.5, 'notYet'],
    ['mail_admins', 2, undefined],
  ]);
  expect(stopOf([step('message', 0, 0), step('mail_admins', 120, 2)], 5)).toEqual([
    ['stop', 6, 'notYet'],
  ]); // the others continued
  expect(
    stopOf(
      [step('message', 0, 0, { outcome: 'done', acted_at: at(4) }), step('mail_admins', 120, 2)],
      4,
    ),
  ).toEqual([['stop', 5, undefined]]);
  for (const outcome of ['no_target', 'failed', 'skipped'] as const) {
    expect(stopOf([step('message', 0, 0, { outcome, acted_at: at(0) })], 0.5), outcome).toEqual([
      ['stop', 1, 'nobody'],
      ['mail_admins', 2, undefined],
    ]);
  }
  const held = step('stop', 60, 1, { outcome: 'not_told', acted_at: at(1) });
  expect(
    stopOf([step('message', 0, 0, { outcome: 'failed', acted_at: at(0) }), held], 1.2),
  ).toEqual([['mail_admins', 2, undefined]]);
});

test('tried step is due again once the rules allow stops', () => {
  const steps = [
    taken('message', 0, 0),
    { ...taken('stop', 600, 10), outcome: 'dry_run' as const },
    taken('mail_admins', 600, 10),
  ];
  const left = (stop_mode: Rules['stop_mode']) =>
    nextSteps(
      one(steps),
      { ...rules, ...(stop_mode === undefined ? {} : { stop_mode }) },
      'stopped',
      begin + 10 * minute,
    )?.map(({ action }) => action);
  expect(left('dry_run')).toEqual([]);
  expect(left('by_helper')).toEqual(['stop']);
});

test('unneeded step of an ended process is due for the current one', () => {
  const gone: ViolationStep = {
    action: 'message',
    after_s: 0,
    at: at(0),
    outcome: 'not_needed',
    count: 0,
    acted_at: at(0),
  };
  expect(ahead(one([gone]), 'stopped', 0.1)?.[0]).toEqual(['message', 0]);
});

test('no step follows the last, and overdue ones are unknown', () => {
  const all = [
    taken('message', 0, 0),
    taken('mail_person', 120, 2),
    taken('mail_owner', 120, 2),
    taken('mail_admins', 600, 10),
    taken('stop', 600, 10),
  ];
  expect(ahead(one(all), 'stopped', 11)).toEqual([]);
  expect(ahead(one(), 'stopped', 0.2)).toHaveLength(5);
  expect(ahead(one(), 'stopped', 1)).toBeUndefined();
  expect(nextSteps(one(), {}, 'stopped', begin)).toBeUndefined();
});

test('joining or returning process continues its group’s steps', () => {
  const back = one([], { opened_at: at(5), steps_since: at(0) });
  expect(ahead(back, 'stopped', 5)).toEqual([
    ['mail_admins', 10],
    ['stop', 10],
  ]);
  expect(
    ahead(
      one([taken('mail_admins', 600, 10)], { opened_at: at(5), steps_since: at(0) }),
      'stopped',
      10,
    ),
  ).toEqual([['stop', 10]]);
  // Each process gets a stop of its own: one that began after the time for it is stopped at once.
  expect(ahead(one([], { opened_at: at(20), steps_since: at(0) }), 'stopped', 20)).toEqual([
    ['stop', 20],
  ]);
});

test('steps before a withdrawn excuse do not count without later ones', () => {
  const steps = [taken('message', 0, 0), taken('mail_person', 120, 2)];
  expect(ahead(one(steps, { steps_since: at(30) }), 'stopped', 30)).toEqual([
    ['message', 30],
    ['mail_person', 32],
    ['mail_owner', 32],
    ['mail_admins', 40],
    ['stop', 40],
  ]);
});

test('protection is the booking’s up to the site’s, else unknown', () => {
  const site = { ...rules, protection: 'told' as const };
  expect(protectionOf(one(), { protection: null }, site)).toBe('told');
  expect(protectionOf(one(), { protection: 'shown' }, site)).toBe('shown');
  expect(protectionOf(one(), { protection: 'stopped' }, site)).toBe('mailed'); // the maximum was lowered since
  expect(protectionOf(one(), { protection: undefined }, site)).toBeUndefined();
  expect(protectionOf(one(), undefined, site)).toBeUndefined();
  expect(protectionOf({}, undefined, site)).toBe('told');
  expect(protectionOf({}, undefined, {})).toBeUndefined();
});

test('protection that holds steps back is reported', () => {
  expect(isHeldBack(one(), rules, 'mailed')).toBe(true);
  expect(isHeldBack(one(), rules, 'stopped')).toBe(false);
  expect(
    isHeldBack(one(), { ...rules, violation_steps: [{ after_s: 0, action: 'message' }] }, 'told'),
  ).toBe(false);
});
