/* What counts as a GPU, here as in the API (projections/fleet): the memory and the power of a host are those of
   its cards, each once, because a slice (MIG) is part of its card; what can be booked is counted with the slices in place of
   their card; what is lost is in neither. Pure. */

export interface Part {
  id: string;
  /** Of a slice: its card. */
  parent?: string | undefined;
  state: string;
}

const isLost = (part: Part): boolean => part.state === 'lost';

/** Cards that are cut now. */
export function cutCards(parts: readonly Part[]): Set<string> {
  return new Set(parts.flatMap((part) => (isLost(part) ? [] : (part.parent ?? []))));
}

/** Of which one is booked beside the other. */
export function bookable<P extends Part>(parts: readonly P[]): P[] {
  const cut = cutCards(parts);
  return parts.filter((part) => !isLost(part) && !cut.has(part.id));
}

export function cards<P extends Part>(parts: readonly P[]): P[] {
  return parts.filter((part) => !isLost(part) && part.parent === undefined);
}

/** Slices that are gone while their card is there: shown only as long as somebody has booked them. */
export function goneSlices(parts: readonly Part[]): string[] {
  const lost = parts.filter((part) => isLost(part) && part.parent !== undefined);
  if (lost.length === 0) return [];
  const there = new Set(cards(parts).map((card) => card.id));
  return lost.filter((slice) => slice.parent !== undefined && there.has(slice.parent)).map((slice) => slice.id);
}
