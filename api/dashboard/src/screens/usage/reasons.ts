/* Why reserved time was idle, as far as processes show. Pure. */
import type { UsageRow } from '../../data/types';

/** `asleep`: the owner's process existed and no kernel ran; `never`: no process of the owner ran in
    that booking; `gone`: one ran before or after; `unknown`: processes are unknown. */
export const reasons = ['asleep', 'never', 'gone', 'unknown'] as const;
export type Reason = (typeof reasons)[number];

type Idle = Pick<
  UsageRow,
  'idle_s' | 'idle_with_process_s' | 'idle_without_process_s' | 'used_by_owner_s'
>;

function partsOf(row: Idle): Record<Reason, number> {
  const never = row.used_by_owner_s === 0 && row.idle_with_process_s === 0;
  return {
    asleep: row.idle_with_process_s,
    never: never ? row.idle_without_process_s : 0,
    gone: never ? 0 : row.idle_without_process_s,
    unknown: Math.max(
      0,
      Math.round((row.idle_s - row.idle_with_process_s - row.idle_without_process_s) * 100) / 100,
    ), // the report has hundredths
  };
}

/** The reason of the largest part; undefined: it was not idle. */
export function mainReason(row: Idle): Reason | undefined {
  const parts = partsOf(row);
  const [first] = [...reasons].sort((a, b) => parts[b] - parts[a]);
  return first !== undefined && parts[first] > 0 ? first : undefined;
}

export interface Why {
  reason: Reason;
  seconds: number;
  bookings: number;
}

/** By size, without empty ones. */
export function whyIdle(bookings: readonly Idle[]): Why[] {
  const all = reasons.map((reason): Why => ({ reason, seconds: 0, bookings: 0 }));
  for (const booking of bookings) {
    const parts = partsOf(booking);
    for (const why of all) {
      why.seconds += parts[why.reason];
      if (parts[why.reason] > 0) why.bookings += 1;
    }
  }
  return all.filter((why) => why.seconds > 0).sort((a, b) => b.seconds - a.seconds);
}
