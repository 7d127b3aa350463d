/* The cost of Fleet and of a host's page without user input, compared with a page that rewrites as many rows. */
import { test } from 'vitest';
import { pause } from '../../dashboard/support/until';
import type { Visitor } from '../../dashboard/support/visitor';
import { useWorld } from '../../dashboard/support/world';
import { rewriteRows } from './bare';
import { LargeFleet } from '../../dashboard/support/large_fleet';
import {
  line,
  meterOf,
  ms,
  percentile,
  median,
  scrollFrames,
  shiftOf,
  workOf,
  type Work,
} from './measure';

const world = useWorld({ keep: true });
const seconds = 15;
const hour = 3_600_000;
const viewport = { width: 1440, height: 900 };

interface Seen {
  work: Work;
  shift: number;
  nodes: number;
}

async function look(visitor: Visitor): Promise<Seen> {
  const { page } = visitor;
  await pause(5_000);
  const cdp = await meterOf(page);
  let work: Work = { task: 0, script: 0, style: 0, layout: 0 };
  const shift = await shiftOf(page, async () => {
    work = await workOf(cdp, () => pause(seconds * 1000));
  });
  return { work, shift, nodes: await page.locator('*').count() };
}

async function bareRows(rows: number): Promise<Work> {
  const bare = await world.stranger({ viewport });
  const cdp = await meterOf(bare.page);
  await rewriteRows(bare.page, rows);
  return workOf(cdp, () => pause(seconds * 1000));
}

const each = (value: number) => ms(value / seconds);

function say(what: string, seen: Seen, budget: string, bare: Work, nodes: string): void {
  const parts = `script ${each(seen.work.script)}, style ${each(seen.work.style)}, layout ${each(seen.work.layout)}`;
  line(
    `${what}: main thread in each second`,
    each(seen.work.task),
    budget,
    `${parts}; bare rows ${each(bare.task)}`,
  );
  line(`${what}: layout shift in ${seconds} s`, seen.shift.toFixed(4), '0');
  line(`${what}: elements in the page`, String(seen.nodes), nodes);
}

test('14 GPUs', async () => {
  const now = Date.now();
  const ann = world.as('ann');
  await ann.book(world.gpus('gpu01:0-3'), now, now + 6 * hour, 'training');
  await ann.book(world.gpus('gpu02:0-1'), now, now + 3 * hour, 'evaluation');
  const bare = await bareRows(14);
  for (const path of ['/fleet', '/fleet/gpu01', '/fleet/gpu01?range=6h']) {
    const visitor = await world.open('ann', path, { viewport });
    await visitor.live();
    say(`14 GPUs, ${path}`, await look(visitor), '15 ms', bare, '1,500');
    await visitor.leave();
  }
});

test('1,000 GPUs', async () => {
  const fleet = new LargeFleet({ gpus: 1_000, bookings: 10_000, days: 7 });
  const ann = await world.stranger({ viewport });
  await fleet.answerFor(ann.page);
  await ann.signIn('ann');
  ann.expects(/./);
  const bare = await bareRows(1_000);
  let second = 0;
  const timer = setInterval(() => fleet.sample((second += 1)), 1000);
  try {
    for (const path of ['/fleet', '/fleet/gpu001']) {
      await ann.go(path);
      await ann.live();
      await ann.page.getByText('gpu001').first().waitFor();
      say(`1,000 GPUs, ${path}`, await look(ann), '60 ms', bare, '1,500');
      if (path !== '/fleet') continue;
      const times = await scrollFrames(ann.page, 'html', 90, 240);
      line(
        '1,000 GPUs, /fleet: scrolling, frame p95',
        ms(percentile(times, 0.95)),
        '35 ms',
        `median ${ms(median(times))}`,
      );
    }
    await ann.go('/fleet');
    await ann.live();
    await pause(3_000);
    clearInterval(timer);
    await pause(2_000);
    const cdp = await meterOf(ann.page);
    const turns = 50;
    const frames = (count: number) =>
      ann.page.evaluate(
        (left) =>
          new Promise<void>((done) => {
            const turn = () => (left-- > 1 ? requestAnimationFrame(turn) : done());
            requestAnimationFrame(turn);
          }),
        count,
      );
    const rest = await workOf(cdp, async () => {
      for (let i = 0; i < turns; i++) await frames(3);
    });
    const upcoming = fleet.bookings.filter((one) => one.state === 'upcoming').slice(0, 20);
    const busy = await workOf(cdp, async () => {
      for (let i = 0; i < turns; i++) {
        const booking = upcoming[i % upcoming.length];
        if (booking) fleet.change(booking, (i % 2 === 0 ? 1 : -1) * 600_000);
        await frames(3);
      }
    });
    line(
      '1,000 GPUs, 10,000 bookings, /fleet: one live update',
      ms((busy.task - rest.task) / turns),
      '6 ms',
      `script ${ms((busy.script - rest.script) / turns)}`,
    );
  } finally {
    clearInterval(timer);
  }
});
