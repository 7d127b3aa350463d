import { expect, test } from 'vitest';
import { password } from '../support/api';
import { Calendar } from '../support/calendar';
import { until } from '../support/until';
import { dayAt, useWorld } from '../support/world';

const world = useWorld({ base: '/dibs' });

test('sign-in, screens, stream and booking work below a path prefix', async () => {
  const ann = await world.stranger();
  await ann.go('/calendar');
  await ann.page.getByLabel('Name').fill('ann');
  await ann.page.getByLabel('Password').fill(password);
  await ann.page.keyboard.press('Enter');
  const calendar = await new Calendar(ann).shown();
  await calendar.draw('gpu01', 0, 1, dayAt(1, 9), dayAt(1, 12));
  await calendar.newBooking.getByText('Both are free').waitFor();
  await ann.page.keyboard.press('Enter');
  await until('booked', async () => (await world.admin.reservations()).length === 1);
  for (const link of await ann.page
    .getByRole('navigation', { name: 'Main' })
    .first()
    .getByRole('link')
    .all()) {
    await link.click();
    await ann.page.getByRole('heading', { level: 1 }).first().waitFor();
    expect(new URL(ann.page.url()).pathname).toMatch(/^\/dibs(\/|$)/);
    await ann.page.reload();
    await ann.page.getByRole('heading', { level: 1 }).first().waitFor();
  }
  await ann.page.goto(`${world.server.origin}/dibs`);
  await ann.live();
});
