/* The error of the last attempt to reach a host, in the words of the host or its SSH server. The
   stream does not carry it: it is read when another host becomes unreachable, and each minute while
   one is. */
import { isReached, listHosts } from './hosts';
import { fleet } from '../live/fleet.svelte';
import type { Host } from '../types';

const everyMs = 60_000;

class Failures {
  #words = $state.raw<ReadonlyMap<string, string>>(new Map());
  readonly #unreached = $derived(
    fleet.hostList
      .filter((host) => !isReached(host))
      .map((host) => host.id)
      .join(),
  );

  of(host: Host): string | undefined {
    return isReached(host) ? undefined : this.#words.get(host.id);
  }

  /** Call in an effect. */
  follow(): (() => void) | undefined {
    if (this.#unreached === '') return undefined;
    let gone = false;
    const look = async (): Promise<void> => {
      if (document.hidden) return;
      const hosts = await listHosts();
      if (!gone && hosts.ok)
        this.#words = new Map(
          hosts.value.flatMap(({ id, failure }) => (failure === undefined ? [] : [[id, failure]])),
        );
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
