/* One violation in words, to whom it concerns. */
import type { Violation } from '../../data/types';
import { intruderOf } from '../../data/violation_groups';
import { percentText } from '../../lib/format';
import { momentText, spanText } from '../../language/moment';
import { t } from '../../language/t.svelte';
import { tellOf, type Told } from '../../language/told';
import { preferences } from '../../page/preferences.svelte';
import type { Concern } from '../../parts/help/concern';
import type { Evidence } from './evidence';

/** The sentence about it, in pieces: whom it names. */
export function sentence(violation: Violation, concern: Concern): Told[] {
  const past = violation.state === 'closed';
  const unbooked = concern === 'byYou' ? 'unbookedByYou' : 'unbookedTheirs';
  const kind = violation.owner_name === undefined ? unbooked : concern;
  return tellOf(past ? `violations.ran.${kind}Past` : `violations.ran.${kind}`, { who: intruderOf(violation), gpu: violation.gpu_name, owner: violation.owner_name ?? '' }, { who: violation.person_id, owner: violation.owner_id });
}

export const moment = (at: string | number, now: number): string => momentText(typeof at === 'number' ? at : Date.parse(at), now, preferences.reader);

export function lasting(violation: Violation, now: number): string {
  const from = Date.parse(violation.opened_at);
  if (violation.closed_at === undefined) return t('violations.forSince', { length: spanText(now - from), time: moment(from, now) });
  return t('violations.forFrom', { length: spanText(Date.parse(violation.closed_at) - from), from: moment(from, now), until: moment(violation.closed_at, now) });
}

/** How busy the GPU was before and since; what was not measured is said to be so. */
export function usedText(gpu: string, { meanBefore, meanSince }: Pick<Evidence, 'meanBefore' | 'meanSince'>): string {
  if (meanBefore !== null && meanSince !== null) return t('violations.use', { gpu, before: percentText(meanBefore), since: percentText(meanSince) });
  if (meanSince !== null) return t('violations.useSince', { gpu, since: percentText(meanSince) });
  return meanBefore === null ? t('violations.useNone', { gpu }) : t('violations.useBefore', { gpu, before: percentText(meanBefore) });
}
