/* The pointer over the week: paints or erases a rectangle of days and hours, or moves an edge. The
   drawing follows at once; Esc cancels a gesture. */
import type { WeeklyWindow } from '../../../data/types';
import type { Draft } from '../grants/draft';
import { dayLength, erase, isOverMidnight, moveEdge, minutesOf, paint, step } from './week';

interface Box {
  days: number[];
  from: number;
  until: number;
}
interface Gesture {
  day: number;
  at: number;
  x: number;
  moved: boolean;
  erases: boolean;
  before: readonly WeeklyWindow[];
  edge?: { window: number; which: 'from' | 'until' };
}

const leastPx = 4;
const hour = 60;

export class Painting {
  box = $state.raw<Box | null>(null);
  /** The edge that is being moved. */
  edge = $state.raw<{ day: number; at: number } | null>(null);
  erases = $state(false);
  #gesture: Gesture | null = null;

  constructor(
    readonly area: () => DOMRect,
    readonly draft: () => Draft,
    readonly change: (windows: WeeklyWindow[]) => void,
  ) {}

  #place(event: PointerEvent): { day: number; at: number } {
    const box = this.area();
    const part = (value: number) => Math.min(1, Math.max(0, value));
    return {
      day: Math.min(6, Math.floor(part((event.clientY - box.top) / box.height) * 7)),
      at: part((event.clientX - box.left) / box.width) * dayLength,
    };
  }

  down(event: PointerEvent, erasing: boolean): void {
    if (event.button !== 0 || !(event.currentTarget instanceof HTMLElement)) return;
    const { day, at } = this.#place(event);
    const { always, windows } = this.draft();
    const erases = erasing || event.altKey;
    // From "at any time", painting starts with an empty week, and erasing with a full one.
    const before: readonly WeeklyWindow[] = !always
      ? windows
      : erases
        ? [
            {
              days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
              from: '00:00',
              until: '24:00',
            },
          ]
        : [];
    this.#gesture = { day, at, x: event.clientX, moved: false, erases, before };
    const handle = event.target instanceof HTMLElement ? event.target.dataset : {};
    const which = handle['edge'];
    if (which === 'from' || which === 'until')
      this.#gesture.edge = { window: Number(handle['window']), which };
    this.erases = erases && which === undefined;
    event.currentTarget.setPointerCapture(event.pointerId);
    event.preventDefault();
  }

  move(event: PointerEvent): void {
    const gesture = this.#gesture;
    if (!gesture) return;
    gesture.moved ||=
      Math.abs(event.clientX - gesture.x) >= leastPx || this.#place(event).day !== gesture.day;
    if (!gesture.moved) return;
    const { day, at } = this.#place(event);
    if (gesture.edge) this.#moveEdge(gesture, gesture.edge, at);
    else this.box = boxOf(gesture, day, at);
  }

  #moveEdge(gesture: Gesture, { window, which }: NonNullable<Gesture['edge']>, at: number): void {
    const next = moveEdge(gesture.before, window, which, Math.round(at / step) * step);
    this.change(next);
    const now = next[window];
    if (now)
      this.edge = {
        day: gesture.day,
        at:
          which === 'from'
            ? minutesOf(now.from)
            : now.until === '00:00' && isOverMidnight(now)
              ? dayLength
              : minutesOf(now.until),
      };
  }

  up(event: PointerEvent): void {
    const gesture = this.#gesture;
    if (!gesture) return;
    if (!gesture.edge) {
      const { day, at } = this.#place(event);
      // A press without a drag is an hour.
      const from = Math.floor(gesture.at / hour) * hour;
      const box = gesture.moved
        ? boxOf(gesture, day, at)
        : { days: [gesture.day], from, until: Math.min(dayLength, from + hour) };
      this.change((gesture.erases ? erase : paint)(gesture.before, box.days, box.from, box.until));
    }
    this.#end();
  }

  cancel(): boolean {
    const gesture = this.#gesture;
    if (!gesture) return false;
    if (gesture.edge) this.change([...gesture.before]);
    this.#end();
    return true;
  }

  #end(): void {
    this.#gesture = null;
    [this.box, this.edge, this.erases] = [null, null, false];
  }
}

/** From its start to the pointer, in whole steps. */
function boxOf(start: { day: number; at: number }, day: number, at: number): Box {
  const [first, last] = [Math.min(start.day, day), Math.max(start.day, day)];
  const from = Math.floor(Math.min(start.at, at) / step) * step;
  const until = Math.ceil(Math.max(start.at, at) / step) * step;
  return {
    days: Array.from({ length: last - first + 1 }, (_, i) => first + i),
    from: Math.min(from, dayLength - step),
    until: Math.max(until, Math.min(from, dayLength - step) + step),
  };
}
