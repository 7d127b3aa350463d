/* A board as it is sent, whole, and a comparison of two. Pure. */
import type { Board, BoardWhole, Panel } from '../types';

export const wholeOf = ({ title, shared, panels }: Board): BoardWhole => ({
  title,
  shared,
  panels,
});

/** Puts the members in one order and drops absent ones. */
function canonical(whole: BoardWhole): string {
  const panel = (one: Panel) =>
    Object.entries(one)
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1));
  const panels = whole.panels.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(panel);
  return JSON.stringify([whole.title, whole.shared, panels]);
}

export const isSame = (a: BoardWhole, b: BoardWhole): boolean => canonical(a) === canonical(b);
