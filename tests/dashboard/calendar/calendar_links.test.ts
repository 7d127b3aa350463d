/* Calendar links: copied in two interactions, shown once, readable with the address alone,
   closed. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findings } from '../support/axe';
import { still, targets, wider } from '../support/looks';
import { pictures } from '../support/paths';
import { until } from '../support/until';
import { useWorld } from '../support/world';

const world = useWorld({ people: ['bartek', 'chen'] });

const read = async (
  link: string,
): Promise<{ status: number; type: string | null; text: string }> => {
  const answer = await fetch(link);
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    text: await answer.text(),
  };
};

test('link to own bookings takes two interactions, shows once, and closes', async () => {
  const bartek = await world.open('bartek', '/fleet');
  await bartek.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await bartek.live();
  bartek.begin();
  await bartek.click(bartek.page.getByRole('link', { name: /Your account/ }));
  const part = bartek.page.getByRole('region', { name: 'Calendar links' });
  await bartek.click(part.getByRole('button', { name: 'Copy a new link' }));
  const box = part.getByRole('group', { name: 'New link: Your bookings' });
  await box.getByText('Copied.').waitFor();
  expect(bartek.count).toBe(2);
  const link = await box.locator('code').innerText();
  expect(await bartek.page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/calendar\/[0-9A-Z]{52}\.ics$/);
  const got = await read(link);
  expect([got.status, got.type]).toEqual([200, 'text/calendar; charset=utf-8']);
  expect(got.text).toContain('BEGIN:VCALENDAR');
  expect(await findings(bartek.page)).toEqual([]);

  await bartek.page.reload();
  await part.getByRole('listitem').first().waitFor();
  expect(await bartek.page.content()).not.toContain(link);
  await part.getByRole('button', { name: /^Close the link made .*: Your bookings$/ }).click();
  const question = bartek.page.getByRole('dialog', { name: 'Close the link “Your bookings”?' });
  await bartek.page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  expect((await read(link)).status).toBe(200); // asked, not done
  await part.getByRole('button', { name: /^Close the link made/ }).click();
  await question.getByRole('button', { name: 'Close' }).click();
  await question.waitFor({ state: 'detached' });
  await until('no link is left', async () => (await part.getByRole('listitem').count()) === 0);
  expect((await read(link)).status).toBe(404);
});

test('link is for a group, host or GPU, and a wrong name is refused', async () => {
  const { id } = await world.admin.expect<{ id: string }>(201, 'POST', '/api/v1/groups', {
    name: 'students',
  });
  const chen =
    (await world.admin.list<{ id: string; unix_name: string }>('/api/v1/people?limit=100')).find(
      (one) => one.unix_name === 'chen',
    )?.id ?? '';
  await world.admin.expect(204, 'PUT', `/api/v1/groups/${id}/members/${chen}`, {});
  const visitor = await world.open('chen', '/me');
  await visitor.live();
  const part = visitor.page.getByRole('region', { name: 'Calendar links' });
  const of = part.getByRole('combobox', { name: 'Whose bookings' });
  await of.selectOption({ label: 'Group students' });
  await part.getByRole('button', { name: 'Copy a new link' }).click();
  await part.getByRole('group', { name: 'New link: Group students' }).waitFor();
  await of.selectOption({ label: 'A host or GPU' });
  const name = part.getByRole('textbox', { name: 'Name of the host or GPU' });
  await name.fill('gpu99');
  await name.press('Enter');
  await part.getByText('No host and no GPU is called that.').waitFor();
  await name.fill('gpu02:0');
  await name.press('Enter');
  await part.getByRole('group', { name: 'New link: gpu02:0' }).waitFor();
  expect((await read(await part.locator('code').innerText())).status).toBe(200);
  expect(await part.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringContaining('Group students'),
    expect.stringContaining('gpu02:0'),
  ]);
  for (const theme of ['light', 'dark'] as const) {
    await visitor.page.emulateMedia({ colorScheme: theme });
    for (const [size, width] of [
      ['', 1440],
      ['-phone', 390],
    ] as const) {
      await visitor.page.setViewportSize({ width, height: 900 });
      await part.scrollIntoViewIfNeeded();
      await still(visitor.page);
      expect(await wider(visitor.page), `${theme} ${width}`).toBeLessThanOrEqual(0);
      expect((await targets(visitor.page)).small).toEqual([]);
      expect(await findings(visitor.page)).toEqual([]);
      await visitor.page.screenshot({ path: join(pictures, `calendar-links-${theme}${size}.png`) });
    }
  }
  await world.admin.expect(204, 'DELETE', `/api/v1/groups/${id}/members/${chen}`);
  await visitor.page.reload();
  await part.getByText('Gives nothing now: you may not see this any more.').waitFor();
});
