import { expect, test } from 'vitest';
import { hour } from '../support/api';
import { Calendar } from '../support/calendar';
import { dayAt, useWorld } from '../support/world';

const world = useWorld({ people: ['bartek'] });

test('10,000 bookings show as density, and as blocks when zoomed', async () => {
  const gpus = [...world.gpus('gpu01:0-7'), ...world.gpus('gpu02:0-3'), ...world.gpus('gpu03:0-1')];
  const bartek = world.as('bartek');
  const perGpu = Math.ceil(10_000 / gpus.length);
  const first = dayAt(1, 0);
  await Promise.all(
    gpus.map(async (gpu) => {
      for (let i = 0; i < perGpu; i++)
        await bartek.book(
          [gpu],
          first + i * 0.75 * hour,
          first + (i + 0.7) * 0.75 * hour,
          `job ${i}`,
        );
    }),
  );
  const ann = await world.open('ann', '/calendar?zoom=4w');
  const calendar = new Calendar(ann);
  await ann.live();
  const density = ann.page.locator('svg[data-density]');
  await expect.poll(() => density.getAttribute('data-density')).toBe('10010');
  expect(await calendar.block(/./).count()).toBe(0);
  expect(await ann.page.locator('*').count()).toBeLessThan(1_500);
  await calendar.zoom('1 w'); // each alone is wide enough for a block, together they are too many
  await ann.page.getByText('Too many to draw: rows show how full they are').waitFor();
  expect(await ann.page.locator('*').count()).toBeLessThan(1_500);
  await calendar.zoom('6 h');
  await ann.page.getByText(/rows show how full/).waitFor({ state: 'detached' });
  expect(await density.count()).toBe(0);
  expect(
    await ann.page.getByRole('button', { name: /^gpu01\b/ }).getAttribute('aria-expanded'),
  ).toBe('true');
});
