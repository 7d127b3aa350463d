/* The current state of the fleet: the holder and activity of each GPU. Shared by the fleet and the
   page of a host. Holders are recomputed when a booking changes, begins or ends; totals over all
   GPUs once a second; a single GPU's state where it is shown. */
import { untrack } from 'svelte';
import type { Booking } from '../../data/bookings/booking';
import { clock } from '../../data/clock.svelte';
import { holders, type Holders } from '../../data/bookings/holders';
import { bookings } from '../../data/live/bookings.svelte';
import { fleet, type LiveGpu } from '../../data/live/fleet.svelte';
import { inUse } from '../../data/live/in_use.svelte';
import { processes } from '../../data/live/processes.svelte';
import { siteRules } from '../../data/live/rules.svelte';
import { violations } from '../../data/live/violations.svelte';
import { session } from '../../data/session.svelte';
import type { Process } from '../../data/types';
import { isBusy, kindOf, type Facts, type Kind } from './facts';
import { idleTimes, type Held, type KnownIdle } from './idle.svelte';
import { isForbidden, standingOf, type Law } from './process_status';

class FleetNow {
  #last: { at: number; until: number } = { at: 0, until: 0 };
  // The last moment at which a booking began or ended, ms.
  readonly #turn: number = $derived.by(() => {
    const now = clock.now;
    return now < this.#last.at || now >= this.#last.until ? now : this.#last.at;
  });
  readonly #holders: Holders = $derived.by(() => {
    void [bookings.changes, this.#turn];
    const at = untrack(() => clock.now);
    const found = holders(
      untrack(() => bookings.all),
      at,
    );
    this.#last = { at: untrack(() => this.#turn), until: found.until };
    return found;
  });
  readonly #violated = $derived(new Set(violations.alarms.flatMap((violation) => violation.gpus)));
  readonly law: Law = $derived({
    level: siteRules.now?.violation_level,
    excused: (id) => violations.byId.get(id)?.excused !== undefined,
  });
  // Inputs for each GPU, looked up once for all.
  readonly #known: Known = $derived({
    held: this.#holders.held,
    cut: fleet.cut,
    violated: this.#violated,
    law: this.law,
    idle: idleTimes.byGpu,
  });
  /** All GPUs in their order, as of this second. */
  readonly facts: readonly Facts[] = $derived.by(() => {
    void [clock.now, fleet.cut];
    const [gpus, known] = [fleet.gpuList, untrack(() => this.#known)];
    return untrack(() => gpus.map((gpu) => this.#factsOf(gpu, known)));
  });

  holder(gpu: string): Booking | undefined {
    return holderOf(gpu, fleet.gpus.get(gpu)?.info.parent_id, this.#known);
  }

  /** When its next booking begins, ms. */
  nextFrom(gpu: string): number | undefined {
    const { next } = this.#holders;
    const first = Math.min(
      ...[gpu, ...fleet.overlappingDevices(gpu)].map((one) => next.get(one) ?? Infinity),
    );
    return first === Infinity ? undefined : first;
  }

  /** Whether it has an open violation without an excuse. */
  isViolated(gpu: string): boolean {
    return this.#violated.has(gpu);
  }

  isMine(booking: Booking | undefined): boolean {
    return booking !== undefined && booking.owner === session.me?.id;
  }

  isForbidden(process: Process): boolean {
    return isForbidden(process, standingOf(process, this.holder(process.gpu_id)), this.law);
  }

  /** Whether it works, for anyone; undefined: unknown. */
  isBusy(gpu: LiveGpu): boolean | undefined {
    return gpu.seen ? isBusy(gpu.minute, gpu.now.utilization_percent) : undefined;
  }

  kind(gpu: LiveGpu): Kind {
    return kindIn(gpu, holderOf(gpu.id, gpu.parent, this.#known), this.#known);
  }

  /** Undefined if it is not held, or if the known idle time is of another booking. */
  idle(gpu: string): KnownIdle | undefined {
    return idleOf(gpu, this.holder(gpu), this.#known);
  }

  /** The time of a host's newest values, ms. */
  seenAt(gpus: readonly LiveGpu[]): number | undefined {
    let newest: number | undefined;
    for (const { at } of gpus) if (at !== undefined && at > (newest ?? 0)) newest = at;
    return newest;
  }

  heldGpus(): Held[] {
    return [...this.#holders.held].flatMap(([gpu, booking]) =>
      fleet.gpus.has(gpu) ? [{ gpu, booking: booking.id, from: booking.from }] : [],
    );
  }

  #factsOf(gpu: LiveGpu, known: Known): Facts {
    const { info } = gpu;
    const holder = holderOf(gpu.id, info.parent_id, known);
    return {
      id: gpu.id,
      hostId: info.host_id,
      host: info.host_name,
      index: gpu.index,
      model: info.model ?? '',
      uncounted: info.state === 'lost' || known.cut.has(gpu.id),
      ill: info.state === 'unhealthy',
      kind: kindIn(gpu, holder, known),
      mine: this.isMine(holder),
      used: gpu.minute ?? gpu.now.utilization_percent,
      idleHours: idleOf(gpu.id, holder, known)?.hours ?? 0,
    };
  }
}

interface Known {
  held: ReadonlyMap<string, Booking>;
  cut: ReadonlySet<string>;
  violated: ReadonlySet<string>;
  law: Law;
  idle: ReadonlyMap<string, KnownIdle>;
}

// A booking of a GPU holds its slices. A booking of a slice holds that alone, though the parent GPU
// cannot be booked meanwhile.
function holderOf(gpu: string, parent: string | undefined, { held }: Known): Booking | undefined {
  return held.get(gpu) ?? (parent === undefined ? undefined : held.get(parent));
}

function kindIn(gpu: LiveGpu, holder: Booking | undefined, { cut, violated, law }: Known): Kind {
  const last = gpu.now.utilization_percent;
  const running = processes.on(gpu.id);
  const forbidden =
    violated.has(gpu.id) ||
    running.some((process) => isForbidden(process, standingOf(process, holder), law));
  return kindOf({
    seen: gpu.seen,
    ill: gpu.state === 'unhealthy',
    cut: cut.has(gpu.id),
    holder,
    used: gpu.minute ?? last,
    last,
    inUse: inUse(gpu),
    forbidden,
  });
}

function idleOf(gpu: string, holder: Booking | undefined, { idle }: Known): KnownIdle | undefined {
  const found = idle.get(gpu);
  return found !== undefined && found.booking === holder?.id ? found : undefined;
}

export const fleetNow = new FleetNow();
