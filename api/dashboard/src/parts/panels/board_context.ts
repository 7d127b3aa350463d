/* Shared by all panels of one board: the history of their charts, the values of this second, and
   whether it is shown on a wall. */
import { getContext, setContext } from 'svelte';
import { BoardHistory } from './history.svelte';
import { Values } from './values';

export interface BoardContext {
  history: BoardHistory;
  values: Values;
  /** Charts with the same key share one crosshair. */
  sync: string;
  /** Without buttons and links. */
  wall: boolean;
  /** Scale factor. */
  scale: () => number;
}

const key = Symbol('the look of a board');

export function shareBoardContext(wall = false, scale: () => number = () => 1): BoardContext {
  return setContext<BoardContext>(key, {
    history: new BoardHistory(),
    values: new Values(),
    sync: 'board',
    wall,
    scale,
  });
}

export const boardContext = (): BoardContext => getContext<BoardContext>(key);
