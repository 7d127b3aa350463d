/* The page's subscriptions and position; pure, so that it can be tested. Topics are counted by what
   is on screen. The page's own facts are always wanted; adding or dropping `events` and `metrics:…`
   needs no snapshot, so `after` continues behind the seen position. The message names temporary
   topics that need a snapshot until they have one. Frames of several topics are not ordered among
   each other. So the page resumes from the position of a second ago: repeated frames do no harm
   (see the stores). */

export type Topic =
  | 'boards'
  | 'events'
  | 'reservations'
  | 'violations'
  | 'fleet'
  | 'processes'
  | 'rules'
  | `metrics:${string}`;

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
  #settled: number | null = null; // null: no position to continue from

  want(topic: Topic, count: 1 | -1): void {
    const now = (this.#wanted.get(topic) ?? 0) + count;
    if (now > 0) this.#wanted.set(topic, now);
    else {
      this.#wanted.delete(topic);
      this.#known.delete(topic);
    }
  }

  /** A snapshot of the topic arrived: from now on changes are enough. */
  knows(topic: string | undefined): void {
    for (const one of forAWhile) if (one === topic && this.#wanted.has(one)) this.#known.add(one);
  }

  /** A hidden page subscribes to facts, but to no metrics. */
  set hidden(hidden: boolean) {
    this.#hidden = hidden;
  }

  topics(): Topic[] {
    const counted = [...this.#wanted.keys()];
    const metrics = this.#hidden ? [] : counted.filter((topic) => topic.startsWith('metrics:'));
    const some = metrics.includes('metrics:*')
      ? (['metrics:*'] satisfies Topic[])
      : metrics.slice(0, 60);
    const facts = counted.filter(
      (topic) => !topic.startsWith('metrics:') && !always.includes(topic),
    );
    return [...always, ...facts, ...some].sort();
  }

  message(): ClientMessage {
    const subscribe = this.topics();
    if (this.#settled === null) return { subscribe };
    const fresh = subscribe.filter((topic) => forAWhile.includes(topic) && !this.#known.has(topic));
    return { subscribe, after: this.#settled, ...(fresh.length > 0 ? { fresh } : {}) };
  }

  /** False if positions went back: another log, so the seen position is void. */
  saw(position: number, caughtUp: boolean): boolean {
    if (caughtUp && position < (this.#settled ?? 0)) return false;
    this.#reached = Math.max(this.#reached, position);
    if (caughtUp && this.#settled === null) this.#settled = this.#reached;
    return true;
  }

  /** Call once a second: the position of a second ago is settled now. */
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

/** The wait before the nth connection attempt, ms: 0.25 s doubling to 10 s. A random spread keeps
    pages from reconnecting to a restarted server at the same time. */
export function backoffMs(attempt: number, random: number): number {
  return Math.min(10_000, 250 * 2 ** Math.min(attempt, 6)) * (0.75 + random * 0.5);
}
