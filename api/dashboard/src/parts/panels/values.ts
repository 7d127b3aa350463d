/* The values of GPUs as charts draw them, worked out once a second however many charts show them:
   what came live, holes filled by what was fetched, in the unit that is shown. */
import type { LiveGpu } from '../../data/live/fleet.svelte';
import { scales, type MetricName } from '../../data/metrics';
import { bridge, downsample, mergeLive, moments, type Column, type Drawn } from '../chart/series';
import type { Past } from './history.svelte';
import type { Window } from './windows';

/** Holes of so many seconds are no gap: a frame came late. */
const lateSeconds = 3;

export interface Drawing {
  times: readonly number[];
  of: (gpu: LiveGpu | undefined, id: string) => readonly Drawn[];
}

export class Values {
  #second = 0;
  #past: Past | undefined;
  #drawn = new Map<string, readonly Drawn[]>();
  #times: number[] = [];

  /** Ten minutes up to now. */
  live(now: number, past: Past | undefined, metric: MetricName): Drawing {
    const second = Math.floor(now / 1000);
    if (second !== this.#second || past !== this.#past) {
      this.#drawn.clear();
      this.#times = moments(now, 1000, 600);
      [this.#second, this.#past] = [second, past];
    }
    const times = this.#times;
    return { times, of: (gpu, id) => this.#remember(`${id} ${metric}`, () => {
      const column = past?.columns.get(id)?.[metric];
      const ring = gpu ? gpu.ring.read(metric, now) : new Float32Array(600).fill(NaN);
      return scaled(bridge(mergeLive(ring, column, times), lateSeconds), scales[metric].factor);
    }) };
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

/** A longer window, as it was fetched. */
export function pastDrawing(past: Past | undefined, metric: MetricName): Drawing {
  const first = past && [...past.columns.values()].find((columns) => columns[metric])?.[metric];
  if (!past || !first) return { times: [], of: () => [] };
  const { window } = past.wanted;
  const whole = drawnColumn(first, window);
  const times = Array.from({ length: whole.values.length }, (_, i) => whole.from + i * whole.step);
  return { times, of: (_gpu, id) => {
    const column = past.columns.get(id)?.[metric];
    return column ? scaled(Array.from(drawnColumn(column, window).values), scales[metric].factor) : times.map(() => null);
  } };
}

function drawnColumn(column: Column, window: Window): Column {
  const each = Math.max(1, Math.round(window.drawn / column.step));
  return downsample(column, Math.ceil(column.values.length / each));
}

function scaled(values: readonly Drawn[], factor: number): readonly Drawn[] {
  return factor === 1 ? values : values.map((value) => (typeof value === 'number' ? value * factor : value));
}
