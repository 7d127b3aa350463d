/* Charts of boards: also of hosts, many at once, over a year. */
import { expect, test } from 'vitest';
import { pause, until } from '../support/until';
import { useWorld } from '../support/world';

const world = useWorld();

interface Panel {
  id: string;
  kind: string;
  metric?: string;
  host_metric?: string;
  host_id?: string;
  gpus?: string[];
  window_s?: number;
  x: number;
  y: number;
  w: number;
  h: number;
}

const chart = (id: string, x: number, y: number, more: Partial<Panel> = {}): Panel => ({
  id,
  kind: 'chart',
  metric: 'utilization_percent',
  x,
  y,
  w: 6,
  h: 4,
  ...more,
});
const make = (title: string, panels: Panel[]) =>
  world.admin.expect<{ id: string }>(201, 'POST', '/api/v1/boards', { title, panels });

test('64 charts need two requests, and only visible ones are drawn', async () => {
  const gpus = world.gpus('gpu01:0-7', 'gpu02:0-3', 'gpu03:0-1');
  const ofGpus = Array.from({ length: 50 }, (_, i) =>
    chart(`c${i}`, (i % 6) * 2, Math.floor(i / 6) * 2, {
      w: 2,
      h: 2,
      gpus: [gpus[i % gpus.length] ?? ''],
    }),
  );
  const hostMetrics = [
    'cpu_percent',
    'memory_used_mib',
    'memory_total_mib',
    'load',
    'swap_used_mib',
    'swap_total_mib',
    'disk_fullest_percent',
    'disk_used_mib',
    'disk_total_mib',
    'disk_read_mib_s',
    'disk_written_mib_s',
    'network_received_mib_s',
    'network_sent_mib_s',
    'uptime_s',
  ];
  const ofHosts = hostMetrics.map((host_metric, i): Panel => ({
    id: `h${i}`,
    kind: 'chart',
    host_metric,
    x: (i % 6) * 2,
    y: 20 + Math.floor(i / 6) * 2,
    w: 2,
    h: 2,
  }));
  const board = await make('Sixty-four', [...ofGpus, ...ofHosts]);
  const ann = await world.stranger();
  let asked = 0;
  ann.page.on('request', (request) => {
    if (request.url().endsWith('/api/v1/usage/query')) asked += 1;
  });
  await ann.signIn('ann');
  await ann.go(`/boards/${board.id}`);
  await ann.page.getByRole('slider').first().waitFor();
  await pause(1500);
  expect(asked, 'one for GPUs, one for hosts').toBe(2);
  expect(await ann.page.locator('canvas').count()).toBeLessThan(64);
  const cpu = ann.page.getByRole('article', { name: /^CPU/ });
  await cpu.scrollIntoViewIfNeeded();
  await until('the hosts have values', async () =>
    /gpu01: last [\d.,]+\s%/.test(
      (await cpu.getByRole('slider').getAttribute('aria-valuetext')) ?? '',
    ),
  );
  const load = ann.page.getByRole('article', { name: /^Load/ });
  await until('load has no unit', async () =>
    /gpu01: last [\d.,]+,/.test(
      (await load.getByRole('slider').getAttribute('aria-valuetext')) ?? '',
    ),
  );
});

test('chart of a host over a year is chosen, kept, and shows gaps', async () => {
  const board = await make('Year', [chart('a', 0, 0, { gpus: world.gpus('gpu01:0') })]);
  const ann = await world.open('ann', `/boards/${board.id}`);
  await ann.page.getByRole('button', { name: 'Edit', exact: true }).click();
  await ann.page.getByRole('button', { name: 'Edit panel Utilisation' }).click();
  const dialog = ann.page.getByRole('dialog');
  await dialog.getByLabel('Measure').selectOption({ label: 'Load' });
  expect(
    await dialog.getByRole('button', { name: 'Some GPUs' }).count(),
    'a metric of hosts is of no GPUs',
  ).toBe(0);
  await dialog.getByRole('button', { name: 'A host' }).click();
  await dialog.getByLabel('A host').selectOption({ label: 'gpu01' });
  const lengths = await dialog.getByLabel('Window').locator('option').allInnerTexts();
  expect([lengths[0], lengths.at(-1), lengths.length]).toEqual([
    expect.stringMatching(/10\smin/),
    expect.stringContaining('365'),
    8,
  ]);
  await dialog.getByLabel('Window').selectOption('31536000');
  await dialog.getByRole('button', { name: 'Keep' }).click();
  await ann.page.getByRole('button', { name: 'Done' }).click();
  const panel = ann.page.getByRole('article', { name: /^Load/ });
  await until('it shows today', async () =>
    /gpu01: last [\d.,]+,/.test(
      (await panel.getByRole('slider').getAttribute('aria-valuetext')) ?? '',
    ),
  );
  await expect
    .poll(
      async () =>
        (await world.admin.get<{ panels: Panel[] }>(`/api/v1/boards/${board.id}`)).panels[0],
    )
    .toMatchObject({
      kind: 'chart',
      host_metric: 'load',
      window_s: 31_536_000,
      host_id: expect.stringMatching(/^host_/) as string,
    });
});
