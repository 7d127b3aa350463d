import { expect, test } from 'vitest';
import { hour } from './support/api';
import { until } from './support/until';
import { useWorld } from './support/world';

const world = useWorld({ people: ['bartek', 'chen'] });

interface Violation {
  id: string;
  state: string;
  excused?: { reason: string; by_name?: string };
}

/** zoe's job on gpu03:1, which bartek holds. */
async function openOne(): Promise<Violation> {
  world.fleet.wants('gpu03', { gpus: [1], owner: 'zoe', mib: 9_000, busy: 88, command: 'python3 sample.py --steps 50' });
  await world.as('bartek').book(world.gpus('gpu03:1'), Date.now(), Date.now() + hour, 'hers, not zoe’s');
  return until('a violation', async () => (await world.admin.list<Violation>('/api/v1/violations?state=open'))[0], 30_000);
}

test('journey 4: the badge leads from any page to who violates now in 1; excused in 2 more, seen by everybody', async () => {
  const bartek = await world.open('bartek', '/fleet');
  await bartek.live();
  const violation = await openOne();
  const chen = await world.open('chen', '/violations');
  bartek.begin();
  await bartek.click(bartek.page.getByRole('navigation').first().getByRole('link', { name: /Violations\s*1 open violation/ }));
  const one = bartek.page.getByRole('article', { name: /^zoe runs on gpu03:1, which you hold/ });
  await one.waitFor();
  expect(bartek.count).toBe(1);
  await one.getByText(/^For .*, since \d\d:\d\d/).waitFor();
  await one.getByText('python3 sample.py --steps 50').waitFor();
  await chen.page.getByRole('article', { name: /^zoe runs on gpu03:1, which bartek holds/ }).waitFor();
  expect(await chen.page.getByRole('button', { name: 'Excuse…' }).count()).toBe(0); // not hers to excuse

  bartek.begin();
  await bartek.click(one.getByRole('button', { name: 'Excuse…' }));
  await bartek.click(bartek.page.getByRole('button', { name: 'We agreed on it' }));
  await until('excused', async () =>
    (await world.admin.list<Violation>('/api/v1/violations')).find((other) => other.id === violation.id)?.excused?.reason === 'We agreed on it');
  expect(bartek.count).toBe(2);
  for (const visitor of [bartek, chen]) await visitor.page.getByText(/Excused by bartek/).first().waitFor();
  world.fleet.wants('gpu03');
});

test('it is over when the process ends: the badge goes, the record stays', async () => {
  const bartek = await world.open('bartek', '/violations');
  await openOne();
  await bartek.page.getByRole('article', { name: /^zoe runs on gpu03:1/ }).waitFor();
  world.fleet.wants('gpu03');
  await bartek.page.getByRole('article', { name: /^zoe runs on gpu03:1/ }).waitFor({ state: 'detached', timeout: 40_000 });
  await bartek.page.getByRole('region', { name: 'Closed' }).getByText(/^zoe ran on gpu03:1, which you held/).first().waitFor();
  expect(await bartek.page.getByText(/1 open violation/).count()).toBe(0);
});
