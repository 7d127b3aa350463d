/* What words about time mean for a draft that is being drawn: "9-17" is on its day, "until 18" begins
   where it does, "8h" is its length, "14:00" its start. Pure: the server read them. */
import type { TimeAnswer } from '../../../data/types';
import { minuteMs } from '../../../lib/zone';
import type { Draft } from './model';

const plain = /\b(until|till?|from|for|at|hours?|hrs?|minutes?|mins?|overnight|am|pm|od|do|godz|godziny?)\b/gi;

/** Words that name a day, as "fri" and "tomorrow", count from today; times alone are of the draft's own day. */
export const namesADay = (text: string): boolean => /\p{L}{3,}|\d\.\d+\.|\d{4}-\d/u.test(text.replace(plain, ''));

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
