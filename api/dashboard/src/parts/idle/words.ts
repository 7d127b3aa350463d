/* What is said of a booking that nothing uses: since when, and what comes of it. */
import { clock } from '../../data/clock.svelte';
import type { IdleNote } from '../../data/types';
import '../../language/en/idle';
import { momentText } from '../../language/moment';
import { t } from '../../language/t.svelte';
import { preferences } from '../../page/preferences.svelte';

const moment = (time: string): string => momentText(Date.parse(time), clock.now, preferences.reader);

/** It is kept, used or not. */
export const keptText = (until: number): string => t('idle.keptUntil', { time: momentText(until, clock.now, preferences.reader) });

export const idleText = (idle: IdleNote): string => t(idle.kind === 'no_show' ? 'idle.noShow' : 'idle.idle', { time: moment(idle.since) });

/** Empty where nothing comes of it. A time that is over is told no more: what is not known for sure puts it off. */
export function idleFrees(idle: IdleNote): string {
  if (idle.told_at === undefined) return t('idle.untold');
  return idle.frees_at === undefined || Date.parse(idle.frees_at) <= clock.now ? '' : t('idle.frees', { time: moment(idle.frees_at) });
}
