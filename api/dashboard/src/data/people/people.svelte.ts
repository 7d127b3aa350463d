/* The names of people by their ids: read once when needed, and updated from the history as people
   are added. */
import { SvelteMap } from 'svelte/reactivity';
import { listPeople } from './account';
import type { Person } from '../types';

class People {
  readonly #byId = new SvelteMap<string, string>();
  #asking: Promise<void> | undefined;
  ready = $state(false);

  /** By name. */
  readonly list = $derived(
    [...this.#byId]
      .map(([id, name]) => ({ id, name }))
      .sort((a, b) => a.name.localeCompare(b.name)),
  );

  name(id: string): string | undefined {
    return this.#byId.get(id);
  }

  /** `$effect(() => people.want())`; the request is sent once. */
  want(): void {
    if (!this.#asking) this.#asking = this.#read();
  }

  learn(person: Pick<Person, 'id' | 'name'>): void {
    if (this.#byId.get(person.id) !== person.name) this.#byId.set(person.id, person.name);
  }

  async #read(): Promise<void> {
    const got = await listPeople();
    if (got.ok) for (const person of got.value) this.learn(person);
    else this.#asking = undefined; // the next caller asks again
    this.ready = got.ok;
  }
}

export const people = new People();
