/* The smallest share that is worth showing, percent. Pure. */
export const leastShownPercent = 5;

/** Whether the unknown part exceeds the known part: a figure would then look too small. */
export const outweighs = (unknown: number, part: number): boolean =>
  unknown > Math.max(part, leastShownPercent);
