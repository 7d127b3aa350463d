/* Boards and their panels for the tests. */
import type { World } from './world';

export interface Panel {
  id: string;
  kind: string;
  metric?: string;
  host_id?: string;
  gpus?: string[];
  text?: string;
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface Board {
  id: string;
  title: string;
  shared: boolean;
  panels: Panel[];
  version: number;
}

export const chart = (id: string, x: number, y: number, more: Partial<Panel> = {}): Panel => ({
  id,
  kind: 'chart',
  metric: 'utilization_percent',
  x,
  y,
  w: 6,
  h: 4,
  ...more,
});

/** Boards of the admin: `put` replaces one whatever its version. */
export function boardsOf(world: World) {
  function make(title: string, panels: Panel[] = [], shared = false): Promise<Board> {
    return world.admin.expect<Board>(201, 'POST', '/api/v1/boards', { title, shared, panels });
  }

  const read = (id: string): Promise<Board> => world.admin.get<Board>(`/api/v1/boards/${id}`);

  const put = (
    board: Board,
    title: string,
    panels: Panel[],
    shared = board.shared,
  ): Promise<Board> =>
    world.admin.expect<Board>(
      200,
      'PUT',
      `/api/v1/boards/${board.id}`,
      { title, shared, panels },
      { 'If-Match': '*' },
    );

  return { make, put, read };
}
