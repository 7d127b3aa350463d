/* What words about time mean for a draft that is being drawn: "9-17" is on its day, "until 18" begins
   where it does, "8h" is its length, "14:00" its start. Pure: the server read them. */
import type { TimeAnswer } from '../../../data/types';
import { addDays, dayMs, minuteMs, startOfDay } from '../../../lib/zone';
import type { Draft } from './model';

// Of three letters and more, words that name no day, in the three languages that the server reads; and those that name the start of one.
const plain =
  /(?<!\p{L})(until|till?|from|for|h(ou)?rs?|min\p{L}*|overnight|(after)?noon|morning|evening|(mid)?night|przez|godz\p{L}*|rano|wiecz\p{L}+|połudn\p{L}+|półn\p{L}+|von|bis|uhr|für|fuer|std|stund\p{L}+|(vor|nach)?mittags?|abends?|früh|mitte\p{L}+)(?!\p{L})/giu;
const midnight = /(?<!\d)0|24:|12 ?am|midn|mitte|półn/iu;
const forThat = /^(for|na|przez|für|fuer) +/iu;

/** Words that name a day, as "fri" and "tomorrow", count from today; times alone are of the draft's own day. */
export const namesADay = (text: string): boolean => /\p{L}{3,}|\d\.\d+\.|\d{4}-\d/u.test(text.replace(plain, ''));

/** "for 8h" of what is drawn is its length; of its own the server would take it from now on. */
export const aboutTheDraft = (text: string): string => text.replace(forThat, '');

/** "friday" names a day and no time of it: the server says its midnight, the draft keeps its time of day. */
export function keepClock(draft: Draft, answer: TimeAnswer, text: string, zone: string): TimeAnswer {
  if (answer.kind !== 'instant' || answer.from === undefined || !namesADay(text) || midnight.test(text)) return answer;
  const day = Date.parse(answer.from);
  if (day !== startOfDay(day, zone)) return answer;
  const days = Math.round((day - startOfDay(draft.from, zone)) / dayMs);
  return { ...answer, from: new Date(addDays(draft.from, days, zone)).toISOString() };
}

/** Of one that has begun, a moment is its end; whatever the words say, it began when it began. */
export function takeEnd(draft: Draft, answer: TimeAnswer): Draft | null {
  const end = answer.kind === 'interval' ? answer.until : answer.from;
  const until = answer.kind === 'duration' ? draft.from + (answer.duration_s ?? 0) * 1000 : Date.parse(end ?? '');
  return draft.from < until ? { ...draft, until } : null;
}

/** Null: it ends before it begins. `asOf`: what the server took for now. */
export function takeTime(draft: Draft, answer: TimeAnswer, asOf: number): Draft | null {
  const from = answer.from === undefined ? draft.from : Date.parse(answer.from);
  const length = answer.kind === 'duration' && answer.duration_s !== undefined ? answer.duration_s * 1000 : draft.until - draft.from;
  if (answer.kind !== 'interval' || answer.until === undefined) return { ...draft, from, until: from + length };
  const until = Date.parse(answer.until);
  const begins = Math.abs(from - asOf) < minuteMs ? draft.from : from; // "until 18" says no start
  return begins < until ? { ...draft, from: begins, until } : null;
}
