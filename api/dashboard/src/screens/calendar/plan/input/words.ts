/* Words about time, applied to a drawn draft: "9-17" is on its day, "until 18" keeps its start,
   "8h" is its length, "14:00" its start. Pure: the server parsed them. */
import type { TimeAnswer } from '../../../../data/types';
import { addDays, dayMs, minuteMs, startOfDay } from '../../../../lib/zone';
import type { Draft } from '../model';

// Words of three letters and more that name no day, in the two languages that the server parses;
// and words for the start of one.
const plain =
  /(?<!\p{L})(until|till?|from|for|h(ou)?rs?|min\p{L}*|overnight|(after)?noon|morning|evening|(mid)?night|przez|godz\p{L}*|rano|wiecz\p{L}+|połudn\p{L}+|półn\p{L}+)(?!\p{L})/giu;
const midnight = /(?<!\d)0|24:|12 ?am|midn|półn/iu;
const forThat = /^(for|na|przez) +/iu;

/** Words that name a day, such as "fri" and "tomorrow", count from today; times alone are on the
    draft's own day. */
export const namesADay = (text: string): boolean =>
  /\p{L}{3,}|\d\.\d+\.|\d{4}-\d/u.test(text.replace(plain, ''));

/** "for 8h" means the draft's length; the server alone would take it from now on. */
export const aboutTheDraft = (text: string): string => text.replace(forThat, '');

/** "friday" names a day without a time: the server gives its midnight, the draft keeps its time of
    day. */
export function keepClock(
  draft: Draft,
  answer: TimeAnswer,
  text: string,
  zone: string,
): TimeAnswer {
  if (
    answer.kind !== 'instant' ||
    answer.from === undefined ||
    !namesADay(text) ||
    midnight.test(text)
  )
    return answer;
  const day = Date.parse(answer.from);
  if (day !== startOfDay(day, zone)) return answer;
  const days = Math.round((day - startOfDay(draft.from, zone)) / dayMs);
  return { ...answer, from: new Date(addDays(draft.from, days, zone)).toISOString() };
}

/** For a running booking, a moment is its end; its start never changes. */
export function takeEnd(draft: Draft, answer: TimeAnswer): Draft | null {
  const end = answer.kind === 'interval' ? answer.until : answer.from;
  const until =
    answer.kind === 'duration'
      ? draft.from + (answer.duration_s ?? 0) * 1000
      : Date.parse(end ?? '');
  return draft.from < until ? { ...draft, until } : null;
}

/** Null: it ends before it begins. `asOf`: the server's now. */
export function takeTime(draft: Draft, answer: TimeAnswer, asOf: number): Draft | null {
  const from = answer.from === undefined ? draft.from : Date.parse(answer.from);
  const length =
    answer.kind === 'duration' && answer.duration_s !== undefined
      ? answer.duration_s * 1000
      : draft.until - draft.from;
  if (answer.kind !== 'interval' || answer.until === undefined)
    return { ...draft, from, until: from + length };
  const until = Date.parse(answer.until);
  const begins = Math.abs(from - asOf) < minuteMs ? draft.from : from; // "until 18" has no start
  return begins < until ? { ...draft, from: begins, until } : null;
}
