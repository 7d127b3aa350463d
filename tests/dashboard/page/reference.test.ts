/* The API's reference at /api, below a path prefix and under the page's own security policy: every
   operation of the contract is shown, opened and tried; a violation fails the test (Visitor). */
import { expect, test } from 'vitest';
import type { Visitor } from '../support/visitor';
import { useWorld } from '../support/world';

const world = useWorld({ base: '/dibs' });

const methods = ['get', 'put', 'post', 'patch', 'delete'];

async function tryOut(visitor: Visitor) {
  const one = visitor.page.locator('.opblock', { hasText: '/api/v1/rules' }).first();
  await one.click();
  await one.getByRole('button', { name: 'Try it out' }).click();
  await one.getByRole('button', { name: 'Execute' }).click();
  await one.locator('.live-responses-table').getByText('"version"').first().waitFor();
}

test('reference shows every operation and answers a tried one', async () => {
  const ann = await world.open('ann', '/api');
  await ann.page.locator('.opblock').first().waitFor();
  const text = await (
    await ann.page.request.get(world.server.address('/api/v1/openapi.yaml'))
  ).text();
  const operations = text.split('\n').filter((line) => /^ {6}operationId: /.test(line)).length;
  expect(operations).toBeGreaterThan(40);
  await expect.poll(() => ann.page.locator('.opblock').count()).toBe(operations);
  for (const method of methods)
    expect(await ann.page.locator(`.opblock-${method}`).count(), method).toBeGreaterThan(0);

  await tryOut(ann);
  // A change too, which needs more than the cookie.
  const one = ann.page
    .locator('.opblock-post')
    .filter({ has: ann.page.locator('[data-path="/api/v1/groups"]') });
  await one.locator('.opblock-summary').click();
  await one.getByRole('button', { name: 'Try it out' }).click();
  await one.locator('textarea').fill('{"name":"tried out"}');
  await one.getByRole('button', { name: 'Execute' }).click();
  await one
    .locator('.live-responses-table .response-col_status')
    .filter({ hasText: '201' })
    .first()
    .waitFor();
});

test('reference follows the dark theme and has the server’s address', async () => {
  const ann = await world.open('ann', '/api');
  await ann.page.locator('.opblock').first().waitFor();
  const background = () =>
    ann.page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await ann.page.emulateMedia({ colorScheme: 'light' });
  const light = await background();
  await ann.page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(background).not.toBe(light);
  await tryOut(ann);
  expect(await ann.page.locator('.servers option').first().textContent()).toContain(
    world.server.address('/').replace(/\/$/, ''),
  );
});

test('problem type leads to its page', async () => {
  const stranger = await world.stranger();
  const answer = await stranger.context.request.get(world.server.address('/api/v1/gpus'));
  const { type } = (await answer.json()) as { type: string };
  expect(type).toBe('/dibs/problems/not-signed-in');
  await stranger.page.goto(new URL(type, answer.url()).href);
  const heading = stranger.page.getByRole('heading', { level: 1, name: 'Sign in first' });
  await heading.waitFor();
  expect(await heading.evaluate((element) => getComputedStyle(element).fontSize)).toBe('28px');
  await stranger.page.getByRole('link', { name: 'All problems' }).click();
  await stranger.page.getByRole('link', { name: 'slot-taken' }).click();
  await stranger.page.getByRole('heading', { level: 1, name: 'The slot is taken' }).waitFor();
});
