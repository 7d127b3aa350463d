import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { patiently, readiness } from './readiness.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const readingLog = (progress?: number) =>
  new Response(
    JSON.stringify({
      type: '/problems/reading-log',
      title: 'Reading the log',
      status: 503,
      detail: 'Ask again.',
      request_id: 'r1',
      progress,
    }),
    { status: 503, headers: { 'Retry-After': '1', 'Content-Type': 'application/problem+json' } },
  );
const fine = (text: string) => new Response(text);

test('read waits for the log, reports progress, and gets its answer', async () => {
  const answers = [readingLog(), readingLog(0.41), readingLog(0.9), fine('here')];
  const send = vi.fn(async () => answers.shift() as Response);
  const answer = patiently(send);
  await vi.advanceTimersByTimeAsync(0);
  expect(readiness.reading).toEqual({ progress: null });
  await vi.advanceTimersByTimeAsync(1000);
  expect(readiness.reading).toEqual({ progress: 0.41 });
  await vi.advanceTimersByTimeAsync(2000);
  expect(await (await answer).text()).toBe('here');
  expect(readiness.reading).toBeNull();
  expect(send).toHaveBeenCalledTimes(4);
});

test('one request retries for all while the log is read', async () => {
  let ready = false;
  const send = vi.fn(async () => (ready ? fine('here') : readingLog(0.5)));
  const answers = [patiently(send), patiently(send), patiently(send)];
  await vi.advanceTimersByTimeAsync(10_500);
  const late = patiently(send);
  expect(send).toHaveBeenCalledTimes(3 + 10);
  ready = true;
  await vi.advanceTimersByTimeAsync(1000);
  for (const answer of [...answers, late]) expect((await answer).status).toBe(200);
  expect(send).toHaveBeenCalledTimes(3 + 11 + 3);
});

test('other 503 and ended session are answers, not log reading', async () => {
  const busy = new Response('{"type":"/problems/busy"}', {
    status: 503,
    headers: { 'Retry-After': '1' },
  });
  expect(await patiently(async () => busy)).toBe(busy);
  const ended = new Response('', { status: 401 });
  expect(await patiently(async () => ended)).toBe(ended);
  expect(readiness.reading).toBeNull();
});

test('server that disappears while reading its log fails all waiting reads', async () => {
  let there = true;
  const send = async () => {
    if (!there) throw new TypeError('no answer');
    return readingLog(0.2);
  };
  const told = Promise.allSettled([patiently(send), patiently(send)]);
  await vi.advanceTimersByTimeAsync(500);
  there = false;
  await vi.advanceTimersByTimeAsync(1000);
  expect((await told).map((one) => one.status)).toEqual(['rejected', 'rejected']);
  expect(readiness.reading).toBeNull();
});
