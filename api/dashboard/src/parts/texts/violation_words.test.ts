import { expect, test } from 'vitest';
import { runningSince } from './violation_words';

const opened_at = '2026-11-24T12:00:00.000Z';
const process = (hour: string, more: object = {}) => ({
  id: `prc_${hour}`,
  pid: 4711,
  started_at: `2026-11-24T${hour}:00:00.000Z`,
  ...more,
});

test('start is the oldest process’s, not the booking’s', () => {
  expect(runningSince({ opened_at, processes: [process('10'), process('09')] })).toBe(
    Date.parse('2026-11-24T09:00:00.000Z'),
  );
});

test('ended processes count if all ended, first sight without a start', () => {
  expect(
    runningSince({ opened_at, processes: [process('09', { ended_at: opened_at }), process('10')] }),
  ).toBe(Date.parse('2026-11-24T10:00:00.000Z'));
  expect(runningSince({ opened_at, processes: [process('09', { ended_at: opened_at })] })).toBe(
    Date.parse('2026-11-24T09:00:00.000Z'),
  );
  expect(runningSince({ opened_at, processes: [{ id: 'prc_1', pid: 1 }] })).toBe(
    Date.parse(opened_at),
  );
});
