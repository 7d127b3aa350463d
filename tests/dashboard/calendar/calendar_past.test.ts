import { expect, test } from 'vitest';
import { hour } from '../support/api';
import { Calendar } from '../support/calendar';
import { pause, until } from '../support/until';
import { aMomentAgo, useWorld } from '../support/world';

const world = useWorld({ people: ['bartek'] });

test('journey 7: past usage by a click: 1 interaction; compared: 2', async () => {
  world.fleet.wants('gpu02', { gpus: [0], owner: 'ann', busy: 80 });
  const from = Date.now();
  const made = await world.admin.book(world.gpus('gpu02:0'), from, from + hour, 'used well');
  const idle = await world.admin.book(world.gpus('gpu02:3'), from, from + hour, 'not used at all');
  await pause(12_000);
  for (const one of [made, idle]) await world.admin.cancel(one); // they run: released
  const over = await until('it is over', async () => {
    const now = await world.admin.reservation(made.id);
    return now.state === 'released' && now;
  });
  const ann = await world.open('ann', '/calendar');
  const calendar = await new Calendar(ann).shown();
  await calendar.zoom('6 h');
  await ann.page.locator('svg[data-density]').waitFor(); // twelve seconds are too short for a block
  const middle = (Date.parse(over.from) + Date.parse(over.until)) / 2;
  ann.begin();
  await ann.click(await calendar.point('gpu02', 0, middle));
  await calendar.panel.getByText('Over, yours').waitFor();
  const used = await until('its mean', async () => {
    const found = /Used\s+(\d+)\s%/.exec(await calendar.panel.innerText());
    return found && Number(found[1]);
  });
  expect(ann.count).toBe(1);
  expect(used).toBeGreaterThan(20);
  expect(used).toBeLessThanOrEqual(100);
  await ann.choose(calendar.panel.getByLabel('Compare with…'), /^not used at all, /);
  const compared = calendar.panel.getByRole('list', { name: 'Used, side by side' });
  // Unknown seconds may be listed beside it.
  await until('both', async () =>
    /used well\s+\d+\s%(\s*,\s*not known\s\d+\s%)?\s+not used at all\s+[0-4]\s%/.test(
      await compared.innerText(),
    ),
  );
  expect(ann.count).toBe(2);
  world.fleet.wants('gpu02');
});

test('new booking shows its use within seconds', async () => {
  world.fleet.wants('gpu02', { gpus: [1], owner: 'ann', busy: 80 });
  const made = await world.admin.book(
    world.gpus('gpu02:1'),
    aMomentAgo(),
    Date.now() + hour,
    'just begun',
  );
  const ann = await world.open('ann', `/calendar?reservation=${made.id}`);
  const calendar = new Calendar(ann);
  await calendar.panel.getByText('Running, yours').waitFor();
  await until('its mean', async () =>
    /Used since \d\d:\d\d\s+\d+\s%/.test(await calendar.panel.innerText()),
  );
  expect(Date.now() - Date.parse(made.from)).toBeLessThan(55_000);
  world.fleet.wants('gpu02');
});
