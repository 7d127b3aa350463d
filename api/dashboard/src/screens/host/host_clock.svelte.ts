/* How far a host's clock is off: no fact, so the stream does not tell it. Asked for when its page is
   opened, and each minute while somebody looks. */
import { api, ask } from '../../data/client';

const everyMs = 60_000;

export class HostClock {
  /** Ahead of the server's, in seconds; undefined until it is known. */
  offsetS = $state<number | undefined>();

  /** In an effect. */
  follow(id: string): () => void {
    let gone = false;
    this.offsetS = undefined;
    const look = async (): Promise<void> => {
      if (document.hidden) return;
      const host = await ask(api.GET('/api/v1/hosts/{id}', { params: { path: { id } } }));
      if (!gone && host.ok) this.offsetS = host.value.clock_offset_s;
    };
    void look();
    const timer = setInterval(() => void look(), everyMs);
    return () => {
      gone = true;
      clearInterval(timer);
    };
  }
}
