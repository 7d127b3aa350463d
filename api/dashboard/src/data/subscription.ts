/* What the page wants from the stream, and what it has seen: pure, so that it can be tested.
   Topics are counted by what is on screen. The facts a page stands on are wanted always; adding or
   dropping `events` and `metrics:…` needs no snapshot, so `after` continues behind what was seen. Of what
   is wanted for a while and does need one, the message says so as long as there was none.
   Frames of several topics are not ordered among each other: the position to resume from is the one
   reached a second ago, because what comes twice does no harm (see the stores). */

export type Topic = 'boards' | 'events' | 'reservations' | 'violations' | 'fleet' | 'processes' | 'rules' | `metrics:${string}`;

const always: readonly Topic[] = ['fleet', 'reservations', 'rules', 'violations'];
const forAWhile: readonly Topic[] = ['processes'];

export interface ClientMessage {
  subscribe: Topic[];
  after?: number;
  fresh?: Topic[];
}

export class Subscription {
  #wanted = new Map<Topic, number>();
  #known = new Set<Topic>();
  #hidden = false;
  #reached = 0;
  #settled: number | null = null; // null: nothing to continue from

  want(topic: Topic, count: 1 | -1): void {
    const now = (this.#wanted.get(topic) ?? 0) + count;
    if (now > 0) this.#wanted.set(topic, now);
    else {
      this.#wanted.delete(topic);
      this.#known.delete(topic);
    }
  }

  /** There was a snapshot of it: from now on changes are enough. */
  knows(topic: string | undefined): void {
    for (const one of forAWhile) if (one === topic && this.#wanted.has(one)) this.#known.add(one);
  }

  /** A hidden page wants the facts, but no numbers. */
  set hidden(hidden: boolean) {
    this.#hidden = hidden;
  }

  topics(): Topic[] {
    const counted = [...this.#wanted.keys()];
    const metrics = this.#hidden ? [] : counted.filter((topic) => topic.startsWith('metrics:'));
    const some = metrics.includes('metrics:*') ? (['metrics:*'] satisfies Topic[]) : metrics.slice(0, 60);
    const facts = counted.filter((topic) => !topic.startsWith('metrics:') && !always.includes(topic));
    return [...always, ...facts, ...some].sort();
  }

  message(): ClientMessage {
    const subscribe = this.topics();
    if (this.#settled === null) return { subscribe };
    const fresh = subscribe.filter((topic) => forAWhile.includes(topic) && !this.#known.has(topic));
    return { subscribe, after: this.#settled, ...(fresh.length > 0 ? { fresh } : {}) };
  }

  /** False if positions went back: another log, so nothing seen counts any more. */
  saw(position: number, caughtUp: boolean): boolean {
    if (caughtUp && position < (this.#settled ?? 0)) return false;
    this.#reached = Math.max(this.#reached, position);
    if (caughtUp && this.#settled === null) this.#settled = this.#reached;
    return true;
  }

  /** Once a second: what was reached a second ago is settled now. */
  #before = 0;
  settle(): void {
    if (this.#settled !== null) this.#settled = Math.max(this.#settled, this.#before);
    this.#before = this.#reached;
  }

  /** The next message asks for snapshots. */
  forget(): void {
    this.#known.clear();
    this.#settled = null;
    this.#reached = 0;
    this.#before = 0;
  }
}

/** How long to wait before connecting for the nth time, ms: 0.25 s doubling to 10 s, with a spread
 * so that a restarted server is not met by everybody at once. */
export function backoffMs(attempt: number, random: number): number {
  return Math.min(10_000, 250 * 2 ** Math.min(attempt, 6)) * (0.75 + random * 0.5);
}
