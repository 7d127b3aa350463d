/* Texts about an unused booking: since when, and the consequence. */
import { clock } from '../../data/clock.svelte';
import { siteRules } from '../../data/live/rules.svelte';
import type { IdleNote } from '../../data/types';
import '../../language/en/bookings/idle';
import { momentText } from '../../language/moment';
import { t } from '../../language/t.svelte';
import { preferences } from '../../page/preferences.svelte';

const moment = (time: string): string =>
  momentText(Date.parse(time), clock.now, preferences.reader);

/** The booking is kept, used or not. */
export const keptText = (until: number): string =>
  t('idle.keptUntil', { time: momentText(until, clock.now, preferences.reader) });

export function idleText(idle: IdleNote, mine: boolean): string {
  const noShow = mine ? 'idle.noShowYours' : 'idle.noShow';
  return t(idle.kind === 'no_show' ? noShow : 'idle.idle', { time: moment(idle.since) });
}

/** Empty without a consequence. A time in the past is not shown: uncertainty delays the release. */
export function idleFrees(idle: IdleNote, mine: boolean): string {
  const rule =
    idle.kind === 'no_show' ? siteRules.now?.no_show_release_min : siteRules.now?.idle_release_min;
  if (idle.told_at === undefined)
    return `${t(mine ? 'idle.untoldYours' : 'idle.untold')}${rule ? ` ${t('idle.notBefore')}` : ''}`;
  return idle.frees_at === undefined || Date.parse(idle.frees_at) <= clock.now
    ? ''
    : t('idle.frees', { time: moment(idle.frees_at) });
}
