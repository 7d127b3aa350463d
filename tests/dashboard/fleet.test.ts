import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hour } from './support/api';
import { until } from './support/until';
import { useWorld } from './support/world';

const world = useWorld({
  people: ['bartek'],
  ownFleet: (fleet) => {
    // The cards of gpu03 do not tell their power.
    const file = join(fleet.folder, 'fleet', 'fields');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^(power\.draw\|[^|]*\|[^|]*\|[^|]*)\|.*$/m, '$1|[N/A]'));
  },
});

test('every GPU is live: numbers with their units change once a second', async () => {
  world.fleet.wants('gpu01', { gpus: [0], owner: 'bartek', mib: 40_960, busy: 70 });
  await world.as('bartek').book(world.gpus('gpu01:0'), Date.now(), Date.now() + hour, 'training');
  const ann = await world.open('ann', '/fleet');
  const host = ann.page.getByRole('article', { name: 'gpu01' });
  const line = host.getByRole('listitem').filter({ hasText: 'bartek' });
  await line.getByText(/^\d+ %$/).waitFor();
  await until('memory, heat and power with their units', async () => /GiB.*°C.*W/s.test(await line.innerText()));
  const texts = new Set<string>();
  await until('three different readings', async () => {
    texts.add(await line.innerText());
    return texts.size >= 3;
  }, 6_000, 200);
  await host.getByText(/\d s ago/).waitFor();
  await host.getByText('booked', { exact: true }).waitFor(); // the process is its owner's
  world.fleet.wants('gpu01');
});

test('a value that a card does not tell is "no data", not 0', async () => {
  const ann = await world.open('ann', '/fleet');
  const line = ann.page.getByRole('article', { name: 'gpu03' }).getByRole('listitem').first();
  await line.getByText('no data').waitFor();
  expect(await line.innerText()).not.toMatch(/\b0 W\b/);
});

test('a host that hangs is shown as unreachable, with its last values and their age', async () => {
  const ann = await world.open('ann', '/fleet');
  const host = ann.page.getByRole('article', { name: 'gpu02' });
  await host.getByText(/\d s ago/).waitFor();
  const before = (await host.getByRole('listitem').first().innerText()).replaceAll(/\s+/g, ' ');
  world.fleet.freeze('gpu02');
  try {
    await host.getByText(/^Unreachable, since/).waitFor({ timeout: 30_000 });
    expect((await host.getByRole('listitem').first().innerText()).match(/\d+ °C/)?.[0], before).toBeDefined();
    await ann.page.getByText(/gpu02 is unreachable|1 host is unreachable/).first().waitFor();
    await until('its age grows', async () => Number(/(\d+) s ago/.exec(await host.innerText())?.[1] ?? 0) >= 5, 20_000);
  } finally {
    world.fleet.thaw('gpu02');
  }
  await host.getByText(/^Unreachable, since/).waitFor({ state: 'detached', timeout: 30_000 });
});
