/* Would the server book this? Asked while a booking is put together, so that role, grants, limits, budgets and approval are
   known before anybody presses "Book". Without an answer nothing is refused: the server has the last word then. */
import { api, ask } from '../../../data/client';
import { clock } from '../../../data/clock.svelte';
import type { Problem } from '../../../data/problem';
import type { Reservation } from '../../../data/types';
import type { Draft } from '../plan/model';

const restMs = 200;

export class Trial {
  /** It is asked, and has not answered. */
  waits = $state(true);
  refusal = $state.raw<Problem>();
  /** What would be booked. */
  made = $state.raw<Reservation>();
  #turn = 0;

  /** In an effect. The first question goes at once, the next when the draft rests. */
  ask(draft: Draft, project: string): () => void {
    const turn = ++this.#turn;
    this.waits = true;
    this.refusal = undefined;
    this.made = undefined;
    const timer = setTimeout(() => void this.#look(turn, draft, project), turn === 1 ? 0 : restMs);
    return () => clearTimeout(timer);
  }

  async #look(turn: number, { gpus, from, until }: Draft, project: string): Promise<void> {
    const body = { gpus: [...gpus], from: new Date(Math.max(from, clock.ms())).toISOString(), until: new Date(until).toISOString(), ...(project === '' ? {} : { project }) };
    const got = await ask(api.POST('/api/v1/reservations', { params: { query: { dry_run: true } }, body }));
    if (turn !== this.#turn) return;
    this.waits = false;
    if (got.ok) this.made = got.value;
    else if (isRefusal(got.problem)) this.refusal = got.problem;
  }
}

// Not: no answer, a session that ended, too much asked, a server that cannot say.
const isRefusal = ({ status }: Problem): boolean => [403, 404, 409, 422].includes(status);
