/* What all panels of one board share: the past of their charts, the values of this second, and whether
   it hangs on a wall. */
import { getContext, setContext } from 'svelte';
import { BoardHistory } from './history.svelte';
import { Values } from './values';

export interface Look {
  history: BoardHistory;
  values: Values;
  /** Charts with the same have one crosshair. */
  sync: string;
  /** Nothing to press, nothing to follow. */
  wall: boolean;
  /** Times larger than usual. */
  scale: () => number;
}

const key = Symbol('the look of a board');

export function shareLook(wall = false, scale: () => number = () => 1): Look {
  return setContext<Look>(key, { history: new BoardHistory(), values: new Values(), sync: 'board', wall, scale });
}

export const sharedLook = (): Look => getContext<Look>(key);
