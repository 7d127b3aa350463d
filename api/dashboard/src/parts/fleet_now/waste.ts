/* Waste: a held GPU that is idle. Computed from the minutes of the last hour and the hours of the
   last day, back to the start of the running booking. An unknown minute is not idle. Pure. */
import { idlePercent } from '../../data/usage/in_use';
import { dayMs, hourMs, minuteMs } from '../../lib/zone';
import type { Column } from '../chart/series';

export interface Idle {
  /** GPU-hours idle within the last day, in the running booking. */
  hours: number;
  /** How long it has been idle without a break until now, ms. */
  forMs: number;
  /** Never used since the booking (or the day) began. */
  never: boolean;
}

interface Part {
  from: number;
  until: number;
  value: number | null;
}

// The column's parts within an interval, cut to it, newest first.
function parts(column: Column | undefined, from: number, until: number): Part[] {
  const found: Part[] = [];
  if (!column) return found;
  for (let i = column.values.length - 1; i >= 0; i -= 1) {
    const begin = column.from + i * column.step;
    const part = {
      from: Math.max(from, begin),
      until: Math.min(until, begin + column.step),
      value: column.values[i] ?? null,
    };
    if (part.until > part.from) found.push(part);
  }
  return found;
}

/** The time until the running minute is complete and reported, ms: ten idle minutes are shown when
    they are ten. */
export const untilMinute = (now: number): number => minuteMs - (now % minuteMs) + 2_000;

/** `minutes` for the last hour, `hours` for the time before. */
export function idleOf(
  heldFrom: number,
  now: number,
  minutes: Column | undefined,
  hours: Column | undefined,
): Idle {
  const begin = Math.max(heldFrom, now - dayMs);
  const edge = Math.max(begin, minutes?.from ?? now);
  const all = [...parts(minutes, edge, now), ...parts(hours, begin, edge)];
  // The newest minute may not have arrived yet.
  while (all[0] && all[0].value === null && now - all[0].until < 2 * minuteMs) all.shift();
  let idleMs = 0;
  let forMs = 0;
  let unbroken = true;
  for (const part of all) {
    const idle = part.value !== null && part.value < idlePercent;
    if (!idle) unbroken = false;
    else idleMs += part.until - part.from;
    if (unbroken && idle) forMs = now - part.from;
  }
  return {
    hours: idleMs / hourMs,
    forMs,
    never: unbroken && all.length > 0 && forMs >= now - begin - 2 * minuteMs,
  };
}
