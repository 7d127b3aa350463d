/* The page's one WebSocket. Connects, resumes by position, starts again after a frame that does not
   parse, and hands frames to the stores in one go per animation frame. Shows when the server was
   last heard. After a silence it sends a ping, so a quiet evening is not taken for a server that is
   down. */
import { streamAddress } from '../lib/base_path';
import { api, ask } from './client';
import { clock } from './clock.svelte';
import { readFrame } from './connection/frames';
import { backoffMs, Subscription, type Topic } from './connection/subscription';
import type { StreamServerMessage } from './types';

export type StreamState = 'off' | 'connecting' | 'live' | 'lost';
type Taker = (frames: StreamServerMessage[]) => void;

const askAfterMs = 2500;
const deadAfterMs = 12_000;

class Stream {
  state = $state<StreamState>('off');
  /** Server's time of the last frame, ms; 0 before the first. */
  lastAt = $state(0);
  attempts = $state(0);
  /** Counts frames that did not parse and the snapshots requested because of them. */
  resyncs = $state(0);

  #socket: WebSocket | null = null;
  #opening: object | null = null; // a ticket was requested, and no other since
  #wants = new Subscription();
  #takers = new Set<Taker>();
  #queue: StreamServerMessage[] = [];
  #scheduled = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;
  #sendSoon = false;
  #asking = false;
  #heardAt = 0; // performance.now()
  #askedAt = 0;

  /** Each store registers once, when its module is loaded. */
  onFrames(taker: Taker): void {
    this.#takers.add(taker);
  }

  /** Subscribes to a topic until the returned function is called: `$effect(() =>
      stream.watch('events'))`. */
  watch(topic: Topic): () => void {
    this.#wants.want(topic, 1);
    this.#subscribe();
    return () => {
      this.#wants.want(topic, -1);
      this.#subscribe();
    };
  }

  start(): void {
    if (this.state !== 'off') return;
    this.#beat = setInterval(() => this.#everySecond(), 1000);
    document.addEventListener('visibilitychange', this.#onVisibility);
    window.addEventListener('online', this.#atOnce);
    void this.#connect();
  }

  stop(): void {
    if (this.state === 'off') return;
    clearInterval(this.#beat);
    clearTimeout(this.#retry);
    document.removeEventListener('visibilitychange', this.#onVisibility);
    window.removeEventListener('online', this.#atOnce);
    this.state = 'off';
    this.attempts = 0;
    this.#drop();
    this.#wants.forget();
  }

  /** Retries now instead of after the wait. */
  retryNow(): void {
    this.#atOnce();
  }

  #onVisibility = (): void => {
    this.#wants.hidden = document.hidden;
    if (document.hidden) this.#subscribe();
    else if (this.state === 'live') this.#subscribe();
    else this.#atOnce();
  };

  #atOnce = (): void => {
    if (this.state !== 'lost' || this.#socket || this.#opening) return;
    clearTimeout(this.#retry);
    void this.#connect();
  };

  async #connect(): Promise<void> {
    this.state = this.lastAt === 0 ? 'connecting' : 'lost';
    this.#heardAt = performance.now();
    const opening = (this.#opening = {});
    const got = await ask(api.POST('/api/v1/stream/ticket'));
    if (opening !== this.#opening) return; // given up meanwhile
    this.#opening = null;
    if (got.ok) this.#open(got.value.ticket);
    else this.#lost();
  }

  #open(ticket: string): void {
    const socket = new WebSocket(streamAddress(ticket));
    this.#socket = socket;
    this.#heardAt = performance.now();
    socket.onopen = () => {
      if (socket !== this.#socket) return;
      this.#heardAt = performance.now();
      this.#send();
    };
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#take(event.data);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#lost();
    };
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#opening = null;
    if (socket) socket.close();
  }

  #lost(): void {
    this.#drop();
    if (this.state === 'off') return;
    this.state = 'lost';
    this.attempts += 1;
    this.#retry = setTimeout(
      () => void this.#connect(),
      backoffMs(this.attempts - 1, Math.random()),
    );
    if (this.attempts % 3 === 1 && !this.#asking) void this.#askWhy();
  }

  // A refused handshake looks like a server that is down, so this asks which it is. A 401 ends the
  // session; a server that reads its log answers once it is done, and is connected to at once.
  async #askWhy(): Promise<void> {
    this.#asking = true;
    const got = await ask(api.GET('/api/v1/session'));
    this.#asking = false;
    if (got.ok) this.#atOnce();
  }

  #take(data: unknown): void {
    this.#heardAt = performance.now();
    const frame = readFrame(data);
    if (!frame) return this.#startAgain();
    if (frame.type === 'error') return; // the server closes the socket now; then the page reconnects
    const caughtUp = frame.type === 'caught_up';
    if (frame.position !== undefined && !this.#wants.saw(frame.position, caughtUp))
      return this.#startAgain();
    if (frame.type === 'resync') this.resyncs += 1;
    if (frame.type === 'snapshot') this.#wants.knows(frame.topic);
    this.#queue.push(frame);
    if (this.#scheduled) return;
    this.#scheduled = true;
    if (document.hidden) setTimeout(this.#apply, 1000);
    else requestAnimationFrame(this.#apply);
  }

  #startAgain(): void {
    this.resyncs += 1;
    this.#wants.forget();
    this.#queue = [];
    this.#send();
  }

  #apply = (): void => {
    this.#scheduled = false;
    const frames = this.#queue;
    this.#queue = [];
    if (frames.length === 0) return;
    for (const taker of this.#takers) taker(frames);
    this.lastAt = clock.ms();
    if (this.state !== 'off') this.state = 'live';
    this.attempts = 0;
  };

  // Changes by several screens in one turn are one message.
  #subscribe(): void {
    if (this.#sendSoon) return;
    this.#sendSoon = true;
    queueMicrotask(() => {
      this.#sendSoon = false;
      this.#send();
    });
  }

  #send(): void {
    const socket = this.#socket;
    if (socket === null || socket.readyState !== WebSocket.OPEN) return;
    this.#askedAt = performance.now();
    socket.send(JSON.stringify(this.#wants.message()));
  }

  #everySecond(): void {
    this.#wants.settle();
    const now = performance.now();
    const every = document.hidden ? 4 * askAfterMs : askAfterMs;
    if (now - this.#heardAt > every && now - this.#askedAt > every) this.#send();
    if ((this.#socket || this.#opening) && now - this.#heardAt > deadAfterMs && !document.hidden)
      this.#lost();
  }
}

export const stream = new Stream();
