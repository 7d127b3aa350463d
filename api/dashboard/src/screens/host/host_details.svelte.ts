/* Host details that the stream leaves out. The clock's offset, the fullest disk and the number of
   unread processes are no facts; the links of the GPUs are long. Read when the host's page is
   opened, and each minute while it is open. */
import { api, ask } from '../../data/client';
import type { Host } from '../../data/types';

const everyMs = 60_000;

export class HostDetails {
  /** The host's clock ahead of the server's, s; undefined until known. */
  offsetS = $state<number | undefined>();
  fullestDisk = $state<string | undefined>();
  skipped = $state<number | undefined>();
  topology = $state.raw<Host['topology']>();

  /** Call in an effect. */
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
