/* Grey areas of the picture: times at which the viewer may not book. Adjacent rows with the same
   times are merged. Pure. */
import { timeToX, xToTime, type TimeScale } from '../geometry';
import type { Row } from '../rows';

/** Of one GPU; `after`: the grant whose end starts it. */
export interface ClosedTime {
  from: number;
  until: number;
  after?: string;
}
export type ClosedTimes = ReadonlyMap<string, readonly ClosedTime[]>;

export interface Wash {
  key: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

export function washOf(rows: readonly Row[], closed: ClosedTimes, scale: TimeScale): Wash[] {
  const open = new Map<string, Wash>();
  const all: Wash[] = [];
  for (const row of rows) {
    if (row.kind === 'host') continue;
    for (const { from, until } of closed.get(row.gpu.id) ?? []) {
      const [x, end] = [
        Math.max(0, timeToX(scale, from)),
        Math.min(scale.width, timeToX(scale, until)),
      ];
      if (end - x < 1) continue;
      const time = `${from} ${until}`;
      const above = open.get(time);
      if (above && above.y + above.height === row.top) above.height += row.height;
      else {
        const wash = {
          key: `${row.key} ${time}`,
          x,
          y: row.top,
          width: end - x,
          height: row.height,
        };
        open.set(time, wash);
        all.push(wash);
      }
    }
  }
  return all;
}

/** The closed time at a point of the picture. */
export function closedAt(
  rows: readonly Row[],
  closed: ClosedTimes,
  scale: TimeScale,
  x: number,
  y: number,
): ClosedTime | undefined {
  const row = rows.find((one) => one.top <= y && y < one.top + one.height);
  if (row?.kind !== 'gpu') return undefined;
  const at = xToTime(scale, x);
  return closed.get(row.gpu.id)?.find((one) => one.from <= at && at < one.until);
}
