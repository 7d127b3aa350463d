import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Calendar } from '../support/calendar';
import { until } from '../support/until';
import { dayAt, useWorld } from '../support/world';

const attack = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';
const model = `"><svg onload=window.hacked=1> {{7*7}} H100`;

const world = useWorld({
  people: ['bartek'],
  ownFleet: (fleet) => {
    // The GPU names of gpu03: the last word of the file that its nvidia-smi reads.
    const file = join(fleet.folder, 'gpu03', 'model');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(/NVIDIA.*/, model));
    fleet.wants('gpu03', { gpus: [0], owner: 'zoe', command: `python3 ${attack}` });
  },
});

const screens = [
  '/',
  '/calendar',
  '/calendar?zoom=6h',
  '/fleet',
  '/fleet/gpu03',
  '/violations',
  '/history',
  '/boards',
  '/system',
  '/me',
];

test('markup in titles, names, models and commands is text everywhere', async () => {
  await world.admin.expect(201, 'POST', '/api/v1/people', {
    name: attack.slice(0, 64),
    unix_name: 'mallory',
    role: 'user',
    password: 'correct horse battery',
  });
  const mallory = await world.server.signIn('mallory');
  const titled = await mallory.book(world.gpus('gpu01:0-3'), dayAt(1, 9), dayAt(1, 12), attack);
  await world
    .as('bartek')
    .book(
      world.gpus('gpu03:0-1'),
      Date.now(),
      Date.now() + 3_600_000,
      `javascript:alert(1) ${attack}`,
    );
  await until(
    'a violation',
    async () => (await world.admin.list('/api/v1/violations?state=open')).length > 0,
  );
  const ann = await world.open('ann', '/');
  for (const path of [
    ...screens,
    `/reservations/${titled.id}`,
    `/calendar?reservation=${titled.id}`,
  ]) {
    await ann.go(path);
    await ann.page.getByRole('heading', { level: 1 }).first().waitFor();
    await ann.live();
    expect(await ann.page.evaluate(() => 'hacked' in window), path).toBe(false);
    expect(
      await ann.page.locator('img[src="x"], svg[onload], script:not([src])').count(),
      path,
    ).toBe(0);
  }
  await ann.page.getByRole('heading', { name: attack }).waitFor(); // in full, as text
  await new Calendar(ann).panel.waitFor();
});

test('host name with markup is refused', async () => {
  const answer = await world.admin.send('POST', '/api/v1/hosts', {
    name: attack,
    address: '127.0.0.1',
    port: 22,
    account: 'x',
    host_key: `SHA256:${'A'.repeat(43)}`,
  });
  expect(answer.status).toBeGreaterThanOrEqual(400);
});

test('unknown address is reported', async () => {
  const ann = await world.open('ann', '/nothing/<script>');
  await ann.page.getByRole('heading', { name: 'There is nothing here' }).waitFor();
  await ann.page.getByText('This address does not exist.').waitFor();
});
