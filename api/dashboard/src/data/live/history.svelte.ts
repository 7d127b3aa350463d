/* Counts new facts of the history while an observer watches (`$effect(() => history.watch())`).
   Observers read the facts themselves: the server applies the filters. */
import { stream } from '../stream.svelte';
import type { StreamServerMessage } from '../types';

class HistoryHead {
  /** Changes when there may be something new. */
  arrivals = $state(0);
  /** The newest position seen. */
  position = 0;

  watch(): () => void {
    return stream.watch('events');
  }

  take(frames: StreamServerMessage[]): void {
    const ours = frames.filter(
      (frame) =>
        frame.topic === 'events' && (frame.type === 'snapshot' || (frame.events?.length ?? 0) > 0),
    );
    if (ours.length === 0) return;
    this.position = Math.max(this.position, ...ours.map((frame) => frame.position ?? 0));
    this.arrivals += 1;
  }
}

export const history = new HistoryHead();
stream.onFrames((frames) => history.take(frames));
