import { expect, test } from 'vitest';
import type { CDPSession } from 'playwright-core';
import { hour, type Api } from '../support/api';
import { Calendar } from '../support/calendar';
import { pause } from '../support/until';
import { dayAt, useWorld } from '../support/world';

const world = useWorld({ people: ['bartek'] });

async function measure(cdp: CDPSession) {
  for (let i = 0; i < 3; i++) {
    await cdp.send('HeapProfiler.collectGarbage');
    await pause(100);
  }
  const { metrics } = await cdp.send('Performance.getMetrics');
  const value = (name: string) => metrics.find((one) => one.name === name)?.value ?? NaN;
  return {
    nodes: value('Nodes'),
    listeners: value('JSEventListeners'),
    heap: value('JSHeapUsedSize') / 1024 / 1024,
  };
}

/** Books, moves, renames, cancels: four changes a round, all of them in view. */
async function changes(api: Api, rounds: number): Promise<void> {
  for (let i = 0; i < rounds; i++) {
    const from = dayAt(1, 6 + (i % 12));
    const made = await api.book(world.gpus(`gpu01:${i % 6}`), from, from + hour, `change ${i}`);
    const moved = await api.change(made, { gpus: world.gpus(`gpu02:${i % 4}`) });
    await api.change(moved, { title: `changed ${i}` });
    await api.cancel(made);
  }
}

for (const path of ['/', '/calendar']) {
  test(`${path} does not grow over 1,000 changes`, async () => {
    const ann = await world.open('ann', path);
    await ann.live();
    const cdp = await ann.context.newCDPSession(ann.page);
    await cdp.send('Performance.enable');
    await changes(world.as('bartek'), 75); // one-time objects exist after this
    const before = await measure(cdp);
    await changes(world.as('bartek'), 250);
    await world.as('bartek').book(world.gpus('gpu01:7'), dayAt(1, 9), dayAt(1, 10), 'the last one');
    if (path === '/calendar') await new Calendar(ann).block('the last one').waitFor();
    else await pause(300);
    await ann.live();
    const after = await measure(cdp);
    expect(after.nodes - before.nodes).toBeLessThan(60); // of the last one
    expect(after.listeners - before.listeners).toBeLessThan(20);
    expect(after.heap - before.heap).toBeLessThan(1);
  });
}
