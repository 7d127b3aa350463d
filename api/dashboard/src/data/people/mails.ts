/* A person's mail preferences: kept with the account, like the display preferences
   (page/preferences). */
import { api, ask, command } from '../client';
import type { Result } from '../problem';
import type { Preferences, PreferencesPatch, Session } from '../types';

/** The current preferences, whichever browser set them. */
export function mailSession(): Promise<Result<Session>> {
  return ask(api.GET('/api/v1/session'));
}

/** Sets the given members; answers with all of them. */
export function chooseMails(body: PreferencesPatch): Promise<Result<Preferences>> {
  return command((once) =>
    api.PATCH('/api/v1/session/preferences', {
      params: { header: { 'Idempotency-Key': once } },
      body,
    }),
  );
}

/** The defaults, as in the API. */
export const usual = {
  mails: true,
  calendar_mails: false,
  weekly_report: false,
  budget_mails: true,
  reminder_start_min: 0,
  reminder_end_min: 30,
} as const;

/** The choices of a reminder, minutes before: the common ones, and the current one. 0: none. */
export function reminderChoices(now: number): readonly number[] {
  const common = [0, 5, 15, 30, 60, 120, 1440];
  return common.includes(now) ? common : [...common, now].sort((a, b) => a - b);
}
