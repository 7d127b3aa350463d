/* Boards: the list, and the open ones. Each is fetched when it is shown, and again when the stream
   reports a change (the stream carries ids and versions only). Loaded with the first screen that
   needs it; its topic is subscribed then, so no snapshot is missed. */
import { SvelteMap } from 'svelte/reactivity';
import { api, ask, askAll } from '../client';
import type { Problem, Result } from '../problem';
import { stream } from '../stream.svelte';
import type { Board, BoardSummary, BoardTouched, StreamServerMessage } from '../types';

export type Followed = { board: Board } | { problem: Problem };

class Boards {
  /** Oldest first: one's own, and those shared with everyone. */
  list = $state.raw<BoardSummary[]>([]);
  listed = $state(false);
  problem = $state.raw<Problem | null>(null);
  readonly byId = new SvelteMap<string, Followed>();

  #listeners = 0;
  #followers = new Map<string, number>();
  #soon: ReturnType<typeof setTimeout> | undefined;

  /** `$effect(() => boards.watchList())` */
  watchList(): () => void {
    this.#listeners += 1;
    const stop = stream.watch('boards');
    void this.#readList();
    return () => {
      this.#listeners -= 1;
      stop();
    };
  }

  /** `$effect(() => boards.follow(id))`; afterwards it is in `byId`. */
  follow(id: string): () => void {
    this.#followers.set(id, (this.#followers.get(id) ?? 0) + 1);
    const stop = stream.watch('boards');
    void this.read(id);
    return () => {
      const left = (this.#followers.get(id) ?? 1) - 1;
      if (left > 0) this.#followers.set(id, left);
      else this.#followers.delete(id);
      stop();
    };
  }

  known(id: string): Board | undefined {
    const followed = this.byId.get(id);
    return followed && 'board' in followed ? followed.board : undefined;
  }

  put(board: Board): void {
    const known = this.known(board.id);
    if (!known || known.version <= board.version) this.byId.set(board.id, { board });
  }

  /** Reads it again; the shown board stays while no answer comes. */
  async read(id: string): Promise<Result<Board>> {
    const got = await ask(api.GET('/api/v1/boards/{id}', { params: { path: { id } } }));
    if (got.ok) this.put(got.value);
    else if (this.known(id) === undefined || got.problem.status === 404)
      this.byId.set(id, { problem: got.problem });
    return got;
  }

  take(frames: StreamServerMessage[]): void {
    for (const frame of frames) {
      if (frame.topic !== 'boards') continue;
      if (frame.type === 'snapshot') for (const id of this.#followers.keys()) void this.read(id);
      for (const touched of frame.boards ?? []) this.#touch(touched);
      this.#readListSoon();
    }
  }

  #touch(touched: BoardTouched): void {
    if (!this.#followers.has(touched.id)) {
      this.byId.delete(touched.id);
      return;
    }
    const known = this.known(touched.id);
    if (touched.removed === true || !known || (touched.version ?? Infinity) > known.version)
      void this.read(touched.id);
  }

  #readListSoon(): void {
    if (this.#listeners === 0) return;
    clearTimeout(this.#soon);
    this.#soon = setTimeout(() => void this.#readList(), 100);
  }

  async #readList(): Promise<void> {
    const got = await askAll((cursor) =>
      api.GET('/api/v1/boards', {
        params: { query: { limit: 200, ...(cursor === undefined ? {} : { cursor }) } },
      }),
    );
    this.problem = got.ok ? null : got.problem;
    if (!got.ok) return;
    this.list = got.value;
    this.listed = true;
  }
}

export const boards = new Boards();
stream.onFrames((frames) => boards.take(frames));
