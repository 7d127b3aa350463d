/* Frames of the stream are shared and carry only the start of a command line; one's own whole lines
   are read here, once per process. */
import { SvelteMap } from 'svelte/reactivity';
import { api, askAll } from '../../data/client';
import type { Process } from '../../data/types';

const cut = '…';

export class OwnCommands {
  readonly #whole = new SvelteMap<string, string>();
  readonly #asked = new Set<string>();

  of(process: Process): string | undefined {
    return this.#whole.get(process.id) ?? process.command;
  }

  /** `mine`: processes of one's own account on one host. */
  async ask(host: string, person: string, mine: readonly Process[]): Promise<void> {
    const missing = mine.filter((one) => one.command?.endsWith(cut) && !this.#asked.has(one.id));
    if (missing.length === 0) return;
    for (const { id } of missing) this.#asked.add(id);
    const got = await askAll((cursor) =>
      api.GET('/api/v1/processes', {
        params: {
          query: { host, person, limit: 1000, ...(cursor === undefined ? {} : { cursor }) },
        },
      }),
    );
    if (!got.ok) for (const { id } of missing) this.#asked.delete(id);
    else
      for (const { id, command } of got.value)
        if (command !== undefined) this.#whole.set(id, command);
  }
}
