/* The reports behind the screen: for the period, the one before it, by hour of the week, and by
   booking. Read when another period is chosen; the shown data stays until the answer. */
import { listPeople } from '../../data/people/account';
import { clock } from '../../data/clock.svelte';
import { fleet } from '../../data/live/fleet.svelte';
import type { Problem } from '../../data/problem';
import type { UsageReport, UsageRow } from '../../data/types';
import { readReport, type ReportQuestion } from '../../data/usage/usage_report';
import { before, hoursOf, type Period } from './period';
import type { By, Ranked } from './ranking/rank';

/** null: not known yet, or refused. */
export interface Shown {
  period: Period;
  by: By;
  main: UsageReport;
  /** The period before; null also without reservations then: any change would be infinite. */
  earlier: UsageReport | null;
  week: UsageReport | null;
  bookings: readonly UsageRow[] | null;
  /** The time of the request, ms. */
  at: number;
}

const mostAsked = 1024; // ids in a request

export class Reports {
  shown = $state.raw<Shown | null>(null);
  problem = $state.raw<Problem | null>(null);
  busy = $state(false);
  #turn = 0;

  async read(period: Period, by: By, zone: string): Promise<void> {
    const turn = ++this.#turn;
    this.busy = true;
    const at = clock.ms();
    const time = hoursOf({ from: period.from, until: Math.min(period.until, at) });
    const last = hoursOf(before(period, at, zone));
    // The week before has the same clock hours across a clock change: `zone` cuts it.
    const [main, earlier, week, bookings] = await Promise.all([
      readReport({ ...time, zone, by }),
      readReport({ ...last, zone, by }),
      readReport({ ...time, zone, by: 'hour_of_week' }),
      readReport({ ...time, zone, by: 'reservation' }),
    ]);
    if (turn !== this.#turn) return;
    this.busy = false;
    this.problem = main.ok ? null : main.problem;
    if (!main.ok) return;
    this.shown = {
      period,
      by,
      at,
      main: main.value,
      earlier: earlier.ok && earlier.value.total.reserved_s > 0 ? earlier.value : null,
      week: week.ok ? week.value : null,
      bookings: bookings.ok ? bookings.value.rows : null,
    };
  }
}

interface Behind {
  rows: UsageRow[] | null;
  problem: Problem | null;
}

/** The bookings behind a row (for a group its people), most idle first; null: they cannot be
    separated. */
export async function bookingsOf(
  { key }: Ranked,
  { by, main }: Pick<Shown, 'by' | 'main'>,
): Promise<Behind> {
  const question: ReportQuestion = {
    from: Date.parse(main.from),
    until: Date.parse(main.until),
    zone: main.zone,
    by: 'reservation',
  };
  if (by === 'group') return peopleOf(key, question);
  if (by === 'host') question.host = [key];
  else if (by === 'model')
    question.gpu = fleet.gpuList
      .filter((gpu) => (gpu.info.model ?? '') === key)
      .map((gpu) => gpu.id)
      .slice(0, mostAsked);
  else if (by === 'person') question.person = [key];
  if (question.gpu?.length === 0 || (by === 'person' && !key.startsWith('per_')))
    return { rows: null, problem: null };
  const got = await readReport(question);
  if (!got.ok) return { rows: null, problem: got.problem };
  const rows = got.value.rows.filter(
    (row) =>
      row.reserved_s > 0 &&
      (by !== 'person' || row.person_id === key) &&
      (by !== 'project' || (row.project ?? '') === key),
  );
  return { rows, problem: null };
}

async function peopleOf(group: string, question: ReportQuestion): Promise<Behind> {
  const people = await listPeople();
  if (!people.ok) return { rows: null, problem: people.problem };
  const person = people.value
    .filter(({ groups }) => groups.some((one) => one.group_id === group))
    .map(({ id }) => id)
    .slice(0, mostAsked);
  if (person.length === 0) return { rows: [], problem: null };
  const got = await readReport({ ...question, by: 'person', person });
  if (!got.ok) return { rows: null, problem: got.problem };
  return {
    rows: got.value.rows.filter(
      (row) => row.person_id !== undefined && person.includes(row.person_id) && row.reserved_s > 0,
    ),
    problem: null,
  };
}
