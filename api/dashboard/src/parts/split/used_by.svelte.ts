/* The use of one booking so far. Read again while it runs; often while it is young, because the
   first seconds show little. */
import type { Booking } from '../../data/bookings/booking';
import { clock } from '../../data/clock.svelte';
import type { Problem } from '../../data/problem';
import type { UsageRow } from '../../data/types';
import { readReport } from '../../data/usage/usage_report';
import { minuteMs } from '../../lib/zone';
import { allOf, splitOf, violationOf, type Split } from './split';

const soonMs = 4000;
/** The shown data lags by at most a tenth of the booking's time. */
const againMs = (from: number): number =>
  Math.min(minuteMs, Math.max(soonMs, (clock.ms() - from) / 10));
/** The newest seconds of a running booking always arrive late: not worth showing. */
const lateS = 15;

function told(row: UsageRow, late: number): Split {
  const split = splitOf(row);
  return { ...split, unknown: split.unknown - Math.min(row.unmeasured_s, late) };
}

export class UsedBy {
  /** GPU-seconds; null: nothing is known. */
  split = $state.raw<Split | null>(null);
  /** The same for each GPU. */
  byGpu = $state.raw<ReadonlyMap<string, Split>>(new Map());
  /** The part of others' use against the rules, and on which GPUs. */
  violation = $state(0);
  violated = $state.raw<ReadonlySet<string>>(new Set());
  /** True once answered; for a new booking, once some of its use is known. */
  asked = $state(false);
  problem = $state.raw<Problem | null>(null);
  #turn = 0;

  /** Call in an effect; again for another booking. */
  follow(booking: Pick<Booking, 'id' | 'from' | 'until' | 'gpus'>): () => void {
    const turn = ++this.#turn;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async () => {
      if (!document.hidden) await this.#read(booking, turn);
      const over = clock.ms() > booking.until + minuteMs;
      if (turn === this.#turn && !over)
        timer = setTimeout(() => void read(), this.split === null ? soonMs : againMs(booking.from));
    };
    void read();
    return () => {
      this.#turn += 1;
      clearTimeout(timer);
      [this.split, this.byGpu, this.asked, this.problem] = [null, new Map(), false, null];
    };
  }

  async #read(
    { id, from, until, gpus }: Pick<Booking, 'id' | 'from' | 'until' | 'gpus'>,
    turn: number,
  ): Promise<void> {
    const got = await readReport({
      from,
      until: Math.max(from + 1000, Math.min(until, clock.ms())),
      by: 'gpu',
      zone: 'UTC',
      reservation: [id],
    });
    if (turn !== this.#turn) return;
    this.problem = got.ok ? null : got.problem;
    if (!got.ok) return void (this.asked = true);
    const { total } = got.value;
    const late = clock.ms() < until + minuteMs ? lateS : 0;
    const known = told(total, late * gpus.length);
    this.split = allOf(known) > 0 ? known : null;
    this.asked = this.split !== null || clock.ms() - from > minuteMs;
    this.byGpu = new Map(
      got.value.rows.flatMap((row) =>
        row.gpu_id === undefined ? [] : [[row.gpu_id, told(row, late)] as const],
      ),
    );
    this.violation = violationOf(total);
    this.violated = new Set(
      got.value.rows.flatMap((row) =>
        row.gpu_id !== undefined && violationOf(row) > 0 ? [row.gpu_id] : [],
      ),
    );
  }
}
