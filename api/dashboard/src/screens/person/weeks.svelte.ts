/* The usage of a person's bookings in the last weeks, by week and by booking. */
import { clock } from '../../data/clock.svelte';
import type { Problem } from '../../data/problem';
import type { UsageRow } from '../../data/types';
import { readReport } from '../../data/usage/usage_report';
import { addDays, dayMs, firstHour, startOfWeek } from '../../lib/zone';
import { preferences } from '../../page/preferences.svelte';
import { bookingDays } from './records.svelte';
import { weeksOf, type Week } from './weeks';

const shownWeeks = 12;

export class Weeks {
  /** The oldest first; null before the answer. */
  list = $state.raw<readonly Week[] | null>(null);
  /** By booking id. */
  rows = $state.raw<ReadonlyMap<string, UsageRow>>(new Map());
  problem = $state.raw<Problem | null>(null);

  constructor(readonly person: string) {}

  async read(): Promise<void> {
    const now = clock.ms();
    const { zone } = preferences;
    const monday = startOfWeek(now, zone);
    const person = [this.person];
    const [weeks, each] = await Promise.all([
      readReport({
        from: firstHour(addDays(monday, -7 * (shownWeeks - 1), zone), now),
        until: now,
        by: 'week',
        zone,
        person,
      }),
      readReport({ from: now - bookingDays * dayMs, until: now, by: 'reservation', zone, person }),
    ]);
    this.problem = weeks.ok ? null : weeks.problem;
    if (weeks.ok) this.list = weeksOf(weeks.value, now, shownWeeks);
    if (each.ok)
      this.rows = new Map(
        each.value.rows.flatMap((row) =>
          row.reservation_id === undefined ? [] : [[row.reservation_id, row] as const],
        ),
      );
  }
}
