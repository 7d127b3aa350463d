/* Turns a rectangle into a draft; finds its taken parts with their holders, and one-click
   alternatives. */
import type { Booking } from '../../../../data/bookings/booking';
import { hourMs, minuteMs } from '../../../../lib/zone';
import type { BookingIndex } from '../bookings';
import { fineSnapMs, snapMs, snap, snapDown, snapUp } from '../geometry';
import { sharing, type CalendarGpu, type Draft, type Interval } from '../model';
import { slotsBetween, type RowMap } from '../rows';

export interface Corner {
  row: number;
  at: number;
}

export const stepMs = 30 * minuteMs; // of the steppers
export const clickLengthMs = hourMs;

/** The draft of a drag between two corners. It is widened to whole quarters of an hour, or to five
    minutes, and never begins in the past. */
export function rectangle(map: RowMap, a: Corner, b: Corner, now: number, fine = false): Draft {
  const step = fine ? fineSnapMs : snapMs;
  const from = snap(Math.min(a.at, b.at), step);
  const until = Math.max(snap(Math.max(a.at, b.at), step), from + step);
  return notPast(
    { gpus: slotsBetween(map, a.row, b.row).map((row) => row.gpu.id), from, until },
    now,
  );
}

/** The draft of a click: an hour from the start of its cell, from now if that has begun, or from
    the end of the booking before; cut at the start of the next one. */
export function hourAt(
  index: BookingIndex,
  gpu: string,
  at: number,
  now: number,
  cell: number = snapMs,
): Draft {
  const start = snapDown(at, Math.min(cell, clickLengthMs));
  const before = index.of(gpu, start, at + 1).at(-1);
  const from = Math.max(
    start,
    before && before.until <= at ? before.until : start,
    start <= now && now - at < cell ? now : start,
  );
  const next = index.next(gpu, from);
  const until = snapUp(from + clickLengthMs - snapMs + 1);
  return notPast(
    {
      gpus: [gpu],
      from,
      until: next && next.from - from >= snapMs ? Math.min(until, next.from) : until,
    },
    now,
  );
}

function notPast(draft: Draft, now: number): Draft {
  return draft.from < now && draft.until > now ? { ...draft, from: now } : draft;
}

export interface Taken {
  gpu: string;
  booking: Booking;
  from: number; // of the part inside
  until: number;
}

export interface Check {
  taken: Taken[];
  free: string[]; // GPUs with nothing inside
  unusable: string[]; // GPUs that are lost or unhealthy
  past: boolean;
  empty: boolean;
}

export function check(
  draft: Draft,
  index: BookingIndex,
  gpus: ReadonlyMap<string, CalendarGpu>,
  now: number,
  ignore?: string,
): Check {
  const taken: Taken[] = [];
  const free: string[] = [];
  const unusable: string[] = [];
  for (const gpu of draft.gpus) {
    const inside = sharing(gpu, gpus)
      .flatMap((one) => index.of(one, draft.from, draft.until))
      .filter((booking) => booking.id !== ignore);
    for (const booking of inside) {
      taken.push({
        gpu,
        booking,
        from: Math.max(draft.from, booking.from),
        until: Math.min(draft.until, booking.until),
      });
    }
    if (inside.length === 0) free.push(gpu);
    if (['lost', 'unhealthy'].includes(gpus.get(gpu)?.state ?? '')) unusable.push(gpu);
  }
  return {
    taken,
    free,
    unusable,
    past: draft.until <= now || draft.from < now - minuteMs,
    empty: draft.gpus.length === 0,
  };
}

export const isFine = (found: Check): boolean =>
  found.taken.length === 0 && !found.past && !found.empty && found.unusable.length === 0;

export type Fix =
  | { kind: 'others'; draft: Draft; instead: string[] } // free GPUs for those taken
  | { kind: 'shorter'; draft: Draft } // ends where the first one begins
  | { kind: 'later'; draft: Draft } // begins where the last one ends
  | { kind: 'without'; draft: Draft }; // only those that are free

/** Alternatives to a partly taken rectangle, best first. All of them are free as of now, and none
    is shorter than `shortestMs`. */
export function fixes(
  draft: Draft,
  found: Check,
  index: BookingIndex,
  gpus: ReadonlyMap<string, CalendarGpu>,
  shortestMs: number,
): Fix[] {
  const bad = new Set([...found.taken.map((taken) => taken.gpu), ...found.unusable]);
  if (found.past || bad.size === 0) return [];
  const ways: Fix[] = [];
  const others = otherGpus(draft, bad, index, gpus);
  if (others) ways.push(others);
  if (found.unusable.length === 0) {
    const first = Math.min(...found.taken.map((taken) => taken.from));
    if (first - draft.from >= shortestMs)
      ways.push({ kind: 'shorter', draft: { ...draft, until: first } });
    const last = Math.max(...found.taken.map((taken) => taken.until));
    const later = { ...draft, from: last, until: draft.until };
    if (draft.until - last >= shortestMs) ways.push({ kind: 'later', draft: later });
  }
  const rest = draft.gpus.filter((gpu) => !bad.has(gpu));
  if (rest.length > 0) ways.push({ kind: 'without', draft: { ...draft, gpus: rest } });
  return ways;
}

function otherGpus(
  draft: Draft,
  bad: ReadonlySet<string>,
  index: BookingIndex,
  gpus: ReadonlyMap<string, CalendarGpu>,
): Fix | null {
  const used = new Set(draft.gpus);
  const instead: string[] = [];
  const chosen = draft.gpus.map((id) => {
    if (!bad.has(id)) return id;
    const other = closestFree(gpus.get(id), used, draft, index, gpus);
    if (!other) return null;
    used.add(other);
    instead.push(other);
    return other;
  });
  const complete = chosen.filter((id) => id !== null);
  if (complete.length < draft.gpus.length) return null;
  return { kind: 'others', draft: { ...draft, gpus: complete }, instead };
}

// On the same host, nearest by index; else the same model elsewhere, host by host.
function closestFree(
  gpu: CalendarGpu | undefined,
  used: ReadonlySet<string>,
  wanted: Interval,
  index: BookingIndex,
  gpus: ReadonlyMap<string, CalendarGpu>,
): string | null {
  if (!gpu) return null;
  let best: { id: string; cost: number } | null = null;
  for (const other of gpus.values()) {
    const here = other.hostId === gpu.hostId;
    if (used.has(other.id) || other.state !== 'available' || (!here && other.model !== gpu.model))
      continue;
    if ((other.parent === undefined) !== (gpu.parent === undefined)) continue; // a slice does not replace a whole GPU
    const cost = (here ? 0 : 1_000) + Math.abs(Number(other.index) - Number(gpu.index));
    if (best && best.cost <= cost) continue;
    if (sharing(other.id, gpus).every((one) => !used.has(one) && index.isFree(one, wanted)))
      best = { id: other.id, cost };
  }
  return best?.id ?? null;
}

/** The popover's steppers: − and + on the length, and a GPU chip in or out. */
export function stepLength(draft: Draft, by: 1 | -1, shortestMs: number): Draft {
  const length = draft.until - draft.from;
  const until =
    by > 0 ? snapDown(draft.until, stepMs) + stepMs : snapUp(draft.until, stepMs) - stepMs;
  return length <= shortestMs && by < 0
    ? draft
    : { ...draft, until: Math.max(until, draft.from + shortestMs) };
}
export function stepStart(draft: Draft, by: 1 | -1, now: number): Draft {
  const from = by > 0 ? snapDown(draft.from, stepMs) + stepMs : snapUp(draft.from, stepMs) - stepMs;
  const shift = Math.max(from, now) - draft.from;
  return { ...draft, from: draft.from + shift, until: draft.until + shift };
}
export function toggleGpu(draft: Draft, gpu: string): Draft {
  if (!draft.gpus.includes(gpu)) return { ...draft, gpus: [...draft.gpus, gpu] };
  return draft.gpus.length === 1
    ? draft
    : { ...draft, gpus: draft.gpus.filter((id) => id !== gpu) };
}
