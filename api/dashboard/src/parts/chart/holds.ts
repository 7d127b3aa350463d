/* The holders along a line: each part has the colour of its holder at that time, not of the current
   one. Pure. */
import type { Tone } from './palette.svelte';

export interface Hold {
  from: number; // ms
  until: number;
  tone: Tone;
  /** The holder's name, for the readout. */
  name: string;
}

/** Sorted and disjoint; of two at once the later one in the list counts. Gaps have no holder. */
export function inOrder(holds: readonly Hold[]): Hold[] {
  let apart: Hold[] = [];
  for (const hold of holds) {
    if (hold.until <= hold.from) continue;
    apart = apart.flatMap((one) =>
      one.until <= hold.from || one.from >= hold.until ? [one] : without(one, hold),
    );
    apart.push(hold);
  }
  return apart.sort((one, other) => one.from - other.from);
}

const without = (one: Hold, taken: Hold): Hold[] =>
  [
    { ...one, until: taken.from },
    { ...one, from: taken.until },
  ].filter((rest) => rest.until > rest.from);

export function holdAt(holds: readonly Hold[] | undefined, at: number): Hold | undefined {
  return holds?.find((one) => one.from <= at && at < one.until);
}

export interface Stop {
  /** Position in the window, 0 to 1. */
  at: number;
  tone: Tone;
}

/** The tones along a window as stops of a gradient, two where a tone changes. */
export function stopsOf(holds: readonly Hold[], from: number, until: number): Stop[] {
  const length = Math.max(1, until - from);
  const stops: Stop[] = [];
  let end = from;
  const part = (begin: number, close: number, tone: Tone) => {
    if (close <= begin) return;
    stops.push({ at: (begin - from) / length, tone }, { at: (close - from) / length, tone });
    end = close;
  };
  for (const hold of holds) {
    const [begin, close] = [Math.max(from, hold.from), Math.min(until, hold.until)];
    if (close <= begin) continue;
    part(end, begin, 'none');
    part(begin, close, hold.tone);
  }
  part(end, until, 'none');
  return stops;
}
