/* Everything that opens over a screen: dialogs, popovers, the panel, messages; each with its screen
   and its opener. An opener in `press` is pressed with Enter, and has the focus again after
   closing. */
import type { Locator, Page } from 'playwright-core';
import { Calendar } from './calendar';
import { hour } from './api';
import type { Scene } from './scene';
import type { Visitor } from './visitor';
import { dayAt, type World } from './world';

export interface Opening {
  name: string;
  at: (scene: Scene) => string;
  /** Visible once it is open. */
  shown: (page: Page) => Locator;
  press?: (page: Page) => Locator;
  open?: (visitor: Visitor, world: World, scene: Scene) => Promise<void>;
  /** Only beside a timeline, which a phone does not have. */
  wide?: boolean;
  /** Only on a phone. */
  narrow?: boolean;
  /** Escape does not close it. */
  stays?: boolean;
}

const dialog = (page: Page): Locator => page.getByRole('dialog');
const button =
  (name: string | RegExp, nth = 0) =>
  (page: Page): Locator =>
    page.getByRole('button', { name }).nth(nth);
const calendar = () => '/calendar';
const board = (scene: Scene): string => `/boards/${scene.board}`;

async function draw(
  visitor: Visitor,
  host: string,
  gpus: [first: number, last: number],
  from: number,
): Promise<void> {
  const picture = await new Calendar(visitor).shown();
  await picture.draw(host, ...gpus, dayAt(1, from), dayAt(1, from + 3));
}

export const openings: Opening[] = [
  { name: 'palette', at: () => '/', shown: dialog, press: button('Book, find, go to') },
  {
    name: 'palette-names',
    at: calendar,
    shown: (page) => dialog(page).getByRole('option').first(),
    open: async ({ page }) => {
      await page.keyboard.press('Control+k');
      await dialog(page).getByRole('combobox').fill('gpu0');
    },
  },
  {
    name: 'palette-wish',
    at: calendar,
    shown: (page) => dialog(page).getByRole('option').first(),
    open: async ({ page }) => {
      await page.keyboard.press('Control+k');
      await dialog(page).getByRole('combobox').fill('2xh100 tomorrow 9-12');
    },
  },
  { name: 'keys', at: calendar, shown: dialog, open: async ({ page }) => page.keyboard.press('?') },
  {
    name: 'month',
    at: calendar,
    shown: dialog,
    press: (page) => page.getByTitle('Go to a day'),
    wide: true,
  },
  { name: 'filter', at: calendar, shown: dialog, press: button(/^Filter/), wide: true },
  {
    name: 'draft',
    at: calendar,
    shown: dialog,
    open: (visitor) => draw(visitor, 'gpu03', [0, 1], 9),
    wide: true,
  },
  {
    name: 'draft-taken',
    at: calendar,
    shown: (page) => page.getByText('1 of 2 free'),
    open: (visitor) => draw(visitor, 'gpu02', [1, 2], 10),
    wide: true,
  },
  {
    name: 'draft-gpus',
    at: calendar,
    shown: (page) => page.getByRole('group', { name: /^GPUs of/ }),
    open: async (visitor) => {
      await draw(visitor, 'gpu03', [0, 1], 9);
      await button('GPUs')(visitor.page).click();
    },
    wide: true,
  },
  {
    name: 'refused',
    at: calendar,
    shown: (page) => page.getByText('Somebody was first'),
    open: async (visitor, world) => {
      visitor.expects(/^409 POST/);
      await visitor.page.route('**/api/v1/reservations', async (route) => {
        if (route.request().method() === 'POST')
          await world
            .as('bartek')
            .book(world.gpus('gpu03:1'), dayAt(1, 14), dayAt(1, 15), 'first')
            .catch(() => null);
        await route.continue();
      });
      await draw(visitor, 'gpu03', [0, 1], 13);
      await new Calendar(visitor).newBooking.getByText('Both are free').waitFor();
      await visitor.page.keyboard.press('Enter');
    },
    wide: true,
  },
  {
    name: 'panel',
    at: (scene) => `/calendar?reservation=${scene.running.id}`,
    shown: (page) => page.getByRole('complementary', { name: 'Chosen booking' }),
    stays: true,
  },
  {
    name: 'panel-edit',
    at: (scene) => `/calendar?reservation=${scene.changed.id}`,
    shown: (page) => page.getByLabel('Title'),
    open: async ({ page }) => button('Edit')(page).click(),
    stays: true,
  },
  {
    name: 'table',
    at: calendar,
    shown: (page) => page.getByRole('row').nth(1),
    press: button('Table view'),
    wide: true,
    stays: true,
  },
  {
    name: 'message',
    at: () => '/',
    shown: (page) => page.locator('.toast'),
    open: async ({ page }, world) => {
      await world
        .as('ann')
        .book(world.gpus('gpu01:6'), Date.now() + hour, Date.now() + 2 * hour, 'to be cancelled');
      await button('Cancel to be cancelled')(page).click();
    },
    stays: true,
  },
  {
    name: 'others-booking',
    at: (scene) => `/reservations/${scene.others.id}`,
    shown: dialog,
    press: button('Cancel it'),
  },
  { name: 'new-password', at: () => '/people/chen', shown: dialog, press: button('New password') },
  { name: 'sign-out', at: () => '/people/chen', shown: dialog, press: button('Sign out') },
  { name: 'new-budget', at: () => '/usage', shown: dialog, press: button('New budget') },
  { name: 'new-person', at: () => '/me', shown: dialog, press: button('Add a person') },
  { name: 'second-factor', at: () => '/me', shown: dialog, press: button('Turn it on') },
  { name: 'new-token', at: () => '/me', shown: dialog, press: button('New token') },
  {
    name: 'secret',
    at: () => '/me',
    shown: (page) => page.getByText('Copy it now'),
    open: async ({ page }) => {
      await button('New token')(page).click();
      await dialog(page).getByLabel('What is it for?').fill('nightly report');
      await dialog(page).getByRole('button', { name: 'Make it' }).click();
      // Directly below the bar, so that it is not half covered: that is not tested here.
      await page.getByText('Copy it now').evaluate((text) => {
        scrollBy(0, (text.parentElement ?? text).getBoundingClientRect().top - 49);
      });
    },
    stays: true,
  },
  { name: 'everywhere', at: () => '/me', shown: dialog, press: button('Sign out everywhere') },
  { name: 'new-host', at: () => '/system', shown: dialog, press: button('Add a host') },
  { name: 'rules', at: () => '/system', shown: dialog, press: button('Change the rules') },
  { name: 'enforcement', at: () => '/system', shown: dialog, press: button('Change it') },
  {
    name: 'protection',
    at: (scene) => `/reservations/${scene.running.id}`,
    shown: (page) => page.getByRole('form', { name: 'If someone else uses these GPUs' }),
    press: button(/^Change: If someone else uses these GPUs$/),
  },
  {
    name: 'project',
    at: (scene) => `/reservations/${scene.running.id}`,
    shown: (page) => page.getByRole('form', { name: 'Project' }),
    press: button(/^Change: Project$/),
  },
  { name: 'remove-host', at: () => '/system', shown: dialog, press: button('Remove gpu02') },
  { name: 'new-board', at: () => '/boards', shown: dialog, press: button('New board') },
  { name: 'wall-link', at: board, shown: dialog, press: button('Show on a wall') },
  { name: 'arranging', at: board, shown: button('Add panel'), press: button('Edit'), stays: true },
  {
    name: 'new-panel',
    at: board,
    shown: dialog,
    open: async ({ page }) => {
      await button(/^Edit$/)(page).click();
      await button('Add panel')(page).click();
    },
  },
  { name: 'revert', at: () => '/history', shown: dialog, press: button(/^Revert: bartek booked/) },
  {
    name: 'details',
    at: () => '/history',
    shown: (page) => page.getByText('As recorded').first(),
    press: button(/^Details of event/),
    stays: true,
  },
  {
    name: 'excuse',
    at: () => '/violations',
    shown: (page) => page.getByRole('form').or(page.getByLabel('Why is it all right?')).first(),
    press: button('Excuse…'),
    stays: true,
  },
  {
    name: 'more',
    at: () => '/',
    shown: (page) => page.locator('#more-places'),
    press: button('More'),
    narrow: true,
  },
];
