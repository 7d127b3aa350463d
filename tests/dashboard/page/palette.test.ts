/* Ctrl-K: everything by name, actions, requests; by keyboard, and without a network. */
import { expect, test } from 'vitest';
import type { Visitor } from '../support/visitor';
import { useWorld } from '../support/world';

const world = useWorld({ people: ['bartek'] });
const hour = 3_600_000;

async function opened(path = '/fleet'): Promise<Visitor> {
  const ann = await world.open('ann', path);
  await ann.live();
  await ann.press('Control+k');
  await ann.palette.waitFor();
  return ann;
}
const row = (ann: Visitor, name: RegExp) => ann.page.getByRole('option', { name });
const book = (who: string, gpus: string[], title: string, from = Date.now()) =>
  world.as(who).expect(201, 'POST', '/api/v1/reservations', {
    gpus,
    from: new Date(from).toISOString(),
    until: new Date(from + 2 * hour).toISOString(),
    title,
  });

test('hosts, GPUs, people and bookings are found and open their pages', async () => {
  await book('bartek', world.gpus('gpu03:0'), 'moe pretrain');
  const ann = await opened();
  await ann.palette.fill('gpu03');
  const groups = ann.page.getByRole('listbox').getByRole('group');
  await expect
    .poll(() => groups.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))))
    .toEqual(['Hosts', 'GPUs', 'Bookings']);
  await ann.palette.fill('moe');
  expect(
    await row(ann, /moe pretrain bartek, gpu03:0/)
      .locator('mark')
      .first()
      .textContent(),
  ).toBe('moe');
  await ann.press('Enter');
  await expect.poll(() => ann.page.url()).toMatch(/\/reservations\/res_/);
  await ann.press('Control+k');
  await ann.palette.fill('bartek');
  await row(ann, /^BA ?bartek holds 1 GPU until/)
    .or(row(ann, /^bartek holds 1 GPU until/))
    .waitFor();
});

test('exact name is first, a wrong letter matches, Tab keeps one kind', async () => {
  const ann = await opened();
  await ann.palette.fill('calender');
  await expect.poll(() => ann.page.getByRole('option').first().textContent()).toMatch(/Calendar/);
  await ann.palette.fill('gpu0');
  await row(ann, /^gpu01 /).waitFor();
  await ann.press('ArrowDown');
  await ann.press('ArrowDown');
  await ann.press('ArrowDown'); // the first GPU, behind three hosts
  await ann.press('Tab');
  await expect.poll(() => ann.page.getByRole('listbox').getByRole('group').count()).toBe(1);
  expect(await ann.page.getByRole('option').count()).toBe(14);
  await ann.press('Tab');
  await expect
    .poll(() => ann.page.getByRole('listbox').getByRole('group').count())
    .toBeGreaterThan(1);
});

test('palette extends and releases bookings, admins add people and hosts', async () => {
  await book('ann', world.gpus('gpu02:0'), 'llama ft');
  const ann = await opened('/history');
  await ann.palette.fill('extend llama');
  await row(ann, /^Extend llama ft by 2\sh/).waitFor();
  await ann.press('Enter');
  await ann.page.getByText('Extended your booking “llama ft” by 2 h').waitFor();
  await ann.press('Control+k');
  await ann.palette.fill('add a host');
  await row(ann, /^Add a host/).waitFor();
  await ann.press('Enter');
  await ann.page.getByRole('dialog', { name: /host/i }).waitFor();
  await expect
    .poll(() => ann.page.url(), { message: 'a reload does not open it again' })
    .not.toContain('new=');
});

test('irreversible release needs a second Enter on the same entry', async () => {
  await book('ann', world.gpus('gpu02:1'), 'long run');
  const running = async () =>
    (await world.as('ann').reservations()).some((one) => one.title === 'long run');
  const ann = await opened();
  await ann.palette.fill('long run now');
  await row(ann, /^Release long run now/).waitFor();
  await ann.press('Enter');
  await ann.page
    .getByText('That cannot be undone. Choose it once more to release gpu02:1.')
    .waitFor();
  await ann.palette.fill('long run');
  await row(ann, /^Release long run now/).waitFor();
  for (
    let i = 0;
    (await ann.page.locator('[role=option][aria-selected=true]').innerText()).startsWith(
      'Release',
    ) === false && i < 9;
    i++
  )
    await ann.press('ArrowDown');
  await ann.press('Enter');
  await ann.page.getByText(/^That cannot be undone/).waitFor();
  expect(await running()).toBe(true);
  await ann.press('Enter');
  await ann.page.getByText('Released the rest of your booking “long run” of gpu02:1').waitFor();
  expect(await running()).toBe(false);
});

test('entry is found by its other names', async () => {
  const ann = await opened();
  for (const [typed, found] of [
    ['polish', /^Language: Polski/],
    ['help', /^Keyboard shortcuts/],
    ['new host', /^Add a host/],
    ['new person', /^Add a person/],
    ['rules', /^System/],
  ] as const) {
    await ann.palette.fill(typed);
    await row(ann, found).waitFor();
  }
});

test('non-admin cannot add people', async () => {
  const bartek = await world.open('bartek', '/fleet');
  await bartek.live();
  await bartek.press('Control+k');
  await bartek.palette.fill('copy a link');
  await row(bartek, /^Copy a link/).waitFor();
  await bartek.palette.fill('add a');
  await expect.poll(() => row(bartek, /^Add a (person|host)/).count()).toBe(0);
});

test('palette navigates without a network and names what it cannot do', async () => {
  const ann = await world.open('ann', '/fleet');
  await ann.live();
  await ann.press('Control+k');
  await ann.palette.waitFor();
  await ann.press('Escape');
  ann.expects(/failed:|console:/);
  await ann.context.setOffline(true);
  await ann.press('Control+k');
  await ann.page.getByText('nothing can be booked or changed').waitFor();
  await ann.palette.fill('gpu02');
  await row(ann, /^gpu02 /).waitFor();
  await ann.context.setOffline(false);
});
