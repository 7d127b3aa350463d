/* The first run of a new Dibs: the one-time link that creates the first admin, and the first steps while
   there are no hosts. Each test starts its own server. */
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { password } from '../support/api';
import { wider } from '../support/looks';
import { pictures } from '../support/paths';
import { Server } from '../support/server';
import { launch } from '../support/world';
import { Fleet } from '../support/fleet';
import { Visitor } from '../support/visitor';

test('one-time link creates the first admin once', async () => {
  const server = await new Server({ hostsFile: new Fleet(inject('fleet')).hostsFile }).start();
  const browser = await launch();
  try {
    const ann = await Visitor.arrive(browser, server);
    await ann.page.goto(await server.setupLink());
    await ann.page.getByRole('heading', { name: 'Make yourself the admin' }).waitFor();
    ann.begin();
    await ann.type('ann'); // the name field has the focus
    await ann.page.screenshot({ path: join(pictures, 'first-run.png') });
    expect(await ann.page.getByLabel('Your account on the GPU hosts').inputValue()).toBe('ann');
    await ann.fill(ann.page.getByLabel('Password', { exact: true }), password);
    await ann.press('Enter');
    await ann.page
      .getByRole('heading', { level: 1 })
      .filter({ hasText: 'You hold nothing now.' })
      .waitFor();
    expect(ann.count).toBe(3); // interactions: name, password, Enter
    expect(new URL(ann.page.url()).search).toBe(''); // the address no longer has the link's token
    await ann.live();
    await ann.page.getByText('of 14 GPUs').waitFor();

    const secondVisitor = await Visitor.arrive(browser, server);
    await secondVisitor.page.goto(await server.setupLink());
    await secondVisitor.page
      .getByRole('heading', { name: 'This Dibs is set up already.' })
      .waitFor();
    expect([...ann.unexpected, ...secondVisitor.unexpected]).toEqual([]);
  } finally {
    await browser.close();
    await server.remove();
  }
});

test('home and calendar show three first steps while there are no hosts', async () => {
  const server = await new Server().start();
  const browser = await launch();
  try {
    const link = await server.setupLink();
    const ann = await Visitor.arrive(browser, server);
    await ann.page.goto(link.split('?')[0] ?? '');
    await ann.page.getByText('The one-time link is needed here.').waitFor();
    await ann.page.goto(link);
    await ann.page.getByLabel('Your name').fill('Ann Ångström');
    await ann.page.getByLabel('Password', { exact: true }).fill('short');
    await ann.page.keyboard.press('Enter');
    await ann.page.getByRole('heading', { name: 'Make yourself the admin' }).waitFor(); // the browser rejects the short password
    await ann.page.getByLabel('Password', { exact: true }).fill(password);
    await ann.page.keyboard.press('Enter');
    await ann.page.getByRole('heading', { name: 'Three steps to the first booking' }).waitFor();
    await ann.page.getByText('Waiting for the first host.').waitFor();
    await ann.page.screenshot({ path: join(pictures, 'first-run-hosts.png') });
    // Without hosts, the calendar shows the first steps too. Neither width scrolls sideways.
    await ann.page.goto(server.address('/calendar'));
    for (const width of [1440, 320]) {
      await ann.page.setViewportSize({ width, height: 800 });
      await ann.page.getByRole('heading', { name: 'Three steps to the first booking' }).waitFor();
      expect(await wider(ann.page)).toBe(0);
    }
    await ann.page.getByRole('heading', { name: 'Book', exact: true }).scrollIntoViewIfNeeded();
    expect(ann.unexpected).toEqual([]);
  } finally {
    await browser.close();
    await server.remove();
  }
});
