/* One violation in words, by the viewer's part in it. */
import type { Violation, ViolationAction, ViolationStep } from '../../data/types';
import { intruderOf } from '../../data/rules/violation_groups';
import { percentText } from '../../lib/format';
import { momentText, spanText } from '../../language/moment';
import { said, t } from '../../language/t.svelte';
import { tellOf, type Told } from '../../language/told';
import { preferences } from '../../page/preferences.svelte';
import type { Concern } from '../../parts/help/concern';
import type { Evidence } from './evidence';
import type { NextStep } from './next_steps';

/** The sentence, in pieces with the person that each names. */
export function sentence(violation: Violation, concern: Concern): Told[] {
  const past = violation.state === 'closed';
  const unbooked = concern === 'byYou' ? 'unbookedByYou' : 'unbookedTheirs';
  const kind = violation.owner_name === undefined ? unbooked : concern;
  return tellOf(
    past ? `violations.ran.${kind}Past` : `violations.ran.${kind}`,
    { who: intruderOf(violation), gpu: violation.gpu_name, owner: violation.owner_name ?? '' },
    { who: violation.person_id, owner: violation.owner_id },
  );
}

/** Its kind; `held`: the GPUs that its person holds on the same host now, if known. */
export function kindText(
  violation: Pick<Violation, 'kind' | 'gpu_name' | 'unix_name' | 'person_id' | 'starter_unknown'>,
  concern: Concern,
  held: string,
): string {
  const { kind, gpu_name: gpu, unix_name: name, person_id: person } = violation;
  if (violation.starter_unknown) return t('violations.container', { name });
  if (kind === 'wrong_gpu' && held !== '')
    return t(concern === 'byYou' ? 'violations.wrongGpuYou' : 'violations.wrongGpu', { held, gpu });
  const account = person === undefined ? t('violations.account', { name }) : '';
  if (kind === 'unknown_person' && account !== '') return account;
  return [t(`violations.kind.${kind}`), account].filter((part) => part !== '').join(', ');
}

type About = Pick<Violation, 'person_name' | 'unix_name' | 'owner_name' | 'person_id' | 'owner_id'>;

function whom(action: ViolationAction, violation: About): string {
  if (action === 'mail_admins') return t('violations.admins');
  return action === 'mail_owner'
    ? (violation.owner_name ?? t('violations.holder'))
    : (violation.person_name ?? violation.unix_name);
}

/** The outcome of a step; `unseen`: the violation is unobserved now. */
export function stepText(step: ViolationStep, violation: About, unseen = false): string {
  const { action, outcome, count = 0, words = '' } = step;
  if (unseen && outcome === undefined && (action === 'message' || action === 'stop'))
    return t(`violations.step.${action}.waits`);
  if (action === 'stop' && outcome === undefined && step.stop_mode === 'dry_run')
    return t('violations.step.stop.trying');
  if (outcome === 'skipped')
    return t('violations.step.mail.skipped', { who: whom(action, violation) }); // only mails are skipped
  if (outcome === 'not_told') return t('violations.step.stop.not_told'); // only a stop is withheld
  const kind = action === 'message' || action === 'stop' ? action : 'mail';
  const more = said(words, preferences.reader);
  const text = t(`violations.step.${kind}.${outcome ?? 'coming'}`, {
    count,
    who: whom(action, violation),
    words: more,
  });
  return more === '' || outcome === 'failed' ? text : `${text} (${more})`; // a failure's text includes them
}

interface Site {
  /** The rules only try stops. */
  tries: boolean;
  /** A mail server is configured. */
  sendsMail: boolean;
  /** The viewer's id, if their account has no mail address; for others it is unknown. */
  unaddressed?: string | undefined;
}

function hasNoAddress(
  action: ViolationAction,
  violation: About,
  unaddressed: string | undefined,
): boolean {
  const reader =
    action === 'mail_owner'
      ? violation.owner_id
      : action === 'mail_person'
        ? violation.person_id
        : undefined;
  return reader !== undefined && reader === unaddressed;
}

/** The effect of a coming step; `told`: see NextStep. */
export function nextText(
  action: ViolationAction,
  violation: About,
  { tries, sendsMail, unaddressed }: Site,
  told?: NextStep['told'],
): string {
  if (action === 'message') return t('violations.next.message');
  if (action === 'stop' && told === 'nobody') return t('violations.next.stopHeld');
  if (action === 'stop' && told === 'notYet' && !tries) return t('violations.next.stopTold');
  if (action === 'stop') return t(tries ? 'violations.next.tryStop' : 'violations.next.stop');
  if (sendsMail && hasNoAddress(action, violation, unaddressed))
    return t('violations.next.noAddress');
  return t(sendsMail ? 'violations.next.mail' : 'violations.next.noMail', {
    who: whom(action, violation),
  });
}

export const moment = (at: string | number, now: number): string =>
  momentText(typeof at === 'number' ? at : Date.parse(at), now, preferences.reader);

export function lasting(violation: Violation, now: number): string {
  const from = Date.parse(violation.opened_at);
  if (violation.closed_at === undefined)
    return t('violations.forSince', { length: spanText(now - from), time: moment(from, now) });
  return t('violations.forFrom', {
    length: spanText(Date.parse(violation.closed_at) - from),
    from: moment(from, now),
    until: moment(violation.closed_at, now),
  });
}

/** The GPU's utilisation before and since; unmeasured parts are named. */
export function usedText(
  gpu: string,
  { meanBefore, meanSince }: Pick<Evidence, 'meanBefore' | 'meanSince'>,
): string {
  if (meanBefore !== null && meanSince !== null)
    return t('violations.use', {
      gpu,
      before: percentText(meanBefore),
      since: percentText(meanSince),
    });
  if (meanSince !== null) return t('violations.useSince', { gpu, since: percentText(meanSince) });
  return meanBefore === null
    ? t('violations.useNone', { gpu })
    : t('violations.useBefore', { gpu, before: percentText(meanBefore) });
}
