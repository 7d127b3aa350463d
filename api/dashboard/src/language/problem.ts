/* A problem as one sentence for people, in their language. */
import { clockTime, type Reader } from '../lib/format';
import { isReadingLog, type Problem } from '../data/problem';
import { said, t } from './t.svelte';

export function problemText(problem: Problem, reader: Reader): string {
  const [first] = problem.conflicts;
  if (problem.code === 'offline') return t('problem.offline');
  if (problem.code === 'no-answer') return t('problem.noAnswer');
  if (problem.code === 'changed-meanwhile') return t('problem.changedMeanwhile');
  if (problem.code === 'touches-bookings') return t('problem.touchesBookings');
  if (problem.code === 'slot-taken' && first) {
    return t('problem.slotTaken', {
      who: first.owner_name,
      gpu: first.gpu_name,
      time: clockTime(Date.parse(first.until), reader),
    });
  }
  if (problem.code === 'rebuilding') return t('problem.rebuilding');
  if (isReadingLog(problem)) return readingText(problem.progress);
  if (problem.errors.length > 1)
    return problem.errors
      .map(({ field, detail }) => `${said(detail, reader)} (${field})`)
      .join(' ');
  return said(problem.detail || problem.title, reader);
}

/** The server reads its log: how far it is, if it says so; rounded down, as 100 % is said by an answer. */
export function readingText(progress: number | null | undefined): string {
  if (progress === null || progress === undefined) return t('banner.reading');
  return t('banner.readingShare', { percent: String(Math.min(99, Math.floor(progress * 100))) });
}
