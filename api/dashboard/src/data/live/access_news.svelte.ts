/* Counts what changes who may use what: facts about people, groups and grants, while something watches
   (`$effect(() => accessNews.watch())`). What it means is asked for by whoever shows it. */
import { stream } from '../stream.svelte';
import type { StreamServerMessage } from '../types';

const ours = /^(person|group|grant)\./;

class AccessNews {
  /** Changes whenever there may be something new. */
  arrivals = $state(0);

  watch(): () => void {
    return stream.watch('events');
  }

  take(frames: StreamServerMessage[]): void {
    const some = frames.some((frame) => frame.topic === 'events' && (frame.type === 'snapshot' || frame.events?.some(({ type }) => ours.test(type)) === true));
    if (some) this.arrivals += 1;
  }
}

export const accessNews = new AccessNews();
stream.onFrames((frames) => accessNews.take(frames));
