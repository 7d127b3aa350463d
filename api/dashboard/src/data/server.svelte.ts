/* What an admin has to know of the server wherever they are: room on the disk that holds its data, and whether its
   log is what was sealed. Asked for once a minute while somebody looks. */
import { api, ask } from './client';
import type { System } from './types';

type Room = NonNullable<System['disk']>;

const everyMs = 60_000;
/** Of the disk with the data. */
const scarceShare = 0.05;

export function isScarce(disk: Room): boolean {
  return disk.free_bytes < disk.size_bytes * scarceShare;
}

class Server {
  /** Nothing: it is not known. */
  room = $state.raw<Room | undefined>();
  /** A seal of its log does not fit what lies before it. */
  tampered = $state(false);

  /** In an effect. */
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
