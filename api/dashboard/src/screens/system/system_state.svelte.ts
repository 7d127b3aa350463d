/* The server's report on itself and its hosts, read every two seconds while the screen is open. */
import { api, ask } from '../../data/client';
import { clock } from '../../data/clock.svelte';
import { listHosts } from '../../data/fleet/hosts';
import type { Problem } from '../../data/problem';
import type { Host, System } from '../../data/types';

const everyMs = 2000;

export class Now {
  system = $state.raw<System | null>(null);
  hosts = $state.raw<readonly Host[]>([]);
  /** The time of the last answer, by the server's clock; 0 before the first. */
  at = $state(0);
  problem = $state.raw<Problem | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running = false;
  #asking = false;

  /** Call in an effect. */
  follow(): () => void {
    this.#running = true;
    const onVisible = () => {
      if (!document.hidden) void this.look();
    };
    document.addEventListener('visibilitychange', onVisible);
    void this.look();
    return () => {
      this.#running = false;
      clearTimeout(this.#timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }

  async look(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    clearTimeout(this.#timer);
    const [system, hosts] = await Promise.all([ask(api.GET('/api/v1/system')), listHosts()]);
    this.#asking = false;
    if (system.ok && hosts.ok)
      [this.system, this.hosts, this.at, this.problem] = [
        system.value,
        hosts.value,
        clock.ms(),
        null,
      ];
    else this.problem = !system.ok ? system.problem : hosts.ok ? null : hosts.problem;
    if (this.#running && !document.hidden)
      this.#timer = setTimeout(() => void this.look(), everyMs);
  }
}
