import { expect, test } from 'vitest';
import '../../language/en/reports/violations';
import type { Violation, ViolationStep } from '../../data/types';
import '../../language/en/fleet/rules';
import { setLanguage } from '../../language/t.svelte';
import { kindText, nextText, stepText, usedText } from './words';

test('utilisation before and since is a sentence for any known part', () => {
  const used = (meanBefore: number | null, meanSince: number | null) =>
    usedText('gpu03:1', { meanBefore, meanSince }).replaceAll('\u00a0', ' ');
  expect(used(12, 91)).toBe('gpu03:1 was used 12 % in the 10 minutes before, 91 % since');
  expect(used(null, 91)).toBe(
    'gpu03:1 was used 91 % since; of the 10 minutes before too little is known',
  );
  expect(used(12, null)).toBe(
    'gpu03:1 was used 12 % in the 10 minutes before; nothing was measured since',
  );
  expect(used(null, null)).toBe('How gpu03:1 was used then is not known');
});

const dana = { person_name: 'dana', unix_name: 'dana', owner_name: 'ann' };
const step = (
  action: ViolationStep['action'],
  more: Partial<ViolationStep> = {},
): ViolationStep => ({ action, after_s: 0, at: '2026-11-24T14:02:00.000Z', ...more });
const said = (action: ViolationStep['action'], more: Partial<ViolationStep> = {}) =>
  stepText(step(action, more), dana);

test('step text has its outcome, or that it is in progress', () => {
  expect(said('message', { outcome: 'done', count: 2 })).toBe('told on 2 terminals');
  expect(said('message', { outcome: 'no_target', count: 0 })).toBe(
    'no terminal that takes messages',
  );
  expect(said('message', { outcome: 'failed', count: 0, words: 'no route to host' })).toBe(
    'no message sent: no route to host',
  );
  expect(said('message')).toBe('message to their terminals, on its way');
  expect(said('mail_person', { outcome: 'done', count: 1 })).toBe('mail to dana sent');
  expect(said('mail_owner', { outcome: 'no_target', count: 0 })).toBe('no mail address of ann');
  expect(said('mail_admins', { outcome: 'done', count: 3 })).toBe('3 mails to the admins sent');
  expect(said('stop', { stop_mode: 'dry_run', outcome: 'dry_run', count: 1 })).toBe(
    '1 process would have been stopped (dry run)',
  );
  expect(said('stop', { stop_mode: 'by_helper', outcome: 'done', count: 8 })).toBe(
    'stopped 8 processes',
  );
  expect(
    said('stop', { stop_mode: 'by_helper', outcome: 'done', count: 1, words: 'its host says so' }),
  ).toBe('stopped 1 process (its host says so)');
  expect(said('stop', { stop_mode: 'dry_run' })).toBe(
    'it is being tried whether its processes could be stopped (dry run)',
  );
  expect(said('stop', { stop_mode: 'as_owner' })).toBe('its processes are being stopped');
  const unseen = (action: ViolationStep['action'], more: Partial<ViolationStep> = {}) =>
    stepText(step(action, more), dana, true);
  expect(unseen('message')).toBe(
    'message to their terminals: it waits until their host is seen again, an hour at most',
  );
  expect(unseen('stop', { stop_mode: 'as_owner' })).toBe(
    'the stop of its processes waits until their host is seen again, an hour at most',
  );
  expect(unseen('mail_person')).toBe('mail to dana, on its way');
  expect(unseen('message', { outcome: 'done', count: 1 })).toBe('told on 1 terminal');
});

test('coming step has its effect, and only tries without stops', () => {
  const site = { tries: true, sendsMail: true };
  expect(nextText('mail_admins', dana, site)).toBe('a mail to the admins');
  expect(nextText('mail_person', { unix_name: 'zoe' }, site)).toBe('a mail to zoe');
  expect(nextText('stop', dana, { ...site, tries: false })).toBe('its processes are stopped');
  expect(nextText('stop', dana, site)).toContain('nothing is stopped');
});

test('site without mail shows skipped mails, not failures', () => {
  expect(said('mail_admins', { outcome: 'skipped', count: 0 })).toBe(
    'no mail to the admins: this site has no mail server',
  );
  expect(nextText('mail_owner', dana, { tries: true, sendsMail: false })).toBe(
    'no mail to ann: this site has no mail server',
  );
  expect(nextText('message', dana, { tries: true, sendsMail: false })).toBe(
    'a message to their terminals',
  );
  const noAddress = { tries: true, sendsMail: true, unaddressed: 'per_dana' };
  const mine = { ...dana, person_id: 'per_dana', owner_id: 'per_ann' };
  expect(nextText('mail_person', mine, noAddress)).toBe(
    'no mail to you: your account has no mail address',
  );
  expect(nextText('mail_owner', mine, noAddress)).toBe('a mail to ann');
});

test('unneeded step and withheld stop have their reasons', () => {
  expect(said('message', { outcome: 'not_needed', count: 0 })).toBe(
    'no message to their terminals: it was over or called off by then',
  );
  expect(said('mail_owner', { outcome: 'not_needed', count: 0 })).toBe(
    'no mail to ann: it was over or called off by then',
  );
  expect(said('stop', { outcome: 'not_needed', count: 0 })).toBe(
    'nothing was stopped: it was over or called off by then',
  );
  expect(said('stop', { outcome: 'not_told', count: 0 })).toBe(
    'not stopped: nobody could be told before',
  );
  const site = { tries: false, sendsMail: true };
  expect(nextText('stop', dana, site, 'nobody')).toBe('no stop: nobody could be told before');
  expect(nextText('stop', dana, site, 'notYet')).toBe(
    'its processes are stopped, if their people were told a minute before',
  );
});

test('kind text includes known facts', () => {
  const of = (kind: Violation['kind'], more: Partial<Violation> = {}) => ({
    kind,
    gpu_name: 'gpu03:0',
    unix_name: 'zoe',
    person_id: 'per_zoe',
    ...more,
  });
  expect(kindText(of('wrong_gpu'), 'theirs', 'gpu03:2')).toBe(
    'on the wrong GPU: holds gpu03:2, runs on gpu03:0',
  );
  expect(kindText(of('wrong_gpu'), 'byYou', 'gpu03:2')).toBe(
    'on the wrong GPU: you hold gpu03:2, and run on gpu03:0',
  );
  expect(kindText(of('wrong_gpu'), 'theirs', '')).toBe('on the wrong GPU');
  expect(kindText(of('unbooked'), 'theirs', '')).toBe('not booked');
  const { person_id: _nobody, ...nobody } = of('intruder');
  expect(kindText(nobody, 'theirs', '')).toBe('intruder, account zoe, not a Dibs user');
  expect(kindText({ ...nobody, kind: 'unknown_person' }, 'theirs', '')).toBe(
    'account zoe, not a Dibs user',
  );
  expect(kindText(of('unknown_person'), 'theirs', '')).toBe('unknown account'); // another person has it since
});

test('violation texts exist in Polish', async () => {
  await setLanguage('pl');
  expect(said('stop', { outcome: 'done', count: 5 })).toBe('zatrzymano 5 procesów');
  expect(said('mail_owner', { outcome: 'done', count: 1 })).toBe('wysłano e-mail, do: ann');
  expect(said('stop', { outcome: 'not_told', count: 0 })).toBe(
    'nie zatrzymano: nikogo nie udało się wcześniej powiadomić',
  );
  expect(said('message', { outcome: 'not_needed', count: 0 })).toBe(
    'bez wiadomości do terminali: sprawa była już zakończona lub odwołana',
  );
  await setLanguage('en');
});
