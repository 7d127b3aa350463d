/* A dry run of a draft, so that role, grants, limits, budgets and approval are known before "Book"
   is pressed. Without an answer the draft counts as allowed: the server decides at booking. */
import { api, ask } from '../../../data/client';
import { clock } from '../../../data/clock.svelte';
import type { Problem } from '../../../data/problem';
import type { Reservation } from '../../../data/types';
import type { Draft } from '../plan/model';

const restMs = 200;

export class Trial {
  /** A dry run is open. */
  waits = $state(true);
  refusal = $state.raw<Problem>();
  /** The booking that would be created. */
  made = $state.raw<Reservation>();
  #turn = 0;

  /** Call in an effect. The first dry run is sent at once, the next when the draft is at rest. */
  ask(draft: Draft, project: string): () => void {
    const turn = ++this.#turn;
    this.waits = true;
    this.refusal = undefined;
    this.made = undefined;
    const timer = setTimeout(() => void this.#look(turn, draft, project), turn === 1 ? 0 : restMs);
    return () => clearTimeout(timer);
  }

  async #look(turn: number, { gpus, from, until }: Draft, project: string): Promise<void> {
    const body = {
      gpus: [...gpus],
      from: new Date(Math.max(from, clock.ms())).toISOString(),
      until: new Date(until).toISOString(),
      ...(project === '' ? {} : { project }),
    };
    const got = await ask(
      api.POST('/api/v1/reservations', { params: { query: { dry_run: true } }, body }),
    );
    if (turn !== this.#turn) return;
    this.waits = false;
    if (got.ok) this.made = got.value;
    else if (isRefusal(got.problem)) this.refusal = got.problem;
  }
}

// No refusals: no answer, an ended session, too many requests, a server that cannot decide.
const isRefusal = ({ status }: Problem): boolean => [403, 404, 409, 422].includes(status);
