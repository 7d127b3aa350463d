/* How the journeys run: one demo fleet for all files (support/fleet_for_all.ts), per file a server
   and a Chromium of its own, three files at a time. */
import { defineConfig } from 'vitest/config';

// Pages and tests run in one zone, so that a test can use "tomorrow at nine". Another zone is
// another time of day: no run passes midnight, or begins while the last hour of last week is still
// open.
const usual = 'Europe/Warsaw';
const hourThere = Number(
  new Intl.DateTimeFormat('en-GB', { timeZone: usual, hour: '2-digit' }).format(),
);
process.env['TZ'] =
  process.env['DIBS_TEST_ZONE'] || ([23, 0].includes(hourThere) ? 'America/New_York' : usual);

export default defineConfig({
  test: {
    include: ['*/*.test.ts'],
    environment: 'node',
    globalSetup: ['support/fleet_for_all.ts'],
    pool: 'forks',
    maxWorkers: 3, // a file waits for a third of its time
    testTimeout: 900_000,
    retry: process.env['DIBS_SECOND_TRY'] ? 1 : 0, // decision 0057; named in the totals
    expect: { poll: { timeout: 60_000 } }, // as long as the browser's own timeout
    hookTimeout: 600_000,
    teardownTimeout: 60_000,
  },
});
