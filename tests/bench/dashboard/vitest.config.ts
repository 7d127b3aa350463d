/* `vitest run` in this folder measures the dashboard; it prints, and asserts nothing. */
import { defineConfig } from 'vitest/config';

process.env['TZ'] = 'Europe/Warsaw';

export default defineConfig({
  test: {
    include: ['*.bench.test.ts'],
    environment: 'node',
    globalSetup: ['../../dashboard/support/fleet_for_all.ts'],
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 60_000,
    disableConsoleIntercept: true,
  },
});
