/* The values of GPUs and hosts as charts draw them, computed once a second for all charts: live
   values, gaps filled by fetched ones, in the shown unit. */
import { fleet } from '../../data/live/fleet.svelte';
import { scaleOfBoard, type BoardMetric } from '../../data/usage/metrics';
import { bridge, downsample, mergeLive, moments, type Drawn } from '../chart/series';
import type { Past } from './history.svelte';

/** Shorter gaps are bridged: a frame was late. */
const lateSeconds = 3;
/** Per line: more cannot be told apart. */
const mostDrawn = 600;

export interface Drawing {
  times: readonly number[];
  of: (id: string) => readonly Drawn[];
}

const nothing = new Float32Array(600).fill(NaN);

/** The live seconds. */
function ringOf(metric: BoardMetric, id: string, now: number): Float32Array {
  if (metric.of === 'host') return fleet.hostRing(id).read(metric.name, now);
  return fleet.gpus.get(id)?.ring.read(metric.name, now) ?? nothing;
}

export class Values {
  #second = 0;
  readonly #pasts = new Map<string, Past | undefined>();
  #drawn = new Map<string, readonly Drawn[]>();
  #times: number[] = [];

  /** Ten minutes up to now. */
  live(now: number, past: Past | undefined, metric: BoardMetric): Drawing {
    const second = Math.floor(now / 1000);
    if (second !== this.#second || past !== this.#pasts.get(metric.of)) {
      this.#drawn.clear();
      if (second !== this.#second) this.#times = moments(now, 1000, 600);
      this.#second = second;
      this.#pasts.set(metric.of, past);
    }
    const times = this.#times;
    return {
      times,
      of: (id) =>
        this.#remember(`${id} ${metric.name}`, () => {
          const column = past?.columns.get(id)?.[metric.name];
          return scaled(
            bridge(mergeLive(ringOf(metric, id, now), column, times), lateSeconds),
            scaleOfBoard(metric).factor,
          );
        }),
    };
  }

  #remember(key: string, make: () => readonly Drawn[]): readonly Drawn[] {
    let known = this.#drawn.get(key);
    if (!known) {
      known = make();
      this.#drawn.set(key, known);
    }
    return known;
  }
}

/** A longer window, as fetched. */
export function pastDrawing(past: Past | undefined, metric: BoardMetric): Drawing {
  const first =
    past && [...past.columns.values()].find((columns) => columns[metric.name])?.[metric.name];
  if (!past || !first) return { times: [], of: () => [] };
  const whole = downsample(first, mostDrawn);
  const times = Array.from({ length: whole.values.length }, (_, i) => whole.from + i * whole.step);
  return {
    times,
    of: (id) => {
      const column = past.columns.get(id)?.[metric.name];
      return column
        ? scaled(Array.from(downsample(column, mostDrawn).values), scaleOfBoard(metric).factor)
        : times.map(() => null);
    },
  };
}

function scaled(values: readonly Drawn[], factor: number): readonly Drawn[] {
  return factor === 1
    ? values
    : values.map((value) => (typeof value === 'number' ? value * factor : value));
}
