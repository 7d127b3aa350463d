/* When a share is large enough to be told, in percent: less changes nothing. Pure. */
export const leastToldPercent = 5;

/** What is not known is more than what is known of a part: as little as that is, it would read as little. */
export const outweighs = (unknown: number, part: number): boolean => unknown > Math.max(part, leastToldPercent);
