/* The server's state for admins on every screen: free space on the data disk, and whether its log
   matches its seals. Read once a minute while observed. */
import { api, ask } from '../client';
import type { System } from '../types';

type Room = NonNullable<System['disk']>;

const everyMs = 60_000;
/** Share of the data disk that counts as low space. */
const scarceShare = 0.05;

export function isScarce(disk: Room): boolean {
  return disk.free_bytes < disk.size_bytes * scarceShare;
}

class Server {
  /** Undefined: unknown. */
  room = $state.raw<Room | undefined>();
  /** A seal of the log does not match the records before it. */
  tampered = $state(false);

  /** Call in an effect. */
  follow(): () => void {
    let stopped = false;
    const look = async (): Promise<void> => {
      if (document.hidden) return;
      const got = await ask(api.GET('/api/v1/system'));
      if (stopped || !got.ok) return;
      this.room = got.value.disk;
      this.tampered = got.value.log.seals_problem !== undefined;
    };
    void look();
    const timer = setInterval(() => void look(), everyMs);
    return () => {
      stopped = true;
      clearInterval(timer);
    };
  }
}

export const server = new Server();
