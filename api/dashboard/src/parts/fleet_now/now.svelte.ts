/* The fleet at this second: who holds each GPU, what it is doing. Shared by the fleet and the page of
   a host; worked out once a second, however many look. */
import { clock } from '../../data/clock.svelte';
import { bookings } from '../../data/live/bookings.svelte';
import { fleet, type LiveGpu } from '../../data/live/fleet.svelte';
import { processes } from '../../data/live/processes.svelte';
import { violations } from '../../data/live/violations.svelte';
import { session } from '../../data/session.svelte';
import type { Booking } from '../../data/booking';
import { meanOf } from '../chart/series';
import { holders } from '../../data/holders';
import { kindOf, type Facts, type Kind } from './facts';
import { idleTimes, type Held, type KnownIdle } from './idle.svelte';
import { standingOf } from './standing';

class FleetNow {
  readonly #holders = $derived(holders(bookings.all, clock.now));
  readonly #violated = $derived(new Set(violations.open.flatMap((violation) => violation.gpus)));
  readonly #facts: ReadonlyMap<string, Facts> = $derived(new Map(fleet.gpuList.map((gpu) => [gpu.id, this.#factsOf(gpu)])));
  readonly facts: readonly Facts[] = $derived([...this.#facts.values()]);

  holder(gpu: string): Booking | undefined {
    const { held } = this.#holders;
    const sharing = fleet.sharingSilicon(gpu).find((one) => held.has(one));
    return held.get(gpu) ?? (sharing === undefined ? undefined : held.get(sharing));
  }

  /** When a booking of it begins next, ms. */
  nextFrom(gpu: string): number | undefined {
    const { next } = this.#holders;
    const first = Math.min(...[gpu, ...fleet.sharingSilicon(gpu)].map((one) => next.get(one) ?? Infinity));
    return first === Infinity ? undefined : first;
  }

  /** Somebody else's process runs under its booking. */
  isViolated(gpu: string): boolean {
    return this.#violated.has(gpu);
  }

  isMine(booking: Booking | undefined): boolean {
    return booking !== undefined && booking.owner === session.me?.id;
  }

  kind(gpu: LiveGpu): Kind {
    return this.#facts.get(gpu.id)?.kind ?? 'unknown';
  }

  /** Nothing if it is not held, or what is known is about another booking. */
  idle(gpu: string): KnownIdle | undefined {
    const idle = idleTimes.byGpu.get(gpu);
    return idle !== undefined && idle.booking === this.holder(gpu)?.id ? idle : undefined;
  }

  /** The moment of a host's newest numbers, ms. */
  seenAt(gpus: readonly LiveGpu[]): number | undefined {
    const known = gpus.flatMap((gpu) => gpu.at ?? []);
    return known.length > 0 ? Math.max(...known) : undefined;
  }

  heldGpus(): Held[] {
    return [...this.#holders.held].flatMap(([gpu, booking]) => (fleet.gpus.has(gpu) ? [{ gpu, booking: booking.id, from: booking.from }] : []));
  }

  #factsOf(gpu: LiveGpu): Facts {
    const holder = this.holder(gpu.id);
    const uncounted = gpu.info.state === 'lost' || fleet.isCut(gpu.id);
    const used = this.#used(gpu);
    const kind = kindOf({
      state: gpu.info.state, holder, used, violated: this.isViolated(gpu.id),
      standings: (processes.byGpu.get(gpu.id) ?? []).map((process) => standingOf(process, holder)),
    });
    return {
      id: gpu.id, hostId: gpu.info.host_id, host: gpu.info.host_name, index: gpu.index, model: gpu.info.model ?? '', uncounted,
      kind, mine: this.isMine(holder), used, idleHours: this.idle(gpu.id)?.hours ?? 0,
    };
  }

  // The mean of the last minute; before there is one, the last value.
  #used(gpu: LiveGpu): number | undefined {
    return meanOf(gpu.ring.read('utilization_percent', clock.now, 60)) ?? gpu.now.utilization_percent;
  }
}

export const fleetNow = new FleetNow();
