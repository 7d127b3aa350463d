import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hour } from '../support/api';
import { until } from '../support/until';
import { aMomentAgo, useWorld } from '../support/world';

const world = useWorld({
  people: ['bartek'],
  ownFleet: (fleet) => {
    // The GPUs of gpu03 do not report their power.
    const file = join(fleet.folder, 'fleet', 'fields');
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace(/^(power\.draw\|[^|]*\|[^|]*\|[^|]*)\|.*$/m, '$1|[N/A]'),
    );
  },
});

test('every GPU is live and changes once a second', async () => {
  world.fleet.wants('gpu01', { gpus: [0], owner: 'bartek', mib: 40_960, busy: 70 });
  await world.as('bartek').book(world.gpus('gpu01:0'), aMomentAgo(), Date.now() + hour, 'training');
  const ann = await world.open('ann', '/fleet');
  const asked: string[] = [];
  ann.page.on('request', (request) => asked.push(request.url()));
  const host = ann.page.getByRole('article', { name: 'gpu01' });
  const line = host.getByRole('listitem').filter({ hasText: 'bartek' }).first(); // the next one belongs to the process
  await line.getByText(/^\u2007*\d+\s%$/).waitFor();
  await until('memory, heat and power with their units', async () =>
    /GiB.*°C.*W/s.test(await line.innerText()),
  );
  const texts = new Set<string>();
  await until(
    'three different readings',
    async () => {
      texts.add(await line.innerText());
      return texts.size >= 3;
    },
    6_000,
    200,
  );
  await host.getByText(/\d\ss ago/).waitFor();
  await host.getByText('booked', { exact: true }).waitFor(); // the process is its owner's
  world.fleet.wants('gpu01');
  await host.getByText('nothing started').waitFor(); // from the stream, without a request
  expect(asked.filter((url) => url.includes('/processes'))).toEqual([]);
});

test('unbooked use of a free GPU is no alarm unless the rules say so', async () => {
  world.fleet.wants('gpu02', { gpus: [1], owner: 'bartek', mib: 8_000, busy: 60 });
  const ann = await world.open('ann', '/fleet');
  const host = ann.page.getByRole('article', { name: 'gpu02' });
  await host.getByText('unbooked', { exact: true }).last().waitFor();
  expect(await host.getByText('used against the rules').count()).toBe(0);
  await world.admin.expect(
    200,
    'PATCH',
    '/api/v1/rules',
    { violation_level: 'always' },
    { 'If-Match': '*' },
  );
  try {
    await host.getByText('not booked', { exact: true }).waitFor();
    await host.getByText('used against the rules').first().waitFor();
  } finally {
    await world.admin.expect(
      200,
      'PATCH',
      '/api/v1/rules',
      { violation_level: 'against_bookings' },
      { 'If-Match': '*' },
    );
    world.fleet.wants('gpu02');
  }
});

test('chart shows the GPU’s holder at each moment', async () => {
  await world.as('bartek').book(world.gpus('gpu01:3'), aMomentAgo(), Date.now() + hour, 'training');
  const ann = await world.open('ann', '/fleet/gpu01');
  const chart = ann.page.getByRole('slider', { name: /Utilisation of the GPUs of gpu01/ });
  await chart.focus();
  const said = async () => (await chart.getAttribute('aria-valuetext')) ?? '';
  const saidAt = async (key: string) => {
    await ann.page.keyboard.press(key);
    return said();
  };
  await until('now it is held', async () => (await saidAt('End')).includes('GPU 3, bartek'));
  await until('ten minutes ago it was not', async () =>
    (await saidAt('Home')).includes('GPU 3, unbooked'),
  );
});

test('unreported value is "no data", not 0', async () => {
  const ann = await world.open('ann', '/fleet');
  const line = ann.page.getByRole('article', { name: 'gpu03' }).getByRole('listitem').first();
  await line.getByText('no data').waitFor();
  expect(await line.innerText()).not.toMatch(/\b0\sW\b/);
});

test('hanging host is unreachable with its last values and their age', async () => {
  const ann = await world.open('ann', '/fleet');
  const host = ann.page.getByRole('article', { name: 'gpu02' });
  await host.getByText(/\d\ss ago/).waitFor();
  const before = (await host.getByRole('listitem').first().innerText()).replaceAll(/\s+/g, ' ');
  world.fleet.freeze('gpu02');
  try {
    await host.getByText(/^Unreachable since/).waitFor();
    expect(
      (await host.getByRole('listitem').first().innerText()).match(/\d+\s°C/)?.[0],
      before,
    ).toBeDefined();
    await ann.page
      .getByText(/gpu02 is unreachable|1 host is unreachable/)
      .first()
      .waitFor();
    await host.getByText(/no answer in time|fell silent/).waitFor();
    const page = await world.open('ann', '/fleet/gpu02');
    await page.page
      .locator('dd', { hasText: /no answer in time|fell silent/ })
      .first()
      .waitFor();
    await until(
      'its age grows',
      async () => Number(/(\d+)\ss ago/.exec(await host.innerText())?.[1] ?? 0) >= 5,
    );
  } finally {
    world.fleet.thaw('gpu02');
  }
  await host.getByText(/^Unreachable since/).waitFor({ state: 'detached' });
});

test('sort button has reserved room, so no tile moves', async () => {
  world.fleet.wants('gpu01');
  world.fleet.wants('gpu02');
  const ann = await world.open('ann', '/fleet?sort=use');
  const first = ann.page.getByRole('article').first();
  const again = ann.page.getByRole('button', { name: /sort again$/ });
  await first.waitFor();
  await ann.live();
  await again.waitFor({ state: 'hidden' });
  const tops = async () =>
    Promise.all(
      ['gpu01', 'gpu02', 'gpu03'].map(
        async (name) => (await ann.page.getByRole('article', { name }).boundingBox())?.y,
      ),
    );
  const before = await tops();
  world.fleet.wants('gpu03', { gpus: [0, 1], owner: 'bartek', mib: 4_000, busy: 90 });
  await again.waitFor();
  expect(await tops()).toEqual(before);
  world.fleet.wants('gpu03');
});
