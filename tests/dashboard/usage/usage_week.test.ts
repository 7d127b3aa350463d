/* The utilisation and energy of GPUs, and released time; and a week on one page, on paper too. The
   page's values equal the server's. */
import { beforeAll, describe, expect, test } from 'vitest';
import { hour } from '../support/api';
import { thisWeek } from '../support/screens';
import { until } from '../support/until';
import { aMomentAgo, useWorld } from '../support/world';

const world = useWorld({ people: ['bartek'], keep: true, ownFleet: () => {} });

interface Row {
  person_name?: string;
  gpu_name?: string;
  reserved_s: number;
  given_back_s: number;
  percentiles_of_s: number;
  utilization_p50_percent?: number;
  energy_kwh?: number;
  energy_known_s: number;
}
interface Week {
  week: string;
  before: string;
  total: Row;
  people: Row[];
  gpus: Row[];
}
const week = (): Promise<Week> => world.admin.get<Week>(`/api/v1/usage/weekly?week=${thisWeek()}`);

beforeAll(async () => {
  world.fleet.wants('gpu02', { gpus: [1], owner: 'ann', busy: 80 });
  await world.admin.book(world.gpus('gpu02:1'), aMomentAgo(), Date.now() + 2 * hour, 'my training');
  const early = await world.admin.book(
    world.gpus('gpu02:2'),
    aMomentAgo(),
    Date.now() + 3 * hour,
    'too long',
  );
  await world.admin.expect(200, 'POST', `/api/v1/reservations/${early.id}/release`);
  await until(
    'power and use are told',
    async () => {
      const { total, people } = await week();
      return total.energy_known_s > 10 && people.some((row) => row.percentiles_of_s > 10);
    },
    undefined,
    500,
  );
});

describe('below the ranking', () => {
  test('utilisation, energy and released time are shown', async () => {
    const ann = await world.open('ann', '/usage');
    const busy = ann.page.getByRole('table', { name: 'How busy, and how much energy' });
    await busy.waitFor();
    expect(await busy.getByRole('row', { name: /^you/ }).innerText()).toMatch(/\d+\s%/);
    await ann.page.getByText(/^\d[\d.]* kWh measured over /).waitFor();
    await ann.page.getByRole('table', { name: 'Released early' }).waitFor();
  });

  test('weekly report is one step away, and Back returns', async () => {
    const ann = await world.open('ann', '/usage');
    await ann.click(ann.page.getByRole('link', { name: 'Weekly report' }));
    await ann.page
      .getByRole('heading', { level: 1, name: `Week ${Number(thisWeek().slice(-2))}` })
      .waitFor();
    await ann.page.goBack();
    await ann.page.getByRole('heading', { name: 'Idle by person' }).waitFor();
  });
});

describe('weekly report', () => {
  test('figures equal the server’s by person and GPU', async () => {
    const ann = await world.open('ann', `/usage/week/${thisWeek()}`);
    await ann.page.getByRole('heading', { level: 1 }).waitFor();
    const { gpus } = await week();
    const used = gpus.find((row) => row.gpu_name === 'gpu02:1');
    const row = ann.page
      .getByRole('table', { name: 'By GPU' })
      .getByRole('row', { name: /^gpu02:1/ });
    expect(await row.getByRole('cell').nth(1).innerText()).toBe(
      `${Math.round(used?.utilization_p50_percent ?? -1)}\u00a0%`,
    );
    await ann.page.getByText('Week so far', { exact: false }).waitFor();
    expect(await ann.page.getByRole('link', { name: 'The week after' }).count()).toBe(0);
  });

  test('unknown week before is reported as unknown, not as 0', async () => {
    const ann = await world.open('ann', `/usage/week/${thisWeek()}`);
    const { before } = await week();
    await ann.click(ann.page.getByRole('link', { name: 'The week before' }));
    await expect.poll(() => new URL(ann.page.url()).pathname).toBe(`/usage/week/${before}`);
    await ann.page.getByText('Nothing was measured in this week.').waitFor();
    await ann.page.getByText('Energy was not measured.').waitFor();
  });

  test('invalid week is reported', async () => {
    const ann = await world.open('ann', '/usage/week/2026-47');
    await ann.page.getByRole('alert').filter({ hasText: 'There is no such week' }).waitFor();
  });

  test('printed week is light, without controls, and fits the sheet', async () => {
    const ann = await world.open('ann', `/usage/week/${thisWeek()}`);
    await ann.page.getByRole('heading', { level: 1 }).waitFor();
    await ann.page.setViewportSize({ width: 688, height: 972 }); // A4 within its margins
    await ann.page.evaluate(() => {
      document.documentElement.dataset['theme'] = 'dark';
    });
    await ann.page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(
      await ann.page.evaluate(() => getComputedStyle(document.documentElement).colorScheme),
    ).toBe('light');
    expect(
      await ann.page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    ).toBeLessThanOrEqual(0);
    expect(await ann.page.getByRole('button', { name: 'Print' }).count()).toBe(0);
    await ann.page.getByText(/^Dibs, usage \d{4}-/).waitFor();
    const paper = await ann.page.pdf({ preferCSSPageSize: true });
    expect(paper.subarray(0, 5).toString()).toBe('%PDF-');
    expect(paper.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0).toBeGreaterThan(
      0,
    );
  });
});
