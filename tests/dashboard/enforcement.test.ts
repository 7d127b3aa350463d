/* Enforcement: the taken and coming steps of a violation, the rules behind them, levels of hosts
   and groups, and the protection of one booking. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { hour, type Violation } from './support/api';
import { findings } from './support/axe';
import { pictures } from './support/paths';
import { until } from './support/until';
import { aMomentAgo, useWorld } from './support/world';

const world = useWorld({ people: ['chen', 'dana'], ownFleet: () => {} });

interface Step {
  action: string;
  after_s: number;
}
interface Rules {
  violation_steps: Step[];
  ignored_processes: string[];
  protection: string;
  most_protection: string;
  stop_mode: string;
  handover_grace_min: number;
}
interface Levels {
  items: { host_name?: string; group_name?: string; level: string }[];
}
const rules = () => world.admin.get<Rules>('/api/v1/rules');
const setRules = (changes: object) => world.admin.expect(200, 'PATCH', '/api/v1/rules', { ...changes }, { 'If-Match': '*' });
const asUsual = () => setRules({ violation_steps: null, ignored_processes: null, protection: null, most_protection: null, stop_mode: null, handover_grace_min: null });
const levels = async () => (await world.admin.get<Levels>('/api/v1/violation-levels')).items.map((one) => `${one.host_name ?? one.group_name}: ${one.level}`);
const open = () => world.admin.list<Violation>('/api/v1/violations?state=open');

test('steps appear once with outcomes, coming ones with their times', async () => {
  await setRules({ violation_steps: [{ after_s: 0, action: 'message' }, { after_s: 2, action: 'mail_owner' }, { after_s: 900, action: 'mail_admins' }, { after_s: 900, action: 'stop' }], most_protection: 'stopped' });
  try {
    world.fleet.wants('gpu03', ...[0, 1].map((gpu) => ({ gpus: [gpu], owner: 'dana', mib: 3_000, busy: 60, command: `torchrun --rank ${gpu}` })));
    const booking = await world.as('chen').book(world.gpus('gpu03:0-1'), aMomentAgo(), Date.now() + 3 * hour, 'two');
    await until('two violations', async () => (await open()).length === 2);
    const chen = await world.open('chen', '/violations');
    const one = chen.page.getByRole('article', { name: /^dana runs on gpu03:0-1, which you hold/ });
    const steps = one.getByRole('region', { name: 'What is done about it' });
    await steps.locator('[data-step="mail_owner"]').waitFor();
    expect(await steps.locator('[data-step="message"]').count()).toBe(1);
    expect(await steps.locator('[data-step="mail_owner"]').count()).toBe(1);
    // Dana may or may not have a terminal there: either way there is an outcome. A stop needs a
    // notification.
    const message = steps.locator('[data-step="message"]').getByText(/(told on \d|no terminal that takes messages|no message sent)/);
    await message.waitFor();
    const told = (await message.innerText()).startsWith('told on');
    await steps.locator('[data-next="mail_admins"]').getByText(/^Next, in \d+\smin: no mail to the admins: this site has no mail server$/).waitFor();
    expect(await steps.locator('[data-next="stop"]').count()).toBe(0);
    await steps.getByText('Dibs only notifies here; it stops nothing.').waitFor();

    await world.as('chen').expect(200, 'PATCH', `/api/v1/reservations/${booking.id}`, { protection: 'stopped' }, { 'If-Match': '*' });
    await steps.locator('[data-next="stop"]').getByText(told ? /^Then, in .*: it is tried whether its processes could be stopped; nothing is stopped, the rules only try$/ : /^Then, in .*: no stop: nobody could be told before$/).waitFor();
    expect(await steps.getByText(/no further than/).count()).toBe(0);
    await setRules({ stop_mode: 'by_helper' });
    await steps.locator('[data-next="stop"]').getByText(told ? /: its processes are stopped$/ : /: no stop: nobody could be told before$/).waitFor();
    await setRules({ stop_mode: null });
    expect(await findings(chen.page)).toEqual([]);
    await chen.page.screenshot({ path: join(pictures, 'violation-steps.png'), fullPage: true });

    await steps.locator('[data-step="mail_owner"]').getByText(/this site has no mail server/).waitFor();
    const events = (await world.open('chen', '/history?kind=violations')).page.getByRole('region', { name: 'Events' });
    await events.getByText('No mail about dana on gpu03:0-1: this site sends none').waitFor();
    expect(await events.getByText('the next step is a mail to their holder').count(), 'one row, with its outcome').toBe(0);

    await one.getByRole('button', { name: 'Excuse…' }).click();
    await one.getByRole('button', { name: 'We agreed on it' }).click();
    await until('nothing follows what is excused', async () => (await steps.locator('[data-next]').count()) === 0);
    world.fleet.wants('gpu03');
    const over = chen.page.getByRole('region', { name: 'Closed' }).getByRole('listitem').filter({ hasText: 'dana ran on gpu03' });
    await over.first().locator('[data-last-step]').getByText(/^\d\d:\d\d .*chen/).waitFor();
  } finally {
    world.fleet.wants('gpu03');
    await asUsual();
  }
});

test('intruder who holds another GPU of the host is shown that GPU', async () => {
  world.fleet.wants('gpu02', { gpus: [0], owner: 'dana', mib: 3_000, busy: 60 });
  try {
    await world.as('chen').book(world.gpus('gpu02:0'), aMomentAgo(), Date.now() + hour, 'mine');
    await world.as('dana').book(world.gpus('gpu02:2'), aMomentAgo(), Date.now() + hour, 'hers');
    const dana = await world.open('dana', '/violations');
    const one = dana.page.getByRole('article', { name: /^You run on gpu02:0, which chen holds/ });
    await one.getByText('on the wrong GPU: you hold gpu02:2, and run on gpu02:0').waitFor();
    await one.getByText('Stop it, and run it on gpu02:2, which you hold.').waitFor();
    await dana.page.setViewportSize({ width: 320, height: 740 });
    expect(await findings(dana.page)).toEqual([]);
    expect(await dana.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  } finally {
    world.fleet.wants('gpu02');
  }
});

test('admin sets steps, and a stop without notice is refused early', async () => {
  const usual = await rules();
  const ann = await world.open('ann', '/system');
  const shown = ann.page.getByRole('region', { name: 'Against violations' });
  await shown.getByText('mail to who holds the GPU').waitFor();
  await shown.getByText(/stop the processes \(dry run: nothing is stopped\)/).waitFor();
  await shown.getByRole('button', { name: 'Change it' }).click();
  const form = ann.page.getByRole('dialog', { name: 'Change what is done about violations' });
  await form.getByLabel('Step 5: what is done').waitFor();
  expect(await findings(ann.page)).toEqual([]);
  await ann.page.screenshot({ path: join(pictures, 'enforcement-dialog.png'), fullPage: true });

  const set = form.getByRole('button', { name: 'Set' });
  await form.getByRole('button', { name: 'Remove step 2' }).click(); // the mail to the person
  await form.getByRole('button', { name: 'Remove step 1' }).click(); // the message
  await form.getByText(/^A step stops processes whose people are not told/).waitFor();
  await set.click();
  expect(await form.isVisible()).toBe(true);
  expect(await rules(), 'nothing was sent').toEqual(usual);

  await form.getByRole('button', { name: 'Add a step' }).click();
  await form.getByLabel('Step 4: what is done').selectOption({ label: 'message on the terminals of the account' });
  await form.getByLabel('Step 4: after how long', { exact: true }).fill('90');
  await form.getByLabel('Step 4: after how long: unit').selectOption({ label: 'seconds' });
  await form.getByLabel('What a booking may ask for').selectOption({ label: 'messages, mails, then stopped' });
  await form.getByLabel('The last holder may still run for', { exact: true }).fill('7');
  await form.getByLabel('Never a violation', { exact: true }).fill('root/Xorg\nXorg');
  await form.getByText('This is no account/program: Xorg').waitFor();
  await form.getByLabel('Never a violation', { exact: true }).fill('root/Xorg\ngdm/*');
  await set.click();
  await form.waitFor({ state: 'detached' });
  expect(await rules()).toMatchObject({
    violation_steps: [{ after_s: 90, action: 'message' }, { after_s: 120, action: 'mail_owner' }, { after_s: 600, action: 'mail_admins' }, { after_s: 600, action: 'stop' }],
    ignored_processes: ['gdm/*', 'root/Xorg'], most_protection: 'stopped', handover_grace_min: 7, protection: usual.protection,
  });
  await shown.getByText('gdm/*, root/Xorg').waitFor();
  await shown.getByText(/^after 1\smin 30\ss$/).waitFor();

  await ann.page.keyboard.press('Control+z');
  await until('as before', async () => JSON.stringify((await rules()).violation_steps) === JSON.stringify(usual.violation_steps));
  expect(await rules()).toMatchObject({ ignored_processes: usual.ignored_processes, most_protection: usual.most_protection, handover_grace_min: usual.handover_grace_min });

  await setRules({ violation_steps: [] });
  await shown.getByText('nothing is done').waitFor();
  await shown.getByRole('button', { name: 'Change it' }).click();
  await form.getByLabel('While a violation lasts: Dibs default').check();
  await set.click();
  await form.waitFor({ state: 'detached' });
  expect((await rules()).violation_steps).toEqual(usual.violation_steps);
  await asUsual();
});

test('host and group get their own level, listed among the rules', async () => {
  const { id } = await world.admin.expect<{ id: string }>(201, 'POST', '/api/v1/groups', { name: 'guests' });
  const ann = await world.open('ann', '/fleet/gpu02');
  const level = ann.page.getByLabel('What counts as a violation: gpu02');
  await level.selectOption({ label: 'nothing: no violations are reported' });
  await until('it is set', async () => (await levels()).join() === 'gpu02: off');
  await ann.page.locator('.toast').hover(); // holds it: the undo below comes late on a slow machine
  expect(await findings(ann.page)).toEqual([]);
  const dana = await world.open('dana', '/fleet/gpu02');
  await dana.page.getByText('nothing: no violations are reported', { exact: true }).waitFor();
  expect(await dana.page.getByLabel('What counts as a violation: gpu02').count()).toBe(0);


  await ann.page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
  await until('as the site has it', async () => (await levels()).length === 0);
  await dana.page.getByText(/^site default: using a GPU someone else has booked/).waitFor();
  await until('here too', async () => (await level.inputValue()) === '');

  await level.selectOption('off');
  await until('again', async () => (await levels()).length === 1);
  await ann.go(`/access?group=${id}`);
  await ann.page.getByLabel('What counts as a violation: guests').selectOption('always');
  await until('of the group too', async () => (await levels()).length === 2);
  await ann.go('/system');
  const listed = ann.page.getByRole('region', { name: 'Against violations' });
  await listed.getByRole('listitem').filter({ hasText: /gpu02 nothing: no violations are reported/ }).getByRole('link', { name: 'gpu02' }).waitFor();
  await listed.getByRole('link', { name: 'guests' }).waitFor();
  const { items } = await world.admin.get<{ items: { host_id?: string; group_id?: string }[] }>('/api/v1/violation-levels');
  for (const { host_id, group_id } of items) await world.admin.expect(200, 'PUT', '/api/v1/violation-levels', host_id === undefined ? { group_id, level: null } : { host_id, level: null });
  await listed.getByText('nowhere').waitFor();
});

/** For each row of "About it": its height, and how much lower the first line of its value is than
    its label. */
const aboutRows = (page: Page): Promise<{ height: number; lower: number }[]> =>
  page.locator('section[aria-labelledby="reservation-about"] dl > div:not(.wide)').evaluateAll((rows) => {
    const bottom = (element: Element | null): number => {
      const texts = document.createTreeWalker(element ?? document.body, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()?.textContent?.trim() === '') continue;
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      return range.getClientRects()[0]?.bottom ?? NaN;
    };
    return rows.map((row) => ({ height: row.getBoundingClientRect().height, lower: bottom(row.querySelector('dd')) - bottom(row.querySelector('dt')) }));
  });

test('owner sets a booking’s protection up to the rules’ maximum', async () => {
  const booking = await world.as('chen').book(world.gpus('gpu01:4'), Date.now() + hour, Date.now() + 2 * hour, 'quiet');
  const now = async () => (await world.admin.get<{ protection?: string }>(`/api/v1/reservations/${booking.id}`)).protection;
  const chen = await world.open('chen', `/reservations/${booking.id}`);
  const about = chen.page.locator('dl > div').filter({ hasText: 'If someone else uses these GPUs' });
  await about.getByText('site default: messages and mails').waitFor();
  const rows = await aboutRows(chen.page);
  expect(rows.length).toBeGreaterThan(4);
  for (const { lower } of rows) expect(Math.abs(lower), 'a value stands on the line of its label').toBeLessThan(2);
  expect(rows[1]?.height, 'a button makes no row higher').toBe(rows[0]?.height);
  await about.getByRole('button', { name: 'Change: If someone else uses these GPUs', exact: true }).click();
  const form = chen.page.getByRole('form', { name: 'If someone else uses these GPUs' }); // loaded now
  const choice = form.getByRole('combobox');
  await choice.waitFor();
  expect(await choice.getByRole('option').allInnerTexts()).toEqual(['site default: messages and mails', 'on record only', 'messages on terminals', 'messages and mails']);
  expect(await findings(chen.page)).toEqual([]);
  await choice.selectOption('shown');
  await chen.page.getByRole('button', { name: 'Set', exact: true }).click();
  await form.waitFor({ state: 'detached' }); // its choices include 'on record only' too
  await about.filter({ hasText: 'on record only' }).getByRole('button', { name: 'Change' }).waitFor();
  expect(await now()).toBe('shown');

  const dana = await world.open('dana', `/reservations/${booking.id}`);
  const seen = dana.page.locator('dl > div').filter({ hasText: 'If someone else uses these GPUs' });
  await seen.getByText('on record only').waitFor();
  expect(await seen.getByRole('button').count()).toBe(0);

  await chen.page.keyboard.press('Control+z');
  await until('as the site has it', async () => (await now()) === undefined);
  await chen.go(`/calendar?reservation=${booking.id}`);
  const panel = chen.page.getByRole('complementary', { name: 'Chosen booking' });
  await panel.getByText('site default: messages and mails').waitFor();
  await panel.getByRole('button', { name: 'Edit' }).click();
  await panel.getByLabel('If someone else uses these GPUs').selectOption('told');
  await panel.getByRole('button', { name: 'Save' }).click();
  await chen.page.locator('.toast').getByText('If someone else uses these GPUs: messages on terminals').waitFor();
  await until('set', async () => (await now()) === 'told');
  await panel.getByText('messages on terminals', { exact: false }).first().waitFor();
});
