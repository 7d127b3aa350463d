/* A simulated fleet of any size for one page. It answers the stream and the reads of the calendar,
   the fleet and the charts in the server's form, in the test's process. Measured times are the
   page's alone: no server with a thousand GPUs shares the cores with the browser. */
import type { Page, WebSocketRoute } from 'playwright-core';
import type { Reservation } from './api';

const hour = 3_600_000;

/** `gpus` is even. */
export interface FleetSize {
  gpus: number;
  bookings: number;
  /** The bookings spread over this many days, from 12 hours ago on. */
  days: number;
}

/** The page's message on the stream. */
interface SubscribeMessage {
  /** All topics that the page subscribes to. */
  subscribe: string[];
  /** The position that the page has reached; absent: it has nothing yet. */
  after?: number;
  /** With `after`: topics that need a snapshot. */
  fresh?: string[];
}

const people = ['ann', 'bartek', 'chen', 'dana', 'emeka', 'farah'];
const at = (ms: number): string => new Date(ms).toISOString();

export class LargeFleet {
  readonly gpuIds: string[];
  readonly bookings: Reservation[] = [];
  readonly #start: number;
  #position = 1_000_000;
  #socket: WebSocketRoute | null = null;
  #subscribed: readonly string[] = [];

  constructor(readonly size: FleetSize) {
    this.gpuIds = Array.from({ length: size.gpus }, (_, i) => `gpu_${String(i).padStart(26, '0')}`);
    this.#start = Math.floor(Date.now() / hour) * hour - 12 * hour;
    this.#fill();
  }

  // Each booking has a pair of neighbouring GPUs. The bookings of a pair follow each other with gaps.
  #fill(): void {
    const { gpus, bookings, days } = this.size;
    const pairs = gpus / 2;
    const perPair = Math.ceil(bookings / pairs);
    const slot = (days * 24 * hour) / perPair;
    for (let i = 0; i < bookings; i++) {
      const pair = i % pairs;
      const from = this.#start + Math.floor(i / pairs) * slot;
      const until = from + slot * (0.5 + ((i * 7) % 10) / 25);
      const owner = (i * 13) % people.length;
      this.bookings.push({
        id: `res_${String(i).padStart(26, '0')}`,
        gpus: this.gpuIds.slice(pair * 2, pair * 2 + 2),
        owner_id: this.#person(owner),
        owner_name: people[owner] ?? '',
        title: `job ${i}`,
        from: at(from),
        until: at(until),
        state: until < Date.now() ? 'finished' : from < Date.now() ? 'running' : 'upcoming',
        version: 1,
      });
    }
  }

  #person(i: number): string {
    return `per_${String(i).padStart(26, '0')}`;
  }

  #gpus() {
    return this.gpuIds.map((id, i) => ({
      id,
      uuid: `GPU-${i}`,
      host_id: this.#host(i),
      host_name: `gpu${String(Math.floor(i / 8) + 1).padStart(3, '0')}`,
      index: i % 8,
      name: `gpu${String(Math.floor(i / 8) + 1).padStart(3, '0')}:${i % 8}`,
      model: 'NVIDIA A100-SXM4-80GB',
      memory_total_mib: 81_920,
      state: 'available',
      processes_known: true,
    }));
  }

  #host(gpu: number): string {
    return `host_${String(Math.floor(gpu / 8)).padStart(26, '0')}`;
  }

  #hosts() {
    return Array.from({ length: Math.ceil(this.size.gpus / 8) }, (_, i) => ({
      id: this.#host(i * 8),
      name: `gpu${String(i + 1).padStart(3, '0')}`,
      address: '10.0.0.1',
      port: 22,
      user: 'dibs',
      host_key_fingerprint: `SHA256:${'A'.repeat(43)}`,
      state: 'reachable',
      state_since: at(this.#start),
      gpu_count: 8,
      added_at: at(this.#start),
      driver: { state: 'working' },
      clashes: [],
    }));
  }

  /** Answers this page's stream and reads. Call it before the page is opened. */
  async answerFor(page: Page): Promise<void> {
    await page.routeWebSocket(/\/api\/v1\/stream\?/, (socket) => {
      this.#socket = socket;
      socket.onMessage((message) =>
        this.#answerSubscription(JSON.parse(String(message)) as SubscribeMessage),
      );
    });
    await page.route(/\/api\/v1\/calendar\?/, (route) => {
      const query = new URL(route.request().url()).searchParams;
      const [from, until] = [query.get('from') ?? '', query.get('until') ?? ''];
      const overlapping = this.bookings.filter(
        (booking) => booking.from < until && booking.until > from,
      );
      return route.fulfill({
        json: {
          from,
          until,
          gpus: this.#gpus(),
          reservations: overlapping.map(({ owner_name: _, ...booking }) => booking),
          people: Object.fromEntries(people.map((name, i) => [this.#person(i), name])),
        },
        headers: { 'Dibs-Position': String(this.#position), Date: new Date().toUTCString() },
      });
    });
    await page.route(/\/api\/v1\/usage\/query$/, (route) => {
      const query = route.request().postDataJSON() as {
        gpu: string[];
        from: string;
        until: string;
        step: number;
      };
      const [from, until, step] = [Date.parse(query.from), Date.parse(query.until), query.step];
      const count = Math.max(0, Math.ceil((until - from) / 1000 / step));
      const gpus = query.gpu.map((gpu, g) => ({ gpu_id: gpu, ...this.#columns(count, g) }));
      return route.fulfill({
        json: { from: at(from), until: at(until), step_s: step, gpus },
        headers: { 'Dibs-Position': String(this.#position) },
      });
    });
  }

  /** One process on every second GPU. It belongs to the holder of the GPU, otherwise to ann. */
  #processes() {
    const now = at(Date.now());
    const bookingOf = new Map(
      this.bookings
        .filter((booking) => booking.from <= now && now < booking.until)
        .flatMap((booking) => booking.gpus.map((gpu) => [gpu, booking] as const)),
    );
    return this.#gpus()
      .filter((_, i) => i % 2 === 0)
      .map(({ id, name, host_id, host_name }, i) => {
        const booking = bookingOf.get(id);
        return {
          id: `prc_${String(i).padStart(26, '0')}`,
          gpu_id: id,
          gpu_name: name,
          host_id,
          host_name,
          pid: 1000 + i,
          unix_name: booking?.owner_name ?? 'ann',
          command: `python3 train.py --run ${i}`,
          started_at: at(this.#start),
          person_id: booking?.owner_id ?? this.#person(0),
          person_name: booking?.owner_name ?? 'ann',
        };
      });
  }

  /** `count` values per metric; `seed` makes GPUs differ. */
  #columns(count: number, seed: number) {
    const wave = (scale: number, offset: number) =>
      Array.from({ length: count }, (_, i) =>
        Math.round(offset + scale * Math.abs(Math.sin((i + seed * 17) / 23))),
      );
    return {
      utilization_percent: wave(100, 0),
      memory_used_mib: wave(60_000, 10_000),
      temperature_c: wave(40, 30),
      power_w: wave(300, 70),
    };
  }

  #send(message: Record<string, unknown>): void {
    this.#socket?.send(JSON.stringify(message));
  }

  #answerSubscription(message: SubscribeMessage): void {
    const position = this.#position;
    this.#subscribed = message.subscribe;
    if (message.after === undefined) {
      const unfinished = this.bookings.filter((booking) => booking.state !== 'finished');
      this.#send({
        type: 'snapshot',
        position,
        topic: 'fleet',
        hosts: this.#hosts(),
        gpus: this.#gpus(),
      });
      this.#send({ type: 'snapshot', position, topic: 'reservations', reservations: unfinished });
      this.#send({ type: 'snapshot', position, topic: 'violations', violations: [] });
      this.#send({
        type: 'snapshot',
        position,
        topic: 'rules',
        rules: [
          {
            shortest_min: 15,
            longest_min: 11_520,
            horizon_min: 129_600,
            most_gpus: 64,
            violation_level: 'against_bookings',
            version: 1,
          },
        ],
      });
    }
    const topics = message.after === undefined ? message.subscribe : (message.fresh ?? []);
    if (topics.includes('processes'))
      this.#send({
        type: 'snapshot',
        position,
        topic: 'processes',
        processes: this.#processes().map((row) => ({ id: row.id, rows: [row] })),
      });
    this.#send({ type: 'caught_up', position });
  }

  /** Moves one booking by `shiftMs` milliseconds and sends the event. */
  change(booking: Reservation, shiftMs: number): void {
    this.#position += 1;
    booking.version += 1;
    booking.from = at(Date.parse(booking.from) + shiftMs);
    booking.until = at(Date.parse(booking.until) + shiftMs);
    this.#send({
      type: 'event',
      position: this.#position,
      topic: 'reservations',
      reservations: [booking],
    });
  }

  /** Sets how many guest processes, 0 to 8, run on the GPU with this index, and sends the event. */
  run(count: number, gpu: number): void {
    const target = this.#gpus()[gpu];
    if (!target) return;
    this.#position += 1;
    const processes = Array.from({ length: 8 }, (_, i) => ({
      id: `prc_${String(900_000 + i).padStart(26, '0')}`,
      rows:
        i >= count
          ? []
          : [
              {
                id: `prc_${String(900_000 + i).padStart(26, '0')}`,
                gpu_id: target.id,
                gpu_name: target.name,
                host_id: target.host_id,
                host_name: target.host_name,
                pid: 9000 + i,
                unix_name: `guest${i}`,
                command: `job ${i}`,
              },
            ],
    }));
    this.#send({ type: 'event', position: this.#position, topic: 'processes', processes });
  }

  /** Sends one sample of the GPUs that the page subscribes to: all, or those of one host. `second`
      varies the values. Sends nothing without a subscription to metrics. */
  sample(second: number): void {
    const topic = this.#subscribed.find((name) => name.startsWith('metrics:'));
    if (topic === undefined) return;
    const gpus = this.#gpus()
      .filter((gpu) => topic === 'metrics:*' || topic === `metrics:${gpu.host_name}`)
      .map((gpu) => gpu.id);
    const now = Math.floor(Date.now() / 1000) * 1000;
    const values = (scale: number, offset: number) =>
      gpus.map((_, i) => Math.round(offset + scale * Math.abs(Math.sin(second / 9 + i))));
    this.#send({
      type: 'metrics',
      topic,
      metrics: {
        at: at(now),
        gpus,
        utilization_percent: values(100, 0),
        memory_used_mib: values(60_000, 10_000),
        temperature_c: values(40, 30),
        power_w: values(300, 70),
      },
    });
  }
}
