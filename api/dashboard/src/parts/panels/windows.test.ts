import { expect, test } from 'vitest';
import { batches, together, windowOf } from './windows';

test('ten minutes and less come live by the second, longer ones in means', () => {
  expect(windowOf(60)).toEqual({ seconds: 600, live: true, step: 1, drawn: 1000 });
  expect(windowOf(3600)).toEqual({ seconds: 3600, live: false, step: 60, drawn: 60_000 });
  expect(windowOf(172_800)).toMatchObject({ step: 60, drawn: 300_000 });
  expect([windowOf(2_419_200, 8), windowOf(2_419_200, 8, 3)]).toMatchObject([{ step: 60 }, { step: 3600 }]);
  expect(windowOf(2_419_200, 200)).toMatchObject({ step: 3600, drawn: 7_200_000 });
});

test('all charts of ten minutes are one request, each GPU in it once', () => {
  const wanted = together([
    { seconds: 600, metric: 'power_w', gpus: ['b', 'a'] }, { seconds: 120, metric: 'power_w', gpus: ['a', 'c'] },
    { seconds: 600, metric: 'temperature_c', gpus: ['a'] }, { seconds: 3600, metric: 'power_w', gpus: ['a'] }, { seconds: 7200, metric: 'power_w', gpus: [] },
  ]);
  expect(wanted.map(({ window, gpus, metrics }) => [window.seconds, gpus.join(''), metrics])).toEqual([
    [600, 'abc', ['power_w', 'temperature_c']], [3600, 'a', ['power_w']],
  ]);
  expect(wanted.map((one) => batches(one).length)).toEqual([1, 1]);
});

test('64 charts of one GPU each are one request; more than the server gives at once are several', () => {
  const chart = (i: number) => ({ seconds: 600, metric: 'power_w' as const, gpus: [`gpu_${i}`] });
  const [one] = together(Array.from({ length: 64 }, (_, i) => chart(i)));
  expect(one && batches(one).map((batch) => batch.length)).toEqual([64]);
  const [many] = together(Array.from({ length: 200 }, (_, i) => chart(i)));
  expect(many && batches(many).map((batch) => batch.length)).toEqual([166, 34]);
});
