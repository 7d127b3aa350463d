import { expect, test } from 'vitest';
import { hour } from '../support/api';
import { findings } from '../support/axe';
import { until } from '../support/until';
import { useWorld } from '../support/world';

const world = useWorld({ people: ['bartek'], ownFleet: () => undefined });

interface Host {
  id: string;
  name: string;
  address: string;
  port: number;
}

test('log and tables advance under the page', async () => {
  const ann = await world.open('ann', '/system');
  await ann.page.getByText('Everything works.').waitFor();
  const head = ann.page.locator('[data-position]');
  const position = async () => Number(await head.getAttribute('data-position'));
  const before = await position();
  expect(before).toBeGreaterThan(0);
  await world.admin.book(
    world.gpus('gpu01:0'),
    Date.now() + hour,
    Date.now() + 2 * hour,
    'one more event',
  );
  await until('a later position', async () => (await position()) > before);
  const rows = ann.page.getByRole('region', { name: 'Tables' }).getByRole('row');
  await until('all tables are there too', async () => {
    const at = await position();
    const lines = (await rows.allInnerTexts()).slice(1);
    return (
      lines.length >= 5 &&
      lines.every(
        (line) =>
          line.includes('up to date') && line.replaceAll(/[\s,\u00a0]/g, '').includes(String(at)),
      )
    );
  });
  await ann.page
    .getByText(/^\d\ss ago$/)
    .first()
    .waitFor();
});

test('hanging host is named with icon and words, then recovers', async () => {
  const ann = await world.open('ann', '/system');
  await ann.page.getByText('Everything works.').waitFor();
  world.fleet.freeze('gpu02');
  try {
    await ann.page.getByText(/^gpu02 cannot be reached: /).waitFor();
    const row = ann.page.getByRole('row').filter({ hasText: 'gpu02' });
    await row.getByText(/^Unreachable since \d\d:\d\d$/).waitFor();
    expect(await row.locator('.status svg').count()).toBe(1); // not by colour alone
    await until(
      'the age of its last sample grows',
      async () => Number(/(\d+)\ss ago/.exec(await row.innerText())?.[1] ?? 0) >= 5,
    );
  } finally {
    world.fleet.thaw('gpu02');
  }
  await ann.page.getByText('Everything works.').waitFor();
});

test('failing mail server is named with its waiting letters', async () => {
  const ann = await world.open('ann', '/system');
  const system = await world.admin.get<object>('/api/v1/system');
  const since = '2026-11-24T08:50:00.000Z';
  const effects = [
    {
      reactor: 'booking-news',
      by: 'mail',
      waiting: 3,
      oldest_waiting_at: since,
      done: 4,
      failed: 2,
      given_up: 1,
      failing_since: since,
      last_failure: 'Connection refused',
    },
  ];
  const mail = {
    letters_sent: 12,
    failed_tries: 2,
    last_sent_at: since,
    failing_since: since,
    last_failure: 'Connection refused',
  };
  await ann.page.route('**/api/v1/system', (route) =>
    route.fulfill({ json: { ...system, effects, mail } }),
  );
  await ann.page
    .getByText(
      /^The mail server has taken no letter since .*: Connection refused\. 3 messages wait\.$/,
    )
    .waitFor();
  expect(await ann.page.getByText('Everything works.').count()).toBe(0);
  const facts = ann.page.getByRole('region', { name: 'Mail and hooks' });
  await facts.getByText('Letters sent').waitFor();
  expect(await findings(ann.page)).toEqual([]);
});

test('booked host is not removed, a removed one is added by its key', async () => {
  const ann = await world.open('ann', '/system');
  const host = (await world.admin.list<Host>('/api/v1/hosts')).find((one) => one.name === 'gpu03');
  if (!host) throw new Error('no gpu03');
  const booking = await world.admin.book(
    world.gpus('gpu03:0'),
    Date.now() + hour,
    Date.now() + 2 * hour,
    'in the way',
  );
  ann.expects(/^409 DELETE /);
  const remove = ann.page.getByRole('button', { name: 'Remove gpu03' });
  const question = ann.page.getByRole('dialog', { name: 'Remove gpu03?' });
  await remove.click();
  expect(await findings(ann.page)).toEqual([]);
  await question.getByRole('button', { name: 'Remove' }).click();
  await until('why not', async () => (await question.getByRole('alert').innerText()) !== '');
  await world.admin.cancel(booking);
  await question.getByRole('button', { name: 'Remove' }).click();
  await remove.waitFor({ state: 'detached' });

  await ann.page.getByRole('button', { name: 'Add a host' }).click();
  const form = ann.page.getByRole('dialog', { name: 'Add a host' });
  await form.getByLabel('Address').fill(host.address);
  await form.getByLabel('Port').fill(String(host.port));
  await form.getByLabel('Name').fill('again');
  await ann.page.keyboard.press('Enter');
  await form.getByText(/^SHA256:/).waitFor();
  expect(await findings(ann.page)).toEqual([]);
  const add = form.getByRole('button', { name: 'Add', exact: true });
  expect(await add.isDisabled()).toBe(true); // not compared yet
  await ann.page.keyboard.press('Space'); // the confirmation has the focus
  await add.click();
  await ann.page
    .getByRole('row')
    .filter({ hasText: 'again' })
    .getByText(/^Reachable since/)
    .waitFor();
});

test('non-admin sees the system and changes nothing', async () => {
  const bartek = await world.open('bartek', '/system');
  await bartek.page.getByRole('row').filter({ hasText: 'gpu01' }).waitFor();
  expect(await bartek.page.getByRole('button', { name: /^(Remove|Add a host)/ }).count()).toBe(0);
});
