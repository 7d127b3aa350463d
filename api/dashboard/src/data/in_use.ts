/* Whether a GPU is in use, with or without a booking. The server has the same rule (projections/fleet/occupancy.hpp). Pure. */

/** A GPU below this mean is idle, percent. */
export const idlePercent = 5;
/** A driver keeps less than this on an unused GPU, MiB. */
const heldMib = 512;

export interface UseSigns {
  /** Processes observed on it: a waiting process holds its memory. */
  running: number;
  /** If true, no observed process means that none runs. */
  known: boolean;
  /** Percent and MiB, current; undefined: no data. */
  used: number | undefined;
  memory: number | undefined;
}

/** Undefined: unknown. */
export function isInUse({ running, known, used, memory }: UseSigns): boolean | undefined {
  if (running > 0 || (used ?? 0) >= idlePercent || (memory ?? 0) >= heldMib) return true;
  return known || memory !== undefined ? false : undefined;
}
