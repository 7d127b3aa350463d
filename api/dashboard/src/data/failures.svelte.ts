/* What the last attempt to reach a host met, with the words of the host or its SSH server. The stream does not tell it: asked for
   when another host is not reached, and each minute as long as one is not. */
import { isReached, listHosts } from './hosts';
import { fleet } from './live/fleet.svelte';
import type { Host } from './types';

const everyMs = 60_000;

class Failures {
  #words = $state.raw<ReadonlyMap<string, string>>(new Map());
  readonly #unreached = $derived(fleet.hostList.filter((host) => !isReached(host)).map((host) => host.id).join());

  of(host: Host): string | undefined {
    return isReached(host) ? undefined : this.#words.get(host.id);
  }

  /** In an effect. */
  follow(): (() => void) | undefined {
    if (this.#unreached === '') return undefined;
    let gone = false;
    const look = async (): Promise<void> => {
      if (document.hidden) return;
      const hosts = await listHosts();
      if (!gone && hosts.ok) this.#words = new Map(hosts.value.flatMap(({ id, failure }) => (failure === undefined ? [] : [[id, failure]])));
    };
    void look();
    const timer = setInterval(() => void look(), everyMs);
    return () => {
      gone = true;
      clearInterval(timer);
    };
  }
}

export const failures = new Failures();
