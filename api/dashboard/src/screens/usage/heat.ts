/* The used share of the GPUs' time, hour by hour of the week. Pure. */
import type { UsageReport, UsageRow } from '../../data/types';

export interface Cell {
  weekday: number; // 1 is Monday
  hour: number;
  /** `outside`: the period has no such hour; `unknown`: it was not measured. */
  state: 'known' | 'unknown' | 'outside';
  /** Percent of the measured time. */
  used: number;
  /** GPU-seconds, over all such hours of the period. */
  idle: number;
}

export interface Day {
  weekday: number;
  cells: Cell[];
  /** null: the period has no part of this day. */
  idle: number | null;
}

function cellOf(weekday: number, hour: number, row: UsageRow | undefined): Cell {
  const capacity = row?.capacity_s ?? 0;
  const measured = capacity - (row?.unmeasured_s ?? 0) - (row?.unreserved_unmeasured_s ?? 0);
  const cell: Cell = { weekday, hour, state: 'outside', used: 0, idle: row?.idle_s ?? 0 };
  if (!row || capacity <= 0) return cell;
  if (measured <= 0) return { ...cell, state: 'unknown' };
  const used =
    row.used_by_owner_s + row.used_by_others_s + row.used_by_unknown_s + row.unreserved_used_s;
  return { ...cell, state: 'known', used: Math.min(100, Math.max(0, (used / measured) * 100)) };
}

/** Seven days of 24 hours, whatever the report has; for a single day only that. */
export function heatOf(report: UsageReport, single = false): Day[] {
  const rows = new Map(report.rows.map((row) => [`${row.weekday} ${row.hour}`, row]));
  const week = Array.from({ length: 7 }, (_, i): Day => {
    const cells = Array.from({ length: 24 }, (__, hour) =>
      cellOf(i + 1, hour, rows.get(`${i + 1} ${hour}`)),
    );
    return {
      weekday: i + 1,
      cells,
      idle: isOutside(cells) ? null : cells.reduce((sum, cell) => sum + cell.idle, 0),
    };
  });
  const there = week.filter((day) => day.idle !== null);
  return single && there.length > 0 ? there : week;
}

const isOutside = (cells: readonly Cell[]): boolean =>
  cells.every((cell) => cell.state === 'outside');

/** The share of idle hours on Saturday and Sunday, percent; undefined: no idle hours, or no
    weekend. */
export function weekendShare(days: readonly Day[]): number | undefined {
  const weekend = days.filter((day) => day.weekday >= 6);
  const all = sumOf(days);
  if (all <= 0 || weekend.length === days.length || weekend.every((day) => day.idle === null))
    return undefined;
  return (sumOf(weekend) / all) * 100;
}

const sumOf = (days: readonly Day[]): number => days.reduce((sum, day) => sum + (day.idle ?? 0), 0);

/** The initially described hour: nine in the morning, if the period has it; else its last one. */
export function initialHour(days: readonly Day[]): { day: number; hour: number } {
  const nine = { day: 0, hour: 9 };
  if (days[0]?.cells[nine.hour]?.state === 'known') return nine;
  const day = days.findLastIndex((one) => one.cells.some((cell) => cell.state === 'known'));
  return day < 0
    ? nine
    : { day, hour: days[day]?.cells.findLastIndex((cell) => cell.state === 'known') ?? nine.hour };
}

/** The hour after an arrow key, in a table of `days` days. */
export function moved(
  at: { day: number; hour: number },
  key: string,
  days = 7,
): { day: number; hour: number } | undefined {
  const by: Record<string, [number, number]> = {
    ArrowLeft: [0, -1],
    ArrowRight: [0, 1],
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
    Home: [0, -24],
    End: [0, 24],
  };
  const go = by[key];
  if (!go) return undefined;
  const within = (value: number, most: number) => Math.max(0, Math.min(most, value));
  return { day: within(at.day + go[0], days - 1), hour: within(at.hour + go[1], 23) };
}
