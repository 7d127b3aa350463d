/* Positions the names of lines: beside their last values, and apart from each other. Pure. */
import type { Drawn } from './series';

export interface End {
  index: number;
  y: number;
  /** The highlighted one. */
  strong?: boolean;
}

/** As many as fit: the strong one, then from the top those that do not overlap. */
function fitting(ends: readonly End[], gap: number, room: number): readonly End[] {
  if ((ends.length - 1) * gap <= room) return ends;
  const kept: End[] = [];
  for (const end of [...ends].sort(
    (a, b) => Number(b.strong ?? false) - Number(a.strong ?? false) || a.y - b.y,
  )) {
    if (kept.every((one) => Math.abs(one.y - end.y) >= gap)) kept.push(end);
  }
  return kept;
}

/** Puts each at its value, moved as little as needed; upper ones stay above lower ones. Names that
    do not fit are left out: the pointer shows them. */
export function spread(ends: readonly End[], gap: number, top: number, bottom: number): End[] {
  const placed = fitting(ends, gap, bottom - top)
    .map((end) => ({ ...end }))
    .sort((a, b) => a.y - b.y || a.index - b.index);
  let free = top;
  for (const end of placed) {
    end.y = Math.max(end.y, free);
    free = end.y + gap;
  }
  let limit = bottom;
  for (const end of placed.toReversed()) {
    end.y = Math.min(end.y, limit);
    limit = end.y - gap;
  }
  return placed;
}

/** The last known value; undefined if there is none. */
export function lastKnown(values: readonly Drawn[]): number | undefined {
  for (let i = values.length - 1; i >= 0; i -= 1) {
    const value = values[i];
    if (typeof value === 'number') return value;
  }
  return undefined;
}
