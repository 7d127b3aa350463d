import { expect, test } from 'vitest';
import { hour } from './support/api';
import { Calendar } from './support/calendar';
import { pause, until } from './support/until';
import { useWorld } from './support/world';

const world = useWorld({ people: ['bartek'] });

test('journey 7: how well a past booking was used: a click on its block: 1 interaction', async () => {
  world.fleet.wants('gpu02', { gpus: [0], owner: 'ann', busy: 80 });
  const from = Date.now();
  const made = await world.admin.book(world.gpus('gpu02:0'), from, from + hour, 'used well');
  await pause(62_000); // utilisation is kept by the minute
  await world.admin.cancel(made); // it runs: given back
  const over = await until('it is over', async () => {
    const now = await world.admin.reservation(made.id);
    return now.state === 'released' && now;
  });
  const ann = await world.open('ann', '/calendar');
  const calendar = await new Calendar(ann).shown();
  await calendar.zoom('6 h');
  await calendar.block('used well').waitFor();
  const middle = (Date.parse(over.from) + Date.parse(over.until)) / 2;
  ann.begin();
  await ann.click(await calendar.point('gpu02', 0, middle));
  await calendar.panel.getByText('Over, yours').waitFor();
  const used = await until('its mean', async () => {
    const found = /Used\s+(\d+) %/.exec(await calendar.panel.innerText());
    return found && Number(found[1]);
  });
  expect(ann.count).toBe(1);
  expect(used).toBeGreaterThan(20);
  expect(used).toBeLessThanOrEqual(100);
  world.fleet.wants('gpu02');
}, 120_000);

test('a booking that has just begun tells its use within seconds, not after the first minute', async () => {
  world.fleet.wants('gpu02', { gpus: [1], owner: 'ann', busy: 80 });
  const made = await world.admin.book(world.gpus('gpu02:1'), Date.now(), Date.now() + hour, 'just begun');
  const ann = await world.open('ann', `/calendar?reservation=${made.id}`);
  const calendar = new Calendar(ann);
  await calendar.panel.getByText('Running, yours').waitFor();
  await until('its mean', async () => /Used since \d\d:\d\d\s+\d+ %/.test(await calendar.panel.innerText()), 20_000);
  expect(Date.now() - Date.parse(made.from)).toBeLessThan(55_000);
  world.fleet.wants('gpu02');
});
