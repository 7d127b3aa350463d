/* The cost of charts: a board of 64, each fed once a second, compared with a page that redraws as many bare canvases. */
import { test } from 'vitest';
import { useWorld } from '../../dashboard/support/world';
import { pause } from '../../dashboard/support/until';
import { redrawCanvases } from './bare';
import { line, longTasks, ms, workOf, type Work } from './measure';

const world = useWorld({ keep: true });
const metrics = ['utilization_percent', 'memory_used_mib', 'temperature_c', 'power_w'];
const hostMetrics = ['cpu_percent', 'memory_used_mib', 'load', 'network_received_mib_s'];
const seconds = 15;
const many = 64;
const points = 60;

test(`${many} charts, a sample a second`, async () => {
  const gpus = world.gpus('gpu01:0-7', 'gpu02:0-3', 'gpu03:0-1');
  const panels = Array.from({ length: many }, (_, i) => ({
    id: `c${i}`,
    kind: 'chart',
    metric: metrics[i % 4],
    gpus: [gpus[i % gpus.length]],
    x: (i % 6) * 2,
    y: Math.floor(i / 6) * 2,
    w: 2,
    h: 2,
  }));
  const board = await world.admin.expect<{ id: string }>(201, 'POST', '/api/v1/boards', {
    title: `${many} charts`,
    panels,
  });
  const viewport = { width: 1920, height: 2600 }; // all of them visible: hidden ones are not drawn
  const ofHosts = await world.admin.expect<{ id: string }>(201, 'POST', '/api/v1/boards', {
    title: `${many} charts, a quarter of hosts`,
    panels: panels.map((panel, i) =>
      i % 4 === 3
        ? {
            id: panel.id,
            kind: 'chart',
            host_metric: hostMetrics[Math.floor(i / 4) % 4],
            x: panel.x,
            y: panel.y,
            w: 2,
            h: 2,
          }
        : panel,
    ),
  });
  const perSecond = async (
    path: string,
  ): Promise<{ work: Work; canvases: number; long: number; heap: number }> => {
    const ann = await world.open('ann', path, { viewport });
    await ann.live();
    await pause(5_000);
    const cdp = await ann.context.newCDPSession(ann.page);
    await cdp.send('Performance.enable');
    const heapOf = async () => {
      await cdp.send('HeapProfiler.collectGarbage');
      return (await cdp.send('Runtime.getHeapUsage')).usedSize / 2 ** 20;
    };
    const before = await heapOf();
    const long = longTasks(ann.page, seconds * 1000);
    const work = await workOf(cdp, () => pause(seconds * 1000));
    const [tasks, heap] = [await long, (await heapOf()) - before];
    const canvases = await ann.page.locator('canvas').count();
    await ann.leave();
    return { work, canvases, long: tasks, heap };
  };
  const idle = await perSecond('/me');
  const charts = await perSecond(`/boards/${board.id}`);
  const mixed = await perSecond(`/boards/${ofHosts.id}`);
  const bare = await world.stranger();
  const cdp = await bare.context.newCDPSession(bare.page);
  await cdp.send('Performance.enable');
  await redrawCanvases(bare.page, many, points);
  const plain = await workOf(cdp, () => pause(seconds * 1000));
  const each = (value: number) => ms(value / seconds);
  line(
    `${charts.canvases} charts: main thread in each second`,
    each(charts.work.task),
    '50 ms',
    `script ${each(charts.work.script)}; a page without charts ${each(idle.work.task)}; ${many} bare canvases of ${points} points ${each(plain.task)}`,
  );
  line(
    `${mixed.canvases} charts, a quarter of them of hosts`,
    each(mixed.work.task),
    '50 ms',
    `script ${each(mixed.work.script)}`,
  );
  line('tasks of more than 50 ms meanwhile', `${charts.long + mixed.long}`, '0');
  line(
    'heap that is left over, a minute',
    `${(((charts.heap + mixed.heap) / 2 / seconds) * 60).toFixed(1)} MiB`,
    '1 MiB',
  );
});
