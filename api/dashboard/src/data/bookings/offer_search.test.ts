import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OfferSearch } from './offer_search.svelte';
import { amount, gpus, length, offer, problem, times, unclear } from './testing';

// A relative address means nothing outside a browser.
vi.mock('../../lib/base_path', async (original) => ({
  ...(await original<typeof import('../../lib/base_path')>()),
  root: 'http://dibs.test',
}));

interface Asked {
  path: string;
  body: unknown;
}
let asked: Asked[] = [];
let answers: Record<string, { status: number; body: unknown }[]> = {};

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T09:00:00Z') });
  asked = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    const path = new URL(request.url).pathname.replace('/api/v1/', '');
    asked.push({ path, body: await request.json() });
    const { status, body } = answers[path]?.shift() ?? { status: 500, body: {} };
    return new Response(JSON.stringify(body), {
      status,
      headers: { 'content-type': status < 400 ? 'application/json' : 'application/problem+json' },
    });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function searched(text: string, given: typeof answers): Promise<OfferSearch> {
  answers = structuredClone(given);
  const search = new OfferSearch();
  search.read(text, 'Europe/Warsaw');
  await vi.advanceTimersByTimeAsync(1000);
  return search;
}

test('search parses GPUs, then time, then asks for offers', async () => {
  const search = await searched('book 4xA100 8h -m training', {
    'gpus/parse': gpus({ ...amount, rest: '8h' }),
    'time/parse': length,
    offers: [{ status: 200, body: { offers: [offer] } }],
  });
  expect(asked).toEqual([
    { path: 'gpus/parse', body: { text: '4xA100 8h', partial: true } },
    { path: 'time/parse', body: { text: '8h', zone: 'Europe/Warsaw', kind: 'any' } },
    {
      path: 'offers',
      body: { duration_s: 28800, limit: 5, same_host: true, count: 4, model: 'A100' },
    },
  ]);
  expect(search.title).toBe('training');
  expect(search.state).toMatchObject({
    kind: 'offers',
    exact: true,
    offers: [offer],
    cli: 'dibs reserve 4xA100 --for 8h --soonest -m training',
  });
});

test('unhealthy GPUs are named with offers and without any', async () => {
  const trouble = { gpu_id: 'gpu_B', gpu_name: 'gpu01:1', state: 'unhealthy' };
  const answers = { 'gpus/parse': gpus({ ...amount, rest: '8h' }), 'time/parse': length };
  const some = await searched('4xA100 8h', {
    ...answers,
    offers: [{ status: 200, body: { offers: [offer], left_out: [trouble] } }],
  });
  expect(some.state).toMatchObject({ kind: 'offers', leftOut: ['gpu01:1'] });
  const none = await searched('4xA100 8h', {
    ...answers,
    offers: [{ status: 200, body: { offers: [], left_out: [trouble] } }],
  });
  expect(none.state).toEqual({ kind: 'none', why: '', leftOut: ['gpu01:1'] });
});

test('search spans hosts for more GPUs than one has, and reports too many', async () => {
  await searched('6xA100 8h', {
    'gpus/parse': gpus({ ...amount, count: 6, rest: '8h' }),
    'time/parse': length,
    offers: [{ status: 200, body: { offers: [] } }],
  });
  expect(asked[2]?.body).toMatchObject({ same_host: false });
  const search = await searched('9xA100', { 'gpus/parse': gpus({ ...amount, count: 9 }) });
  expect(search.state).toEqual({ kind: 'too-many', count: 8 });
});

test('search uses the host of an amount', async () => {
  await searched('2xA100 on gpu03 8h', {
    'gpus/parse': gpus({ ...amount, host_name: 'gpu03', rest: '8h' }),
    'time/parse': length,
    offers: [{ status: 200, body: { offers: [offer] } }],
  });
  expect(asked[2]?.body).toMatchObject({ host: 'gpu03' });
});

test('named GPUs are taken exactly and only the time is missing', async () => {
  const named = {
    kind: 'gpus',
    gpus: ['gpu_A', 'gpu_B'],
    gpu_names: ['gpu01:0', 'gpu02:0'],
    echo: 'gpu01:0,gpu02:0',
  };
  await searched('gpu[01-02]:0 8h', {
    'gpus/parse': gpus({ ...named, rest: '8h' }),
    'time/parse': length,
    offers: [{ status: 200, body: { offers: [offer] } }],
  });
  expect(asked[2]?.body).toEqual({
    duration_s: 28800,
    limit: 5,
    same_host: false,
    gpus: ['gpu_A', 'gpu_B'],
  });
  expect((await searched('gpu[01-02]:0', { 'gpus/parse': gpus(named) })).state).toEqual({
    kind: 'needs-time',
  });
});

test('unknown GPU gives the server’s problem, other words give none', async () => {
  const none = await searched('4xV100 8h', {
    'gpus/parse': problem('unknown-gpu', 'There is no V100 here: there is A100.'),
  });
  expect(none.state).toMatchObject({
    kind: 'problem',
    problem: { detail: 'There is no V100 here: there is A100.' },
  });
  expect(
    (await searched('fleet', { 'gpus/parse': gpus({ kind: 'none', rest: 'fleet' }) })).state,
  ).toEqual({ kind: 'idle' });
  expect(
    (
      await searched('all gpus tomorrow', {
        'gpus/parse': gpus({ kind: 'none', rest: 'all gpus tomorrow' }),
      })
    ).state,
  ).toEqual({ kind: 'needs-gpus' });
  expect(
    (await searched('gpu01 notes', { 'gpus/parse': gpus({ kind: 'none', rest: 'gpu01 notes' }) }))
      .state,
  ).toEqual({ kind: 'idle' });
  expect(
    (await searched('book fleet', { 'gpus/parse': gpus({ kind: 'none', rest: 'fleet' }) })).state,
  ).toEqual({ kind: 'needs-gpus' });
});

test('ambiguous time gives unambiguous requests', async () => {
  const search = await searched('book 4xA100 tue 9-5 -m training', {
    'gpus/parse': gpus({ ...amount, rest: 'tue 9-5' }),
    'time/parse': unclear('ambiguous-time', times),
  });
  expect(search.state).toEqual({
    kind: 'which-time',
    text: 'tue 9-5',
    why: 'several',
    choices: times.map(({ from, until, text }) => ({
      from,
      until,
      request: `book 4xA100 ${text} -m training`,
    })),
  });
  expect(asked.map(({ path }) => path)).toEqual(['gpus/parse', 'time/parse']);
});

test('passed time gives future ones, and a moment alone is not booked', async () => {
  const passed = await searched('4xA100 9-17', {
    'gpus/parse': gpus({ ...amount, rest: '9-17' }),
    'time/parse': unclear('in-the-past', times.slice(0, 1)),
  });
  expect(passed.state).toMatchObject({
    kind: 'which-time',
    why: 'passed',
    choices: [{ request: '4xA100 Tue 24 Nov 09:00-17:00 CET' }],
  });
  const moments = [{ text: 'now', from: '2026-11-24T08:00:00.000Z', sentence: 'Now.' }];
  const sat = await searched('4xA100 sat', {
    'gpus/parse': gpus({ ...amount, rest: 'sat' }),
    'time/parse': unclear('ambiguous-time', moments),
  });
  expect(sat.state).toEqual({ kind: 'needs-time' });
});

test('day that is over gives no time', async () => {
  const over = {
    kind: 'interval',
    from: '2026-11-20T08:00:00.000Z',
    until: '2026-11-20T16:00:00.000Z',
    zone: 'UTC',
    echo: 'Fri 20 Nov 09:00-17:00 CET',
    duration_s: 28800,
  };
  const day = {
    kind: 'instant',
    from: '2026-11-19T23:00:00.000Z',
    zone: 'UTC',
    echo: 'Fri 20 Nov 00:00 CET',
  };
  const search = await searched('4xA100 yesterday', {
    'gpus/parse': gpus({ ...amount, rest: 'yesterday' }),
    'time/parse': [day, over, over, over, over].map((body) => ({ status: 200, body })),
  });
  expect(search.state).toEqual({ kind: 'past' });
});

test('accepted time comes with its alternatives', async () => {
  const taken = {
    kind: 'interval',
    from: times[0]?.from,
    until: times[0]?.until,
    duration_s: 28800,
    zone: 'UTC',
    echo: '',
    taken: 'Read so.',
    alternatives: times.slice(1),
  };
  const search = await searched('4xA100 next fri 9-17', {
    'gpus/parse': gpus({ ...amount, rest: 'next fri 9-17' }),
    'time/parse': [{ status: 200, body: taken }],
    offers: [{ status: 200, body: { offers: [offer] } }],
  });
  expect(search.state).toMatchObject({
    kind: 'offers',
    time: { taken: 'Read so.' },
    choices: [{ request: '4xA100 Tue 24 Nov 21:00 - Wed 25 Nov 05:00 CET' }],
  });
});

test('missing model gives offers of others with the server’s reason', async () => {
  const sentence = 'There is no V100 here: there are A100 and H100.';
  const search = await searched('4xV100 8h', {
    'gpus/parse': [
      {
        status: 422,
        body: {
          type: '/problems/unknown-gpu',
          detail: sentence,
          field: 'text',
          alternatives: [{ text: '4xA100 8h' }, { text: '4xH100 8h' }],
        },
      },
      ...gpus({ ...amount, rest: '8h' }),
      ...gpus({ ...amount, model: 'H100', echo: '4xH100', rest: '8h' }),
    ],
    'time/parse': [...length, ...length],
    offers: [
      { status: 200, body: { offers: [offer] } },
      { status: 200, body: { offers: [{ ...offer, gpus: ['gpu_B'] }] } },
    ],
  });
  expect(asked.filter((one) => one.path === 'gpus/parse').map((one) => one.body)).toEqual(
    ['4xV100 8h', '4xA100 8h', '4xH100 8h'].map((text) => ({ text, partial: true })),
  );
  expect(search.state).toMatchObject({
    kind: 'offers',
    exact: false,
    instead: sentence,
    offers: [{ gpus: ['gpu_A'] }, { gpus: ['gpu_B'] }],
  });
});

test('day without an end gives the usual ones', async () => {
  const moment = {
    status: 200,
    body: {
      kind: 'instant',
      from: '2026-11-23T23:00:00.000Z',
      zone: 'UTC',
      echo: 'Tue 24 Nov 2026 00:00 CET',
    },
  };
  const interval = {
    status: 200,
    body: {
      kind: 'interval',
      from: times[0]?.from,
      until: times[0]?.until,
      duration_s: 28800,
      zone: 'UTC',
      echo: 'Tue 24 Nov 09:00-17:00 CET',
    },
  };
  const no = problem('out-of-range', 'No.')[0] ?? moment;
  const search = await searched('I need 4 gpus tomorrow', {
    'gpus/parse': gpus({ ...amount, rest: 'tomorrow' }),
    'time/parse': [moment, interval, no, no, no],
  });
  expect(search.state).toEqual({
    kind: 'which-time',
    text: 'tomorrow',
    why: 'open',
    choices: [
      {
        from: times[0]?.from,
        until: times[0]?.until,
        request: '4xA100 Tue 24 Nov 09:00-17:00 CET',
      },
    ],
  });
});

test('"tonight 9-17" is never offered: it would end the next afternoon', async () => {
  const interval = (from: string, until: string) => ({
    status: 200,
    body: {
      kind: 'interval',
      from,
      until,
      duration_s: (Date.parse(until) - Date.parse(from)) / 1000,
      zone: 'UTC',
      echo: `${from} ${until}`,
    },
  });
  const moment = {
    status: 200,
    body: {
      kind: 'instant',
      from: '2026-11-21T17:00:00.000Z',
      zone: 'UTC',
      echo: 'Sat 21 Nov 18:00 CET',
    },
  };
  const [nonsense, four] = [
    interval('2026-11-21T20:00:00.000Z', '2026-11-22T16:00:00.000Z'),
    interval('2026-11-21T17:00:00.000Z', '2026-11-21T21:00:00.000Z'),
  ];
  const no = problem('out-of-range', 'No.')[0] ?? moment;
  const search = await searched('four gpus tonight', {
    'gpus/parse': gpus({ ...amount, rest: 'tonight' }),
    'time/parse': [moment, nonsense, four, no, no],
  });
  expect(search.state).toMatchObject({
    kind: 'which-time',
    why: 'open',
    choices: [{ from: '2026-11-21T17:00:00.000Z', until: '2026-11-21T21:00:00.000Z' }],
  });
});

test('purpose becomes the title, and the server gives the reason of a refusal', async () => {
  const search = await searched('4xA100 for my training 8h', {
    'gpus/parse': gpus({ ...amount, rest: '8h', title: 'training' }),
    'time/parse': length,
    offers: [
      { status: 200, body: { offers: [], why: 'Others have booked too many of the 8 such GPUs.' } },
    ],
  });
  expect(search.title).toBe('training');
  expect(search.state).toEqual({
    kind: 'none',
    why: 'Others have booked too many of the 8 such GPUs.',
    leftOut: [],
  });
});

test('fast keys are one query, and an older answer is dropped', async () => {
  answers = { 'gpus/parse': gpus(amount) };
  const search = new OfferSearch();
  for (const text of ['4', '4x', '4xA100']) search.read(text, 'UTC');
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked.map((one) => one.body)).toEqual([{ text: '4xA100', partial: true }]);
  search.read('fleet', 'UTC');
  search.read('', 'UTC');
  await vi.advanceTimersByTimeAsync(1000);
  expect(search.state).toEqual({ kind: 'idle' });
  expect(asked).toHaveLength(1);
});

test('stopped search asks nothing', async () => {
  answers = { 'gpus/parse': gpus(amount) };
  const search = new OfferSearch();
  search.read('4xA100', 'UTC');
  search.stop();
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toEqual([]);
});
