/* Which mails one wants: kept with the account, beside how one sees things (page/preferences). */
import { api, ask, command } from './client';
import type { Result } from './problem';
import type { Preferences, PreferencesPatch, Session } from './types';

/** As it is now, whichever browser chose it. */
export function mailSession(): Promise<Result<Session>> {
  return ask(api.GET('/api/v1/session'));
}

/** What is given; answers with all of them. */
export function chooseMails(body: PreferencesPatch): Promise<Result<Preferences>> {
  return command((once) => api.PATCH('/api/v1/session/preferences', { params: { header: { 'Idempotency-Key': once } }, body }));
}

/** What holds where nothing was chosen, as the API says. */
export const usual = { mails: true, calendar_mails: false, weekly_report: false, budget_mails: true, reminder_start_min: 0, reminder_end_min: 30 } as const;

/** The choices of a reminder, in minutes before: the common ones, and what was chosen elsewhere. 0: none. */
export function reminderChoices(now: number): readonly number[] {
  const common = [0, 5, 15, 30, 60, 120, 1440];
  return common.includes(now) ? common : [...common, now].sort((a, b) => a - b);
}
