/* The changes that reverting a board's change would lose, from the facts around it. Pure. */
import type { BoardWhole, Fact } from '../../data/types';
import { membersOf } from '../../language/fact';

/** For the facts of a board, newest first: the board before one of them, and the changes since,
    which reverting it would lose. */
export function boardAround(
  facts: readonly Fact[],
  position: number,
): { before: BoardWhole | undefined; later: Fact[] } {
  const found = facts.find((one) => one.position < position);
  const { title, shared, panels } = membersOf(
    membersOf(found?.data)['board'],
  ) as Partial<BoardWhole>;
  const before =
    title === undefined || shared === undefined || panels === undefined
      ? undefined
      : { title, shared, panels };
  return { before, later: facts.filter((one) => one.position > position) };
}
