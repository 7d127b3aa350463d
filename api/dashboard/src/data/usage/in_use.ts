/* The rule whether a GPU is in use, with or without a booking. The server has the same rule and limits (projections/fleet/occupancy.hpp). Pure. */

/** A GPU is in use from this utilization on, in percent; below it, the GPU is idle. */
export const idlePercent = 5;
/** A GPU is in use from this much used memory on, in MiB. The driver keeps less on an unused GPU. */
const useMib = 512;

/** Current observations of one GPU. */
export interface UseSigns {
  /** Number of observed processes. A waiting process counts: it keeps its memory. */
  running: number;
  /** True if the list of processes is complete: then no observed process means that none runs. */
  known: boolean;
  /** Utilization in percent; undefined: no data. */
  used: number | undefined;
  /** Used memory in MiB; undefined: no data. */
  memory: number | undefined;
}

/** Whether the GPU is in use; undefined: the observations do not show it. */
export function isInUse({ running, known, used, memory }: UseSigns): boolean | undefined {
  if (running > 0 || (used ?? 0) >= idlePercent || (memory ?? 0) >= useMib) return true;
  return known || memory !== undefined ? false : undefined;
}
