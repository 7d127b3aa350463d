/* Positions messages so that they cover nothing that floats: popovers, panels, dialogs. Pure. */

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export type Place = 'middle' | 'start' | 'end' | 'top';
export const toastPlaces: readonly Place[] = ['middle', 'start', 'end', 'top'];

export interface Room {
  width: number;
  height: number;
  /** Free space at each edge, px. */
  margin: number;
  /** Free space at the top and the bottom, px: the bars there. */
  above: number;
  below: number;
}

export function boxAt(place: Place, size: { width: number; height: number }, room: Room): Box {
  const middle = (room.width - size.width) / 2;
  const left =
    place === 'start'
      ? room.margin
      : place === 'end'
        ? room.width - room.margin - size.width
        : middle;
  const top = place === 'top' ? room.above : room.height - room.below - size.height;
  return { left, top, right: left + size.width, bottom: top + size.height };
}

const meet = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** The first position that no box of `floating` overlaps; the default one if there is none. */
export function placeFor(
  floating: readonly Box[],
  size: { width: number; height: number },
  room: Room,
): Place {
  return (
    toastPlaces.find((place) => !floating.some((one) => meet(one, boxAt(place, size, room)))) ??
    'middle'
  );
}
