/* The violation levels of hosts and groups that have their own. Read while a component follows
   (`$effect(() => levels.follow())`), and again when the stream reports a change; set by admins,
   with undo. */
import { api, ask, command, seen } from '../client';
import { localProblem, type Problem, type Result } from '../problem';
import { stream } from '../stream.svelte';
import type {
  StreamServerMessage,
  ViolationLevel,
  ViolationLevelNew,
  ViolationLevels,
} from '../types';
import { undoStack } from '../undo.svelte';
import { connection } from './connection.svelte';

export type Level = ViolationLevels['items'][number];
/** The host or group of a level. */
export type LevelOf = { host_id: string } | { group_id: string };

const ours = /^violation\.level_set\./;

class Levels {
  /** Null before they are known. */
  items = $state.raw<readonly Level[] | null>(null);
  problem = $state.raw<Problem | null>(null);
  #followers = 0;
  #turn = 0;

  /** The level of one; undefined: it has none of its own, or levels are not known yet. */
  of(whose: LevelOf): Level | undefined {
    return this.items?.find((one) =>
      'host_id' in whose ? one.host_id === whose.host_id : one.group_id === whose.group_id,
    );
  }

  follow(): () => void {
    this.#followers += 1;
    void this.read();
    const end = stream.watch('events');
    return () => {
      this.#followers -= 1;
      end();
    };
  }

  async read(): Promise<void> {
    const turn = ++this.#turn;
    const got = await ask(
      api.GET('/api/v1/violation-levels', { params: { query: { at_least: seen.position } } }),
    );
    if (turn !== this.#turn) return;
    this.problem = got.ok ? null : got.problem;
    if (got.ok) this.items = got.value.items;
  }

  /** null: the site's default. */
  async set(
    whose: LevelOf,
    level: ViolationLevel | null,
    done: string,
  ): Promise<Result<ViolationLevels>> {
    if (!connection.canEdit) return { ok: false, problem: localProblem('offline', '') };
    const before = this.of(whose)?.level ?? null;
    const result = await this.#put({ ...whose, level });
    if (result.ok) undoStack.done(done, () => this.#put({ ...whose, level: before }));
    return result;
  }

  async #put(body: ViolationLevelNew): Promise<Result<ViolationLevels>> {
    const result = await command((key) =>
      api.PUT('/api/v1/violation-levels', { params: { header: { 'Idempotency-Key': key } }, body }),
    );
    if (!result.ok) return result;
    this.#turn += 1; // an open read is older
    this.items = result.value.items;
    this.problem = null;
    return result;
  }

  take(frames: StreamServerMessage[]): void {
    if (this.#followers === 0) return;
    const some = frames.some(
      (frame) =>
        frame.topic === 'events' &&
        (frame.type === 'snapshot' || frame.events?.some(({ type }) => ours.test(type)) === true),
    );
    if (some) void this.read();
  }
}

export const levels = new Levels();
stream.onFrames((frames) => levels.take(frames));
