/* What the stream does not tell of a host: how far its clock is off, which disk is fullest and how many processes are
   not read, which are no facts, and how its GPUs are linked, which is long. Asked for when its page is opened, and each minute while somebody looks. */
import { api, ask } from '../../data/client';
import type { Host } from '../../data/types';

const everyMs = 60_000;

export class HostMore {
  /** Ahead of the server's, in seconds; undefined until it is known. */
  offsetS = $state<number | undefined>();
  fullestDisk = $state<string | undefined>();
  skipped = $state<number | undefined>();
  topology = $state.raw<Host['topology']>();

  /** In an effect. */
  follow(id: string): () => void {
    let gone = false;
    this.#take(undefined);
    const look = async (): Promise<void> => {
      if (document.hidden) return;
      const host = await ask(api.GET('/api/v1/hosts/{id}', { params: { path: { id } } }));
      if (!gone && host.ok) this.#take(host.value);
    };
    void look();
    const timer = setInterval(() => void look(), everyMs);
    return () => {
      gone = true;
      clearInterval(timer);
    };
  }

  #take(host: Host | undefined): void {
    this.offsetS = host?.clock_offset_s;
    this.fullestDisk = host?.fullest_disk;
    this.skipped = host?.processes_skipped;
    this.topology = host?.topology;
  }
}
