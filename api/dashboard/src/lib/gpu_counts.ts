/* What counts as a GPU, as in the API (projections/fleet). A host's memory and power are those of
   its GPUs, each once, because a slice (MIG) is part of its GPU. Bookable devices are counted with
   the slices in place of their GPU. Lost devices are in neither. Pure. */

export interface Part {
  id: string;
  /** The parent GPU of a slice. */
  parent?: string | undefined;
  state: string;
}

const isLost = (part: Part): boolean => part.state === 'lost';

/** GPUs that are partitioned now. */
export function cutCards(parts: readonly Part[]): Set<string> {
  return new Set(parts.flatMap((part) => (isLost(part) ? [] : (part.parent ?? []))));
}

/** The devices that can be booked side by side. */
export function bookable<P extends Part>(parts: readonly P[]): P[] {
  const cut = cutCards(parts);
  return parts.filter((part) => !isLost(part) && !cut.has(part.id));
}

export function cards<P extends Part>(parts: readonly P[]): P[] {
  return parts.filter((part) => !isLost(part) && part.parent === undefined);
}

/** Slices that are gone while their GPU is there: shown only while they are booked. */
export function goneSlices(parts: readonly Part[]): string[] {
  const lost = parts.filter((part) => isLost(part) && part.parent !== undefined);
  if (lost.length === 0) return [];
  const there = new Set(cards(parts).map((card) => card.id));
  return lost
    .filter((slice) => slice.parent !== undefined && there.has(slice.parent))
    .map((slice) => slice.id);
}
