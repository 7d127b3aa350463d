import { expect, test, vi } from 'vitest';
import { behind, noteAge } from './read_lag.svelte';

const answer = (headers: Record<string, string>, status = 200) =>
  new Response('{}', { status, headers });

test('answer with an age sets the certain time, one without clears it', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-22T12:00:00Z') });
  expect(behind.since).toBeNull();
  noteAge(answer({ 'Dibs-Position': '7', 'Dibs-Age': '12' }));
  expect(behind.since).toBe(Date.parse('2026-11-22T11:59:48Z'));
  vi.setSystemTime(Date.parse('2026-11-22T12:00:05.900Z'));
  noteAge(answer({ 'Dibs-Position': '7', 'Dibs-Age': '17' }));
  expect(behind.since).toBe(Date.parse('2026-11-22T11:59:48Z'));
  noteAge(answer({ 'Dibs-Position': '7' }, 503));
  noteAge(answer({}));
  expect(behind.since).not.toBeNull();
  noteAge(answer({ 'Dibs-Position': '8' }));
  expect(behind.since).toBeNull();
  vi.useRealTimers();
});
