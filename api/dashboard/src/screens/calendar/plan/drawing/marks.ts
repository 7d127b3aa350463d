/* The violations of the picture: at their time, on their rows. Violations of one person on one GPU
   at one time are merged: open ones from the first start, closed ones as long as they overlapped.
   Excused ones raise no alarm and have no mark. */
import type { Violation } from '../../../../data/types';
import { intruderOf, timeOf } from '../../../../data/rules/violation_groups';
import { endOf, timeToX, type TimeScale } from '../geometry';
import type { RowMap } from '../rows';

/** A person's time on a GPU against the rules. */
export interface Run {
  gpu: string;
  who: string;
  from: number;
  until: number; // Infinity: it is observed now
}

/** A sign and a line: for a run, or for several closed ones whose signs would overlap. */
export interface Mark {
  key: string;
  gpu: string;
  who: string;
  open: boolean;
  at: number;
  until: number; // now, if it is open
  count: number;
  x: number; // never left of the picture
  top: number;
  width: number;
}

export const markIconPx = 20;
const twoLinesPx = 38; // with the padding above
const nearPx = 70; // from a block's start: its words move behind the mark
const leastPx = 2;
const apartMs = 60_000; // as in data/rules/violation_groups: a violation that begins this soon after the last is the same run
const none: Mark[] = []; // a constant, so that dependants do not change

/** Runs of one person on one GPU are adjacent, the oldest first; open ones come last, above the
    others. `unseenSince`: an unobserved violation is known until then. */
export function runsOf(
  violations: readonly Violation[],
  unseenSince: (one: Violation) => string | undefined,
): Run[] {
  const runs = new Map<string, Run[]>();
  const timed = violations
    .filter((one) => !one.excused)
    .map((one) => ({
      gpus: one.gpus,
      who: intruderOf(one),
      ...timeOf(one, one.closed_at ?? unseenSince(one)),
    }));
  for (const { gpus, who, from, until } of timed.sort(
    (a, b) => Number(a.until === Infinity) - Number(b.until === Infinity) || a.from - b.from,
  )) {
    for (const gpu of gpus) {
      const key = `${gpu} ${who} ${until === Infinity}`;
      const own = runs.get(key) ?? [];
      const last = own.at(-1);
      if (last && from <= last.until + apartMs) last.until = Math.max(last.until, until);
      else own.push({ gpu, who, from, until });
      runs.set(key, own);
    }
  }
  return [...runs.values()].flat();
}

export function marksOf(runs: readonly Run[], rows: RowMap, scale: TimeScale, now: number): Mark[] {
  const marks: Mark[] = [];
  for (const { gpu, who, from, until: end } of runs) {
    const row = rows.rows[rows.rowOfGpu.get(gpu) ?? -1];
    const open = end === Infinity;
    const until = open ? now : end;
    if (!row || from >= endOf(scale) || until <= scale.start) continue;
    const x = Math.max(0, timeToX(scale, from));
    const width = Math.max(leastPx, Math.min(scale.width, timeToX(scale, until)) - x);
    const last = marks.at(-1);
    if (!open && last?.gpu === gpu && last.who === who && x < last.x + markIconPx)
      Object.assign(last, { until, count: last.count + 1, width: x + width - last.x });
    else
      marks.push({
        key: `${gpu} ${who} ${from} ${open}`,
        gpu,
        who,
        open,
        at: from,
        until,
        count: 1,
        x,
        top: row.top,
        width,
      });
  }
  return marks.length === 0 ? none : marks;
}

/** The room of a block's first line beside the marks on its row: start and width, px from its left
    edge. */
export function roomBeside(
  marks: readonly Mark[],
  block: { x: number; width: number; gpus: readonly string[] },
  padding: number,
): { from: number; room: number } {
  let [from, end] = [padding, block.width - padding];
  const first = marks.filter((mark) => mark.gpu === block.gpus[0]).sort((a, b) => a.x - b.x);
  for (const mark of first) {
    const x = mark.x - block.x;
    if (x + markIconPx <= from || x >= end) continue;
    if (x < nearPx) from = x + markIconPx + 2;
    else end = Math.min(end, x - 4);
  }
  return { from, room: end - from };
}

/** Whether the second line is on a row of its own without a mark. With low rows it is on the next
    row. */
export function hasSecondLine(
  marks: readonly Mark[],
  { x, width, gpus }: { x: number; width: number; gpus: readonly string[] },
  rowPx: number,
): boolean {
  if (gpus.length < 2) return false;
  const under = rowPx < twoLinesPx ? gpus.slice(0, 2) : gpus.slice(0, 1);
  return !marks.some(
    (mark) =>
      under.includes(mark.gpu) &&
      mark.x < x + width &&
      x < mark.x + Math.max(mark.width, markIconPx),
  );
}

/** Whether the name fits beside the sign, before the next one. Not where the block's words are
    behind it. */
export function isNamed(
  mark: Mark,
  held: { x: number; width: number } | undefined,
  nameWidth: number,
  width: number,
  marks: readonly Mark[],
): boolean {
  if (held && mark.x - held.x < nearPx) return false;
  const next = marks.filter((one) => one.gpu === mark.gpu && one.x > mark.x).map((one) => one.x);
  return (
    mark.x + nameWidth + markIconPx + 8 <=
    Math.min(width, held ? held.x + held.width : width, ...next)
  );
}
