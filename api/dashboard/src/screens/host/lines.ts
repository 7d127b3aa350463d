/* The values of one GPU in a window, from fetched data and, by the second, from the stream.
   Pure. */
import {
  bridge,
  downsample,
  meanOf,
  mergeLive,
  moments,
  type Column,
  type Drawn,
} from '../../parts/chart/series';
import { mostDrawn, type Window } from './windows';

/** Shorter gaps are bridged: a frame was late. */
const lateSeconds = 3;

export function liveValues(
  live: ArrayLike<number>,
  fetched: Column | undefined,
  times: readonly number[],
  factor: number,
): Drawn[] {
  return scaled(bridge(mergeLive(live, fetched, times), lateSeconds), factor);
}

/** The moments of a window up to now. */
export function liveTimes(window: Window, now: number): number[] {
  return moments(now, 1000, window.length / 1000);
}

/** Fetched columns share their start and step. */
export function pastTimes(column: Column): number[] {
  return Array.from({ length: column.values.length }, (_, i) => column.from + i * column.step);
}

export const pastColumn = (column: Column): Column => downsample(column, mostDrawn);

const together = 3;

/** Every third moment, and for values the means between: a gap stays one if nothing in it is
    known. */
export const thinned = (times: readonly number[]): number[] =>
  times.filter((_, i) => i % together === 0);

export function thinnedMeans(values: readonly Drawn[]): Drawn[] {
  const out: Drawn[] = [];
  for (let i = 0; i < values.length; i += together) {
    const end = Math.min(values.length, i + together);
    out.push(
      meanOf(values, i, end) ?? (values.slice(i, end).includes(undefined) ? undefined : null),
    );
  }
  return out;
}

export function scaled(values: readonly Drawn[], factor: number): Drawn[] {
  return factor === 1
    ? [...values]
    : values.map((value) => (typeof value === 'number' ? value * factor : value));
}
