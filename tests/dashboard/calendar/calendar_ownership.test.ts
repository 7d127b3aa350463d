import { expect, test } from 'vitest';
import { hour, type Reservation } from '../support/api';
import { Calendar } from '../support/calendar';
import { until } from '../support/until';
import { aMomentAgo, dayAt, useWorld } from '../support/world';

const world = useWorld({ people: ['bartek', 'dana'] });

test('admin’s Delete on another’s booking asks with owner, GPUs and time', async () => {
  const made = await world
    .as('bartek')
    .book(world.gpus('gpu01:0-7'), dayAt(1, 9), dayAt(1, 17), 'all of it');
  const ann = await world.open('ann', '/calendar');
  const calendar = await new Calendar(ann).shown();
  await calendar.block('all of it').waitFor();
  await ann.click(await calendar.point('gpu01', 3, dayAt(1, 12)));
  await calendar.panel.getByText('bartek’s booking. You will be asked to confirm.').waitFor();
  const question = ann.page.getByRole('dialog', { name: 'Cancel bartek’s booking?' });
  await ann.press('Delete');
  await question.getByText(/8 GPUs: gpu01:0-7/).waitFor();
  await question.getByText(/09:00 – 17:00/).waitFor();
  await ann.press('Escape');
  await question.waitFor({ state: 'detached' });
  expect((await world.admin.reservation(made.id)).state).toBe('upcoming');
  await ann.press('Delete');
  await question.getByRole('button', { name: 'Cancel the booking' }).click();
  await until(
    'it is cancelled',
    async () => (await world.admin.reservation(made.id)).state === 'cancelled',
  );
});

test('confirmation reports that its booking was cancelled meanwhile', async () => {
  const made = await world
    .as('bartek')
    .book(world.gpus('gpu01:0-1'), dayAt(1, 9), dayAt(1, 12), 'given up');
  for (const [path, begin] of [
    [`/calendar?reservation=${made.id}`, 'Cancel booking'],
    [`/reservations/${made.id}`, 'Cancel it'],
  ] as const) {
    const now =
      (await world.admin.reservation(made.id)).state === 'cancelled'
        ? await world
            .as('bartek')
            .expect<Reservation>(200, 'POST', `/api/v1/reservations/${made.id}/reinstate`)
        : made;
    const ann = await world.open('ann', path);
    await ann.live();
    await ann.page.getByRole('button', { name: begin, exact: true }).click();
    const question = ann.page.getByRole('dialog', { name: 'Cancel bartek’s booking?' });
    await question.getByRole('button', { name: 'Cancel the booking' }).waitFor();
    await world.as('bartek').cancel(now);
    await question.getByText('It was cancelled meanwhile.').waitFor();
    expect(await question.getByRole('button').allInnerTexts()).toEqual(['Close']);
    await question.getByRole('button', { name: 'Close' }).click();
    await question.waitFor({ state: 'detached' });
  }
});

test('admin’s drag, extension and edit of another’s booking ask first', async () => {
  const made = await world
    .as('bartek')
    .book(world.gpus('gpu01:0-1'), dayAt(1, 9), dayAt(1, 12), 'theirs');
  const ann = await world.open('ann', '/calendar');
  const calendar = await new Calendar(ann).shown();
  await calendar.block('theirs').waitFor();
  const question = ann.page.getByRole('dialog', { name: 'Change bartek’s booking?' });
  await ann.drag(
    await calendar.point('gpu01', 0, dayAt(1, 10)),
    await calendar.point('gpu01', 4, dayAt(1, 12)),
  );
  await question.getByText(/gpu01:4-5/).waitFor();
  await question.getByText(/11:00 – 14:00/).waitFor();
  expect((await world.admin.reservation(made.id)).version).toBe(1);
  await question.getByRole('button', { name: 'Leave it as it is' }).click();
  await question.waitFor({ state: 'detached' });
  await calendar.block(/theirs, gpu01:0-1,/).waitFor();

  await ann.click(await calendar.point('gpu01', 0, dayAt(1, 10)));
  await calendar.panel.getByRole('button', { name: 'Extend by 2 h' }).click();
  await question.getByText(/09:00 – 14:00/).waitFor();
  await question.getByRole('button', { name: 'Change it' }).click();
  await until(
    'two hours more',
    async () =>
      (await world.admin.reservation(made.id)).until === new Date(dayAt(1, 14)).toISOString(),
  );
});

test('confirmation of an irreversible action names the owner', async () => {
  const made = await world
    .as('bartek')
    .book(world.gpus('gpu01:0-1'), dayAt(1, 9), dayAt(1, 12), 'theirs');
  const ann = await world.open('ann', `/calendar?reservation=${made.id}`);
  ann.expects(/^(409|412) /);
  await ann.live();
  await ann.page.getByRole('button', { name: 'Extend by 2 h' }).click();
  await ann.page
    .getByRole('dialog', { name: 'Change bartek’s booking?' })
    .getByRole('button', { name: 'Change it' })
    .click();
  const done = 'Extended bartek’s booking “theirs” by 2 h, until tomorrow 14:00';
  await ann.page.getByText(done).first().waitFor();
  await world.as('bartek').cancel(made);
  await ann.page.keyboard.press('Control+z');
  await ann.page
    .getByRole('region', { name: 'Messages' })
    .getByText(`Could not be undone: ${done}.`)
    .waitFor();
});

test('block offers no command to a person who may not act, and says so', async () => {
  const made = await world
    .as('dana')
    .book(world.gpus('gpu02:0'), aMomentAgo(), dayAt(1, 12), 'danas');
  const bartek = await world.open('bartek', '/calendar');
  const calendar = await new Calendar(bartek).shown();
  await calendar.block('danas').waitFor();
  const why = bartek.page.locator('[data-notice]', {
    hasText: 'dana’s booking: ask dana or an admin.',
  });
  await bartek.drag(
    await calendar.point('gpu02', 0, dayAt(1, 9)),
    await calendar.point('gpu02', 2, dayAt(1, 10)),
  );
  await why.waitFor();
  await bartek.click(await calendar.point('gpu02', 0, dayAt(1, 9)));
  await why.waitFor({ state: 'detached' });
  await calendar.panel.getByText('dana’s booking: ask dana or an admin.').waitFor();
  expect(await calendar.panel.getByText(/dibs extend/).count()).toBe(0);
  expect(
    await calendar.panel.getByRole('button', { name: /Extend|Release|Cancel|Edit/ }).count(),
  ).toBe(0);
  await bartek.press('Delete');
  await why.waitFor();
  expect((await world.admin.reservation(made.id)).version).toBe(1);
});

test('holder of another’s booking gets a message in the sender’s language', async () => {
  // On gpu03: jobs of other files on gpu02 would be violations here.
  const made = await world
    .as('dana')
    .book(world.gpus('gpu03:0-1'), aMomentAgo(), dayAt(1, 12), 'danas');
  const bartek = await world.open('bartek', `/calendar?reservation=${made.id}`);
  await bartek.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { panel } = new Calendar(bartek);
  await panel.getByRole('button', { name: /^Message$/ }).click();
  await panel.getByText('Copied: paste it where dana reads it.').waitFor();
  expect(await bartek.page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /^Hello dana, you hold gpu03:0-1 until tomorrow 12:00 \(danas\)\. Could you do without one of them, .*\/reservations\/res_\S+ Thank you, bartek$/,
  );
  // Soon: beside the panel at any time of day, not below it.
  await world
    .as('dana')
    .book(world.gpus('gpu02:2'), Date.now() + hour, Date.now() + 5 * hour, 'another');
  const calendar = await new Calendar(bartek).shown();
  await calendar.block('another').waitFor();
  await bartek.click(await calendar.point('gpu02', 2, Date.now() + 3 * hour));
  await panel.getByRole('heading', { name: 'another' }).waitFor();
  expect(await panel.getByText(/^Hello dana/).count(), 'that was said of the other one').toBe(0);
  const polish = await world.open('bartek', `/reservations/${made.id}`, { locale: 'pl-PL' });
  await polish.page.getByRole('button', { name: 'Wiadomość' }).click();
  await polish.page.getByText(/^Cześć dana, masz gpu03:0-1 do jutra 12:00 \(danas\)\./).waitFor();
  const dana = await world.open('dana', `/calendar?reservation=${made.id}`);
  const own = new Calendar(dana).panel;
  await own.getByText('Running, yours').waitFor();
  expect(await own.getByRole('button', { name: /^Message$/ }).count()).toBe(0);
});

test('own running booking explains its fixed middle without a question', async () => {
  const made = await world
    .as('bartek')
    .book(world.gpus('gpu02:1'), aMomentAgo(), Date.now() + 20 * hour, 'own');
  const bartek = await world.open('bartek', '/calendar');
  const calendar = await new Calendar(bartek).shown();
  await calendar.block('own').waitFor();
  await bartek.drag(
    await calendar.point('gpu02', 1, Date.now() + 5 * hour),
    await calendar.point('gpu02', 2, Date.now() + 5 * hour),
  );
  await bartek.page.locator('[data-notice]', { hasText: 'only its end can be moved' }).waitFor();
  await bartek.click(await calendar.point('gpu02', 1, Date.now() + 5 * hour));
  await calendar.panel.getByRole('button', { name: 'Release now' }).click();
  await until(
    'given back',
    async () => (await world.admin.reservation(made.id)).state === 'released',
  );
});
