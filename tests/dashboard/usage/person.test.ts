/* The page of a person; and the links of rows. */
import { beforeAll, expect, test } from 'vitest';
import { hour, type Reservation } from '../support/api';
import { until } from '../support/until';
import { aMomentAgo, useWorld } from '../support/world';

const world = useWorld({ people: ['bartek', 'dana'], keep: true, ownFleet: () => {} });
let held: Reservation;

beforeAll(async () => {
  world.fleet.wants('gpu02', { gpus: [1], owner: 'dana', busy: 85, command: 'python3 eval.py' });
  held = await world
    .as('bartek')
    .book(world.gpus('gpu02:1', 'gpu02:3'), aMomentAgo(), Date.now() + hour, 'reward model');
  await world
    .as('bartek')
    .book(world.gpus('gpu02:0'), Date.now() + 2 * hour, Date.now() + 3 * hour, 'ablation');
  await until(
    'dana is seen there',
    async () => (await world.admin.list('/api/v1/violations?state=open')).length > 0,
  );
});

test('person page shows bookings, intruders and next bookings', async () => {
  const ann = await world.open('ann', '/people/bartek');
  await ann.page.getByRole('heading', { name: /^bartek holds 2 GPUs: / }).waitFor();
  const bookings = ann.page.getByRole('region', { name: 'Bookings' });
  await bookings.getByText('used by dana').waitFor();
  await bookings.getByRole('link', { name: /ablation/ }).waitFor();
  await ann.page
    .getByRole('region', { name: 'Violations' })
    .getByText('dana ran on gpu02:1')
    .waitFor();
  await bookings.getByRole('link', { name: /reward model/ }).click();
  await ann.page.getByRole('heading', { name: 'reward model' }).waitFor();
  await ann.page.getByRole('link', { name: 'bartek' }).first().click();
  await ann.page.getByRole('heading', { name: /^bartek holds/ }).waitFor();
});

test('own page says you, without admin actions', async () => {
  const dana = await world.open('dana', '/people/dana');
  await dana.page.getByRole('heading', { name: 'You hold nothing now.' }).waitFor();
  await dana.page.getByText('Ran on gpu02:1, which bartek held').waitFor();
  expect(await dana.page.getByRole('button', { name: 'New password' }).count()).toBe(0);
  await dana.go('/people/bartek');
  await dana.page.getByRole('heading', { name: /^bartek holds/ }).waitFor();
  expect(await dana.page.getByRole('button', { name: 'New password' }).count()).toBe(0);
  expect(await dana.page.getByRole('region', { name: 'Signed in' }).count()).toBe(0);
});

test('admin sees a person’s sessions and ends one', async () => {
  const ann = await world.open('ann', '/people/bartek');
  const signedIn = ann.page.getByRole('region', { name: 'Signed in' });
  await signedIn.getByRole('listitem').first().waitFor();
  const before = await signedIn.getByRole('listitem').count();
  await ann.page.getByRole('button', { name: 'New password' }).waitFor();
  await signedIn
    .getByRole('button', { name: /^End the session/ })
    .first()
    .click();
  await until(
    'one less',
    async () => (await signedIn.getByRole('listitem').count()) === before - 1,
  );
});

test('unknown name finds no person', async () => {
  const ann = await world.open('ann', '/people/zoe%3Cb%3E');
  await ann.page.getByText('Nobody here is called zoe<b>').waitFor();
  ann.expects(/^404 GET \S*\/people\/per_/);
  await ann.go('/people/per_01JD3K8QZ4T5V6W7X8Y9Z0A140');
  await ann.page.getByRole('heading', { name: 'There is nothing here' }).waitFor();
});

test('GPU links to its booking, process to its violation and person', async () => {
  const ann = await world.open('ann', '/fleet');
  const host = ann.page.getByRole('article', { name: 'gpu02' });
  expect(
    await host
      .getByRole('listitem')
      .getByRole('link', { name: /bartek/ })
      .first()
      .getAttribute('href'),
  ).toBe(`/reservations/${held.id}`);
  await host.getByRole('link', { name: 'dana' }).waitFor();
  await host
    .getByRole('listitem')
    .filter({ hasText: 'eval.py' })
    .getByRole('link', { name: /bartek/ })
    .click();
  await ann.page.waitForURL(/\/violations\?violation=vio_/);
  await ann.go('/fleet/gpu02');
  const line = ann.page.getByRole('row', { name: /eval\.py/ });
  expect(await line.getByRole('link', { name: 'dana' }).getAttribute('href')).toMatch(
    /^\/people\/per_/,
  );
  expect(await line.getByRole('link', { name: /bartek/ }).getAttribute('href')).toMatch(
    /^\/violations\?violation=vio_/,
  );
  await ann.page.getByRole('link', { name: 'Booking reward model' }).first().click();
  await ann.page.getByRole('heading', { name: 'reward model' }).waitFor();
});
