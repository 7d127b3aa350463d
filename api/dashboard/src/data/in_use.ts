/* Whether a GPU is in use, with or without a booking. The server has the same rule (projections/fleet/occupancy.hpp). Pure. */

/** Below this mean a GPU does nothing. */
export const idlePercent = 5;
/** A driver keeps less than this for itself on a GPU that nobody uses. */
const heldMib = 512;

export interface UseSigns {
  /** Processes that are seen on it: one that waits holds its memory. */
  running: number;
  /** No process seen means that none runs. */
  known: boolean;
  /** Percent, and MiB, of now; undefined: no data. */
  used: number | undefined;
  memory: number | undefined;
}

/** Undefined: nobody can say. */
export function isInUse({ running, known, used, memory }: UseSigns): boolean | undefined {
  if (running > 0 || (used ?? 0) >= idlePercent || (memory ?? 0) >= heldMib) return true;
  return known || memory !== undefined ? false : undefined;
}
