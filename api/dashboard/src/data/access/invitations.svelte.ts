/* The groups that the person is invited to. Known with the session; read again where they are shown
   and whenever rights change. */
import { api, ask, command, seen } from '../client';
import { accessNews } from '../live/access_news.svelte';
import { connection } from '../live/connection.svelte';
import { localProblem, type Result } from '../problem';
import { session } from '../session.svelte';
import type { OwnInvitation } from '../types';

class Invitations {
  #read = $state.raw<readonly OwnInvitation[] | null>(null);
  readonly mine: readonly OwnInvitation[] = $derived(this.#read ?? session.me?.invitations ?? []);

  /** Call in an effect of a component that shows them. */
  follow(): void {
    void accessNews.arrivals;
    void this.#again();
  }

  /** Accepts or declines the invitation. */
  async answer({ group_id: id }: OwnInvitation, accept: boolean): Promise<Result<unknown>> {
    const me = session.me?.id;
    if (!connection.canEdit || me === undefined)
      return { ok: false, problem: localProblem('offline', '') };
    const path = { id, person: me };
    const got: Result<unknown> = accept
      ? await command((once) =>
          api.PUT('/api/v1/groups/{id}/members/{person}', {
            params: { path, header: { 'Idempotency-Key': once } },
            body: {},
          }),
        )
      : await command((once) =>
          api.DELETE('/api/v1/groups/{id}/invitations/{person}', {
            params: { path, header: { 'Idempotency-Key': once } },
          }),
        );
    await this.#again();
    return got;
  }

  async #again(): Promise<void> {
    const id = session.me?.id;
    if (id === undefined) return;
    const got = await ask(
      api.GET('/api/v1/people/{id}', {
        params: { path: { id }, query: { at_least: seen.position } },
      }),
    );
    if (got.ok) this.#read = got.value.invitations ?? [];
  }
}

export const invitations = new Invitations();
