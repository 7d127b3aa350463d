/* How the journeys run: one demo fleet for all files (support/fleet_for_all.ts), in each file a server
   and a Chromium of its own, two files at a time. */
import { defineConfig } from 'vitest/config';

// Pages and tests run in one zone, so that a test can say "tomorrow at nine".
process.env['TZ'] = 'Europe/Warsaw';

export default defineConfig({
  test: {
    include: ['*.test.ts'],
    environment: 'node',
    globalSetup: ['support/fleet_for_all.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 20_000,
  },
});
