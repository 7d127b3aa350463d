import { beforeAll, expect, test } from 'vitest';
import { pl } from '../../../api/dashboard/src/language/pl';
import { password } from '../support/api';
import { englishOn, unpolishedOn } from '../support/english';
import { shown } from '../support/screens';
import { makeScene, scenePeople, type Scene } from '../support/scene';
import { Server } from '../support/server';
import { pause } from '../support/until';
import { Visitor } from '../support/visitor';
import { dayAt, useWorld } from '../support/world';
import { dayField } from '../support/zone';

/* A browser from Poland: every screen in Polish, also the server's refusals. */
const world = useWorld({ people: scenePeople, keep: true, ownFleet: () => {} });
const poland = { locale: 'pl-PL' };
let scene: Scene;

const words = (key: keyof typeof pl): string => String(pl[key]);
const open = (who: string, path: string): Promise<Visitor> => world.open(who, path, poland);
// The language button of English has this name in every language.
const names = ['English'];

beforeAll(async () => {
  scene = await makeScene(world);
});

test.each(shown())(
  '$name says nothing in English, and its longer words fit on a phone',
  async ({ address }) => {
    const ann = await open('ann', address(scene));
    await ann.page.getByRole('heading').first().waitFor();
    await expect.poll(() => ann.page.getByText(words('app.loading')).count()).toBe(0);
    await pause(1_300); // a second's frame
    expect(await ann.page.locator('html').getAttribute('lang')).toBe('pl');
    expect(await englishOn(ann.page, names)).toEqual([]);
    expect(await unpolishedOn(ann.page)).toEqual([]);
    await ann.page.setViewportSize({ width: 320, height: 720 });
    await pause(200);
    const wider = await ann.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wider, 'px wider than 320').toBe(0);
    expect(await englishOn(ann.page, names)).toEqual([]);
  },
);

test('setup and the steps to the first booking are in Polish', async () => {
  const server = await new Server().start();
  try {
    const ann = await Visitor.arrive(world.browser, server, poland);
    ann.expects(/^422 POST/);
    await ann.page.goto(await server.setupLink());
    await ann.page.getByRole('heading', { name: words('setup.title') }).waitFor();
    expect(await englishOn(ann.page, names)).toEqual([]);
    await ann.page.getByLabel(words('setup.name')).fill('Ann');
    await ann.page.getByLabel(words('setup.password'), { exact: true }).fill('password1234');
    await ann.page.keyboard.press('Enter');
    await ann.page.getByText(/^To hasło jest wśród pierwszych/).waitFor();
    await ann.page.getByLabel(words('setup.password'), { exact: true }).fill(password);
    await ann.page.keyboard.press('Enter');
    await ann.page.getByRole('heading', { name: words('begin.title') }).waitFor();
    expect(await englishOn(ann.page, names)).toEqual([]);
    expect(ann.unexpected).toEqual([]);
    await ann.leave();
  } finally {
    await server.remove();
  }
});

test('English search words work on the Polish page', async () => {
  const ann = await world.open('ann', '/fleet');
  await ann.live();
  expect((await englishOn(ann.page, names)).length).toBeGreaterThan(20);
});

test('wrong password is refused in Polish', async () => {
  const ann = await world.stranger(poland);
  ann.expects(/^401 POST/);
  await ann.go('/');
  await ann.page.getByLabel(words('signIn.name')).fill('ann');
  await ann.page.getByLabel(words('signIn.password')).fill('not her password');
  await ann.page.keyboard.press('Enter');
  await ann.page.getByRole('alert').getByText(words('signIn.wrong')).waitFor();
  expect(await englishOn(ann.page, names)).toEqual([]);
});

test('request is read in Polish, with errors in Polish', async () => {
  const ann = await open('ann', '/');
  ann.expects(/^422 POST/);
  await ann.page.getByText(words('live.live'), { exact: true }).first().waitFor();
  await ann.page.keyboard.press('Control+k');
  const dialog = ann.page.getByRole('dialog');
  const field = dialog.getByRole('combobox');
  const answers: [wish: string, answer: RegExp][] = [
    [
      'gpu03:0 jutro 9-11',
      /^Zarezerwuj .*gpu03:0.* (pon\.|wt\.|śr\.|czw\.|pt\.|sob\.|niedz\.) \d+ [a-zź]+ 09:00 – 11:00 [A-Z]{2,}/,
    ],
    ['gpu99:0 jutro 9-10', /Nie ma hosta gpu99 z GPU: są gpu01, gpu02 i gpu03\./],
    ['gpu03:0 jutro kiedyś', /Nie można odczytać „.*kiedys.*”\. Napisz na przykład „jutro 9:00”/],
    ['gpu03:0 wczoraj 9-10', /^Ten (czas|początek) już minął/],
  ];
  for (const [wish, answer] of answers) {
    await field.fill(wish);
    await dialog.getByText(answer).first().waitFor();
    expect(await englishOn(ann.page, names)).toEqual([]);
  }
});

test('lost race and too long booking are refused in Polish', async () => {
  const ann = await open('ann', '/');
  ann.expects(/^(409|422) POST/);
  await ann.page.getByText(words('live.live'), { exact: true }).first().waitFor();
  const field = ann.page.getByLabel(words('home.reserveLabel'));
  const form = ann.page.locator('form', { has: field });
  let raced = false;
  await ann.page.route('**/api/v1/reservations', async (route) => {
    if (route.request().method() === 'POST' && !raced) {
      raced = true; // at the last moment
      await world.as('bartek').book(world.gpus('gpu02:3'), dayAt(3, 8), dayAt(3, 11), 'pierwszy');
    }
    await route.continue();
  });
  await field.fill(`gpu02:3 ${dayField(dayAt(3, 12))} 9-10`);
  await form.getByText(/^gpu02:3/).waitFor();
  await field.press('Enter');
  await form.getByText('gpu02:3 zajmuje bartek do 11:00.').waitFor();
  expect(await englishOn(ann.page, names)).toEqual([]);

  const { longest_min: longest } = await world.admin.get<{ longest_min: number }>('/api/v1/rules');
  await field.fill(`gpu02:3 teraz na ${longest / 1440 + 10}d`);
  await form
    .getByText(/Najdłuższa rezerwacja to \d+ (dzień|dni)\./)
    .first()
    .waitFor(); // no offer that is impossible
  expect(await englishOn(ann.page, names)).toEqual([]);
});

test('account fields refuse common passwords and taken names in Polish', async () => {
  const ann = await open('ann', '/me');
  ann.expects(/^(403|409|422|404) /);
  await ann.page.getByLabel(words('me.current')).fill('not her password');
  await ann.page
    .getByRole('textbox', { name: words('me.new') })
    .fill(password.replace('battery', 'accumulator'));
  await ann.page.keyboard.press('Enter');
  await ann.page.getByText(words('me.currentWrong')).waitFor();
  await ann.page.getByLabel(words('me.current')).fill(password);
  await ann.page.getByRole('textbox', { name: words('me.new') }).fill('password1234');
  await ann.page.keyboard.press('Enter');
  await ann.page.getByText(/^To hasło jest wśród pierwszych, których każdy by spróbował/).waitFor();

  await ann.page.getByRole('button', { name: words('me.addPerson') }).click();
  const person = ann.page.getByRole('dialog');
  await person.getByLabel(words('signIn.name')).fill('Bartek');
  await person.getByLabel(words('me.account')).fill('bartek');
  await person.getByRole('button', { name: words('comeIn.password'), exact: true }).click();
  await person.getByLabel(words('me.firstPassword')).fill(password);
  await ann.page.keyboard.press('Enter');
  await person.getByText('Jest już ktoś z tą nazwą UNIX.').waitFor();
  expect(await englishOn(ann.page, names)).toEqual([]);
});

test('host without an address is refused with the reason', async () => {
  const ann = await open('ann', '/system');
  ann.expects(/^\d{3} POST/);
  await ann.page.getByRole('button', { name: words('system.addHost') }).click();
  const dialog = ann.page.getByRole('dialog');
  await dialog.getByLabel(words('host.address')).fill('no-such-host.invalid');
  await ann.page.keyboard.press('Enter');
  await dialog
    .getByRole('alert')
    .getByText(
      /^no-such-host\.invalid:22 nie podał klucza hosta: adres „no-such-host\.invalid”: \S/,
    )
    .waitFor();
  expect(await englishOn(ann.page, names)).toEqual([]);
});
