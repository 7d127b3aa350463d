/* Room on the disk that holds the server's data: asked for once a minute while somebody looks. */
import { api, ask } from './client';
import type { System } from './types';

type Room = NonNullable<System['disk']>;

const everyMs = 60_000;
/** Of the disk with the data. */
const scarceShare = 0.05;

export function isScarce(disk: Room): boolean {
  return disk.free_bytes < disk.size_bytes * scarceShare;
}

class Disk {
  /** Nothing: it is not known. */
  room = $state.raw<Room | undefined>();

  /** In an effect. */
  follow(): () => void {
    let stopped = false;
    const look = async (): Promise<void> => {
      if (document.hidden) return;
      const got = await ask(api.GET('/api/v1/system'));
      if (!stopped && got.ok) this.room = got.value.disk;
    };
    void look();
    const timer = setInterval(() => void look(), everyMs);
    return () => {
      stopped = true;
      clearInterval(timer);
    };
  }
}

export const disk = new Disk();
