/* What would go with taking a change of a board back, from the facts around it. Pure. */
import type { BoardWhole, Fact } from '../../data/types';
import { membersOf } from '../../language/fact';

/** Of the facts of a board, newest first: what it was before one of them, and its changes since, which go if that one is taken back. */
export function boardAround(facts: readonly Fact[], position: number): { before: BoardWhole | undefined; later: Fact[] } {
  const found = facts.find((one) => one.position < position);
  const { title, shared, panels } = membersOf(membersOf(found?.data)['board']) as Partial<BoardWhole>;
  const before = title === undefined || shared === undefined || panels === undefined ? undefined : { title, shared, panels };
  return { before, later: facts.filter((one) => one.position > position) };
}
