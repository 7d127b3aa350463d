import { expect, test } from 'vitest';
import { batches, together, windowOf } from './windows';

const gpu = (name: 'power_w' | 'temperature_c' | 'memory_used_mib') =>
  ({ of: 'gpu', name }) as const;

test('ten minutes are live by the second, longer windows limit their points', () => {
  expect(windowOf(60)).toEqual({ seconds: 600, live: true, points: 601 });
  expect(windowOf(3600)).toEqual({ seconds: 3600, live: false, points: 3000 });
  expect(windowOf(31_536_000, 8, 3)).toMatchObject({ live: false, points: 3000 });
  expect(windowOf(31_536_000, 256, 4)).toMatchObject({ points: 390 });
});

test('charts of ten minutes share a request, hosts have their own', () => {
  const wanted = together([
    { seconds: 600, metric: gpu('power_w'), ids: ['b', 'a'] },
    { seconds: 120, metric: gpu('power_w'), ids: ['a', 'c'] },
    { seconds: 600, metric: gpu('temperature_c'), ids: ['a'] },
    { seconds: 3600, metric: gpu('memory_used_mib'), ids: ['a'] },
    { seconds: 3600, metric: { of: 'host', name: 'memory_used_mib' }, ids: ['h'] },
    { seconds: 7200, metric: gpu('power_w'), ids: [] },
  ]);
  expect(
    wanted.map(({ window, of, ids, metrics }) => [window.seconds, of, ids.join(''), metrics]),
  ).toEqual([
    [600, 'gpu', 'abc', ['power_w', 'temperature_c']],
    [3600, 'gpu', 'a', ['memory_used_mib']],
    [3600, 'host', 'h', ['memory_used_mib']],
  ]);
  expect(wanted.map((one) => batches(one).length)).toEqual([1, 1, 1]);
});

test('64 charts share one request, above the limit several', () => {
  const chart = (i: number) => ({ seconds: 600, metric: gpu('power_w'), ids: [`gpu_${i}`] });
  const [one] = together(Array.from({ length: 64 }, (_, i) => chart(i)));
  expect(one && batches(one).map((batch) => batch.length)).toEqual([64]);
  const [many] = together(Array.from({ length: 200 }, (_, i) => chart(i)));
  expect(many && batches(many).map((batch) => batch.length)).toEqual([166, 34]);
  const [year] = together(
    Array.from({ length: 200 }, (_, i) => ({ ...chart(i), seconds: 31_536_000 })),
  );
  expect(year && batches(year).length).toBeLessThanOrEqual(4);
});
