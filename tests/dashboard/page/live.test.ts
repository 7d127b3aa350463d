/* On a live page the figures change each second: nothing moves, and no number is announced.
   Accessible elements have names, in order, each once. */
import { beforeAll, describe, expect, test } from 'vitest';
import { Calendar } from '../support/calendar';
import { readAloud, skipped, watch, watched } from '../support/read_aloud';
import { makeScene, scenePeople, type Scene } from '../support/scene';
import { shown } from '../support/screens';
import { pause } from '../support/until';
import { useWorld } from '../support/world';

const world = useWorld({ people: scenePeople, keep: true, ownFleet: () => {} });
let scene: Scene;
beforeAll(async () => {
  scene = await makeScene(world);
});

const watchedMs = 30_000;

test('changing figures move nothing and announce nothing for 30 s', async () => {
  const places = ['/', '/fleet', '/fleet/gpu01', '/calendar'];
  const visitors = [];
  for (const place of places) {
    const ann = await world.open('ann', place);
    await ann.page.getByRole('heading').first().waitFor();
    await ann.live();
    visitors.push(ann);
  }
  await pause(4_000); // one-time announcements are over
  for (const { page } of visitors) await watch(page);
  const begun = performance.now();
  for (let i = 0; performance.now() - begun < watchedMs; i += 1) {
    const busy = [0, 100, 7, 64][i % 4] ?? 0;
    world.fleet.wants(
      'gpu01',
      {
        gpus: [0, 1, 2, 3],
        owner: 'ann',
        mib: [900, 80_000][i % 2] ?? 0,
        busy,
        command: 'torchrun --nproc-per-node 4 pretrain.py --seq-len 4096',
      },
      {
        gpus: [4],
        owner: 'bartek',
        mib: 22_000,
        busy: 100 - busy,
        command: 'python3 finetune.py --model bert-large --epochs 3',
      },
    );
    await pause(2_000);
  }
  const seen = Object.fromEntries(
    await Promise.all(
      visitors.map(async ({ page }, i) => [places[i], await watched(page)] as const),
    ),
  );
  expect(seen).toEqual(Object.fromEntries(places.map((place) => [place, { told: [], moved: [] }])));
});

describe.each(shown())('read aloud: $name', (screen) => {
  test('every image has a name, and headings descend step by step', async () => {
    const ann = await world.open('ann', screen.address(scene));
    await ann.page.getByRole('heading').first().waitFor();
    await expect.poll(() => ann.page.getByText('Loading…').count()).toBe(0);
    await pause(1_300);
    const { nameless, levels } = await readAloud(ann.page);
    expect(nameless).toEqual([]);
    expect(levels.filter((level) => level === 1)).toEqual([1]);
    expect(skipped(levels), levels.join(' ')).toEqual([]);
  });
});

test('booking drawn in two parts is read once', async () => {
  const ann = await world.open('ann', '/calendar');
  const calendar = await new Calendar(ann).shown();
  await calendar.block('gromacs').first().waitFor();
  expect(await ann.page.locator('[data-reservation]', { hasText: 'gromacs' }).count()).toBe(2);
  expect(await calendar.block('gromacs').count()).toBe(1);
});
