/* Counts changes of rights (people, groups and grants) while an observer watches (`$effect(() =>
   accessNews.watch())`). Observers read the details themselves. */
import { stream } from '../stream.svelte';
import type { StreamServerMessage } from '../types';

const ours = /^(person|group|grant)\./;

class AccessNews {
  /** Changes when there may be something new. */
  arrivals = $state(0);

  watch(): () => void {
    return stream.watch('events');
  }

  take(frames: StreamServerMessage[]): void {
    const some = frames.some(
      (frame) =>
        frame.topic === 'events' &&
        (frame.type === 'snapshot' || frame.events?.some(({ type }) => ours.test(type)) === true),
    );
    if (some) this.arrivals += 1;
  }
}

export const accessNews = new AccessNews();
stream.onFrames((frames) => accessNews.take(frames));
