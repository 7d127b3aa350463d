/* The zone of pages and tests, and days and zones by name there. */
import { execFileSync } from 'node:child_process';

export const zone = process.env['TZ'] ?? 'Europe/Warsaw';

/** As in an address and a day's field: 2026-03-29. */
export const dayField = (at: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(at);

/** The zone's short name at that moment, by the machine's own table of zones: CET, CEST. */
export const zoneName = (at: number): string =>
  execFileSync('date', ['-d', `@${Math.floor(at / 1000)}`, '+%Z'], {
    env: { ...process.env, TZ: zone },
    encoding: 'utf8',
  }).trim();
