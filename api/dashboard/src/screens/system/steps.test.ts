import { expect, test } from 'vitest';
import { draftOf, ignoredOf, isHeldWithoutMail, problemOf, stepsOf, type StepDraft } from './steps';

const draft = (
  action: StepDraft['action'],
  amount: number | null,
  unit: StepDraft['unit'] = 'minutes',
): StepDraft => ({ id: 0, action, amount, unit });

test('step is edited in the largest whole unit and converts back', () => {
  for (const [after, amount, unit] of [
    [0, 0, 'minutes'],
    [45, 45, 'seconds'],
    [120, 2, 'minutes'],
    [5400, 90, 'minutes'],
    [7200, 2, 'hours'],
    [172_800, 2, 'days'],
  ] as const) {
    const one = draftOf({ action: 'stop', after_s: after }, 7);
    expect(one).toEqual({ id: 7, action: 'stop', amount, unit });
    expect(stepsOf([one])).toEqual([{ action: 'stop', after_s: after }]);
  }
});

test('steps are sorted by time, each once', () => {
  expect(
    stepsOf([
      draft('stop', 10),
      draft('mail_owner', 2),
      draft('message', 0),
      draft('mail_owner', 120, 'seconds'),
    ]),
  ).toEqual([
    { action: 'message', after_s: 0 },
    { action: 'mail_owner', after_s: 120 },
    { action: 'stop', after_s: 600 },
  ]);
});

test('stop needs a message or mail to the person a minute before', () => {
  const problem = (...drafts: StepDraft[]) => problemOf(stepsOf(drafts));
  expect(problem(draft('message', 0), draft('stop', 1))).toBeUndefined();
  expect(problem(draft('mail_person', 1), draft('stop', 119, 'seconds'))).toBe('untold');
  expect(problem(draft('mail_owner', 0), draft('mail_admins', 0), draft('stop', 10))).toBe(
    'untold',
  );
  expect(problem(draft('stop', 10))).toBe('untold');
  expect(problem()).toBeUndefined();
  expect(problem(draft('message', null))).toBe('when');
  expect(problem(draft('message', 8, 'days'))).toBe('when');
  expect(problem(draft('message', -1))).toBe('when');
  expect(problem(...Array.from({ length: 13 }, (_, i) => draft('mail_admins', i)))).toBe('tooMany');
});

test('stop without mail is withheld unless a message precedes it', () => {
  const held = (...drafts: StepDraft[]) => isHeldWithoutMail(stepsOf(drafts));
  expect(held(draft('mail_person', 0), draft('stop', 10))).toBe(true);
  expect(held(draft('message', 0), draft('mail_person', 2), draft('stop', 10))).toBe(false);
  expect(held(draft('message', 9.5), draft('stop', 10))).toBe(true);
  expect(held(draft('mail_person', 0))).toBe(false);
});

test('exception is one account and program per line', () => {
  expect(ignoredOf(' root/Xorg\n\ngdm/*\nroot/nvidia-*\nroot/Xorg')).toEqual({
    patterns: ['gdm/*', 'root/Xorg', 'root/nvidia-*'],
    wrong: undefined,
  });
  for (const line of [
    'Xorg',
    '*/Xorg',
    'root/',
    'root/a*b',
    'root/a/b',
    'root/two words',
    '/Xorg',
    `${'a'.repeat(33)}/x`,
  ])
    expect(ignoredOf(`gdm/*\n${line}`).wrong).toBe(line);
});
