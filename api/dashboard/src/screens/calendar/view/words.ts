/* Bookings, drafts, cells and days in words: labels, announcements, the headings of popovers, the ruler. */
import type { Booking } from '../../../data/bookings/booking';
import { connection } from '../../../data/live/connection.svelte';
import { isKnown } from '../../../data/live/in_use.svelte';
import { endTime, rangeText, rangeWithin } from '../../../language/moment';
import { t } from '../../../language/t.svelte';
import { byName } from '../../../lib/by_name';
import { clockTime, dayText, modelText, relativeDay, runs, zoneName } from '../../../lib/format';
import { bookable } from '../../../lib/gpu_counts';
import { dayMs, isSameDay, localTime } from '../../../lib/zone';
import type { BookingIndex } from '../plan/bookings';
import { bookingUnder, type Cursor, type Grid } from '../plan/input/cursor';
import type { TimeScale } from '../plan/geometry';
import { phase, type CalendarGpu, type Draft, type Interval } from '../plan/model';
import type { Host } from '../plan/model';
import { freeNow, unbookedUse } from '../plan/occupancy';
import { makeRuler, type Ruler } from '../plan/ruler';
import { mayChange, reader } from './viewer';
import { inUse } from './gpu_use';

type Gpus = ReadonlyMap<string, CalendarGpu>;

export const titleOf = (booking: { title: string }): string =>
  booking.title.trim() || t('calendar.untitled');

/** "gpu03:0-3, gpu05:1"; empty before any GPU is known. */
export function gpuText(ids: readonly string[], gpus: Gpus): string {
  if (gpus.size === 0) return '';
  const hosts = new Map<string, string[]>();
  let gone = 0;
  for (const id of ids) {
    const gpu = gpus.get(id);
    if (!gpu) gone += 1;
    else hosts.set(gpu.hostName, [...(hosts.get(gpu.hostName) ?? []), gpu.index]);
  }
  const parts = [...hosts]
    .sort(([a], [b]) => byName.compare(a, b))
    .map(([host, indices]) => t('calendar.hostGpus', { host, gpus: runs(indices) }));
  if (gone > 0) parts.push(t('calendar.goneGpus', { count: gone }));
  return parts.join(', ');
}

/** "4 × A100 80 GB on gpu03" */
export function amountText(ids: readonly string[], gpus: Gpus): string {
  const known = ids.flatMap((id) => gpus.get(id) ?? []);
  const models = [...new Set(known.map((gpu) => modelText(gpu.model)))];
  const hosts = [...new Set(known.map((gpu) => gpu.hostName))];
  const what =
    models.length === 1
      ? `${ids.length} × ${models[0]}`
      : t('calendar.gpus', { count: ids.length });
  return hosts.length === 0 ? what : t('calendar.on', { what, hosts: hosts.join(', ') });
}

export const shortRange = ({ from, until }: Interval): string => rangeWithin(from, until, reader());
/** "19:15 – 01:15", for places without room for days. */
export const clockRange = ({ from, until }: Interval): string =>
  `${clockTime(from, reader())} – ${endTime(until, reader())}`;
export const fullRange = ({ from, until }: Interval): string => rangeText(from, until, reader());

/** "CET", or "CET/CEST" where the clocks change in between. */
export function zonesOf({ from, until }: Interval): string {
  const [first, last] = [zoneName(from, reader()), zoneName(until, reader())];
  return first === last ? first : `${first}/${last}`;
}

export function dayWords() {
  return {
    today: t('calendar.today'),
    tomorrow: t('calendar.tomorrow'),
    yesterday: t('calendar.yesterday'),
  };
}

/** "14:00", "tomorrow 14:00", "Fri 27 Nov 14:00" */
export function whenText(at: number, now: number): string {
  const clock = clockTime(at, reader());
  return isSameDay(at, now, reader().zone)
    ? clock
    : `${relativeDay(at, now, reader(), dayWords())} ${clock}`;
}

/** The same beside another moment: the day is shown where it differs. */
export function nearText(at: number, beside: number): string {
  const clock = clockTime(at, reader());
  return isSameDay(at, beside, reader().zone) ? clock : `${dayText(at, reader())} ${clock}`;
}

export function describe(booking: Booking, gpus: Gpus, now: number): string {
  return t('calendar.described', {
    who: booking.ownerName,
    title: titleOf(booking),
    gpus: gpuText(booking.gpus, gpus),
    when: `${stamp(booking.from)} – ${stamp(booking.until)}`,
    phase: t(`calendar.phase.${phase(booking, now)}`),
  });
}

// Formatting is slow, hundreds of blocks are named at once, and most times are whole quarters.
let stamps = new Map<number, string>();
let stampsFor = '';
const mostStamps = 5_000;

function stamp(at: number): string {
  const who = reader();
  const key = `${who.language} ${who.zone}`;
  if (key !== stampsFor || stamps.size > mostStamps) {
    stamps = new Map();
    stampsFor = key;
  }
  let text = stamps.get(at);
  if (text === undefined) {
    text = `${dayText(at, who)} ${clockTime(at, who)}`;
    stamps.set(at, text);
  }
  return text;
}

/** Why the viewer may not move, change or cancel a booking. */
export function whyNot(booking: Booking, now: number): string {
  if (!mayChange(booking) && connection.canEdit) return t('whose.ask', { who: booking.ownerName });
  if (!connection.canEdit) return t('calendar.offline');
  return t(phase(booking, now) === 'past' ? 'calendar.isOver' : 'calendar.runsAlready');
}

/** The screen reader text of a cell under the cursor. */
export function cellText(cursor: Cursor, grid: Grid, gpus: Gpus, marked: Draft): string {
  const row = grid.rows.rows[cursor.row];
  if (!row) return '';
  if (row.kind === 'host') {
    return t(row.collapsed ? 'calendar.cell.hostClosed' : 'calendar.cell.host', {
      host: row.host.name,
      model: row.host.model,
      free: freeText(row.host, grid.index, grid.now),
    });
  }
  const place = t('calendar.hostGpus', { host: row.host.name, gpus: row.gpu.index });
  const at = `${dayText(cursor.at, reader())} ${clockTime(cursor.at, reader())}`;
  if (cursor.anchor)
    return t('calendar.cell.marked', { count: marked.gpus.length, when: shortRange(marked) });
  const booking = bookingUnder(cursor, grid);
  if (booking)
    return t('calendar.cell.held', { place, at, what: describe(booking, gpus, grid.now) });
  if (cursor.at < grid.now - dayMs / 24) return t('calendar.cell.past', { place, at });
  if (cursor.at <= grid.now && inUse(row.gpu.id)) return t('calendar.cell.inUse', { place, at });
  const next = grid.index.next(row.gpu.id, cursor.at);
  return next
    ? t('calendar.cell.freeUntil', { place, at, until: nearText(next.from, cursor.at) })
    : t('calendar.cell.free', { place, at });
}

/** "2 of 8 free now: GPU 4 until 13:00, GPU 5 open-ended; 1 in use without a booking" */
export function freeText(host: Host, index: BookingIndex, now: number, short = false): string {
  if (!isKnown()) return t('app.loading');
  const free = freeNow(index, host.gpus, now, inUse);
  const count = bookable(host.gpus).length;
  const used = unbookedUse(index, host.gpus, now, inUse);
  const head = t('calendar.freeOf', { free: free.length, count });
  const rest = used > 0 ? t('calendar.inUse', { count: used }) : '';
  const alone = rest === '' ? head : `${head}, ${rest}`;
  if (free.length === 0 || short) return alone;
  const byEnd = new Map<string, string[]>();
  for (const gpu of free) {
    const key = gpu.until === undefined ? '' : whenText(gpu.until, now);
    byEnd.set(key, [...(byEnd.get(key) ?? []), gpu.index]);
  }
  if (byEnd.size === 1 && byEnd.has('')) return alone;
  const parts = [...byEnd]
    .slice(0, 3)
    .map(([until, indices]) =>
      t(until === '' ? 'calendar.freeLong' : 'calendar.freeUntil', { gpus: runs(indices), until }),
    );
  return `${head}: ${parts.join(', ')}${byEnd.size > 3 ? ' …' : ''}${rest === '' ? '' : `; ${rest}`}`;
}

export function rulerOf(scale: TimeScale): Ruler {
  const at = reader();
  return makeRuler(scale, at.zone, {
    day: (day) => dayText(day, at),
    shortDay: (day) => {
      const [weekday = ''] = dayText(day, at).split(' ');
      return `${weekday} ${localTime(day, at.zone).day}`;
    },
  });
}
