/* Idle time by owner: the ranked rows of the report, and their common axis. Pure. */
import type { UsageReport, UsageRow } from '../../../data/types';
import { splitOf, type Split } from '../../../parts/split/split';

export const bys = ['person', 'group', 'project', 'model', 'host'] as const;
export type By = (typeof bys)[number];
export const orders = ['idle', 'share', 'used', 'others', 'reserved', 'change'] as const;
export type Order = (typeof orders)[number];

export interface Ranked {
  key: string;
  row: UsageRow;
  /** GPU-seconds. */
  split: Split;
  /** Idle share of reserved time, 0 to 1; null: nothing was reserved. */
  share: number | null;
  /** Idle, compared with the period before; null: unknown. */
  change: number | null;
}

export function keyOf(row: UsageRow, by: By): string {
  if (by === 'model') return row.model ?? '';
  if (by === 'host') return row.host_id ?? '';
  if (by === 'group') return row.group_id ?? '';
  if (by === 'project') return row.project ?? '';
  return row.person_id ?? (row.unix_name === undefined ? '' : `account:${row.unix_name}`);
}

const isEmpty = (row: UsageRow): boolean =>
  row.reserved_s === 0 && row.used_of_others_s === 0 && row.unreserved_used_s === 0;

export function rank(report: UsageReport, earlier: UsageReport | null, by: By): Ranked[] {
  const known = earlier && new Map(earlier.rows.map((row) => [keyOf(row, by), row.idle_s]));
  return report.rows
    .filter((row) => !isEmpty(row))
    .map((row) => {
      const key = keyOf(row, by);
      return {
        key,
        row,
        split: splitOf(row),
        share: row.reserved_s - row.unmeasured_s > 0 ? row.idle_s / row.reserved_s : null,
        change: known ? row.idle_s - (known.get(key) ?? 0) : null,
      };
    });
}

const values: Record<Order, (one: Ranked) => number> = {
  idle: (one) => one.split.idle,
  share: (one) => one.share ?? -1,
  used: (one) => one.split.holder,
  others: (one) => one.split.others,
  reserved: (one) => one.row.reserved_s,
  change: (one) => one.change ?? -Infinity,
};

/** The most first; ties by reserved time, then in a fixed order. */
export function sorted(rows: readonly Ranked[], order: Order): Ranked[] {
  const value = values[order];
  return [...rows].sort(
    (a, b) =>
      value(b) - value(a) || b.row.reserved_s - a.row.reserved_s || (a.key < b.key ? -1 : 1),
  );
}

export interface Counts {
  /** Named people, groups, models, hosts, projects. */
  named: number;
  /** The other rows: accounts without a person, or bookings without a group or project. */
  rest: number;
}

/** Counts the rows by kind. */
export function countOf(rows: readonly Pick<Ranked, 'row'>[], by: By): Counts {
  const isNamed = ({ row }: Pick<Ranked, 'row'>): boolean =>
    by === 'person'
      ? row.person_id !== undefined
      : by === 'group'
        ? row.group_id !== undefined
        : by === 'project'
          ? row.project !== undefined
          : true;
  const named = rows.filter(isNamed).length;
  return { named, rest: rows.length - named };
}

export interface Axis {
  /** The axis's position, percent. */
  at: number;
  /** Percent per second. */
  scale: number;
}

/** Idle to the left, use to the right, on one scale. */
export function axisOf(splits: readonly Split[]): Axis {
  const left = Math.max(1, ...splits.map((split) => split.idle));
  const right = Math.max(1, ...splits.map((split) => split.holder + split.others + split.unknown));
  const at = Math.min(65, Math.max(20, (left / (left + right)) * 100));
  return { at, scale: Math.min(at / left, (100 - at) / right) };
}

/** The first rows that together have more than half of the idle time, at most two. */
export function worst(rows: readonly Ranked[], idle: number): { rows: Ranked[]; idle: number } {
  const first = sorted(
    rows.filter((one) => one.split.idle > 0 && one.row.person_id !== undefined),
    'idle',
  );
  const taken = (first[0]?.split.idle ?? 0) > idle / 2 ? first.slice(0, 1) : first.slice(0, 2);
  return { rows: taken, idle: taken.reduce((sum, one) => sum + one.split.idle, 0) };
}
