import { expect, test } from 'vitest';
import { until } from '../support/until';
import { useWorld } from '../support/world';

// No mail is sent here: a configured server is enough.
const mail = '[mail]\nserver = "127.0.0.1"\nport = 9\ntls = "none"\nfrom = "dibs@example.org"\n';
const world = useWorld({
  people: ['bartek', 'chen'],
  gpus: 0,
  ownSessions: true,
  more: () => mail,
});

interface Known {
  person: { id: string };
  preferences: {
    mails?: boolean;
    calendar_mails?: boolean;
    budget_mails?: boolean;
    reminder_start_min?: number;
    reminder_end_min?: number;
  };
}
const known = (name: string): Promise<Known> => world.as(name).get<Known>('/api/v1/session');
const chosen = async (name: string, wanted: Known['preferences']): Promise<void> => {
  await until(`${name} has chosen ${JSON.stringify(wanted)}`, async () => {
    const { preferences } = await known(name);
    return Object.entries(wanted).every(
      ([key, value]) => preferences[key as keyof Known['preferences']] === value,
    );
  });
};

test('mail choice is stored at once and shows in another browser', async () => {
  const nothing = {
    mails: null,
    calendar_mails: null,
    budget_mails: null,
    reminder_start_min: null,
    reminder_end_min: null,
  };
  await world.as('bartek').expect(200, 'PATCH', '/api/v1/session/preferences', nothing); // of a first try
  const { id } = (await known('bartek')).person;
  const one = await world.open('bartek', '/me');
  const part = one.page.getByRole('region', { name: 'Mails', exact: true });
  await part.getByText('Your account has no mail address, so none reaches you.').waitFor();
  expect(await part.getByRole('link', { name: 'Add one' }).getAttribute('href')).toContain(
    `/access?person=${id}`,
  );
  const [start, end] = [
    part.getByLabel('Before a booking begins'),
    part.getByLabel('Before a booking ends'),
  ];
  expect(await start.inputValue()).toBe('0');
  expect(await end.inputValue()).toBe('30');
  expect(await start.locator('option').first().innerText()).toBe('no reminder');

  await start.selectOption('15');
  await end.selectOption('0');
  await part.getByText('Kept with your account.').waitFor();
  await chosen('bartek', { reminder_start_min: 15, reminder_end_min: 0 });
  await part.getByLabel('Invitations for my calendar').check();
  await chosen('bartek', { calendar_mails: true });
  expect(await part.getByLabel('When a budget is nearly spent').isChecked()).toBe(true);
  await part.getByLabel('When a budget is nearly spent').uncheck();
  await chosen('bartek', { budget_mails: false });

  const other = await world.open('bartek', '/me');
  const there = other.page.getByRole('region', { name: 'Mails', exact: true });
  await until(
    'the other browser knows',
    async () => (await there.getByLabel('Before a booking begins').inputValue()) === '15',
  );
  await expect.poll(() => there.getByLabel('Invitations for my calendar').isChecked()).toBe(true);

  await part.getByLabel('Mails about my bookings').uncheck();
  await chosen('bartek', { mails: false });
  for (const field of [start, end, part.getByLabel('Invitations for my calendar')])
    await expect.poll(() => field.isDisabled()).toBe(true); // the answer arrives a moment after the server has it
  await part.getByLabel('Mails about my bookings').check();
  await chosen('bartek', { mails: true, calendar_mails: true, reminder_start_min: 15 });
});

test('value chosen elsewhere stays listed, and a refused one is reset', async () => {
  await world
    .as('chen')
    .expect(200, 'PATCH', '/api/v1/session/preferences', { reminder_start_min: 45 });
  const chen = await world.open('chen', '/me');
  const part = chen.page.getByRole('region', { name: 'Mails', exact: true });
  const start = part.getByLabel('Before a booking begins');
  await until('45 minutes are shown', async () => (await start.inputValue()) === '45');
  chen.expects(/^403 PATCH /);
  const problem = {
    type: 'about:blank',
    title: 'Not allowed',
    status: 403,
    detail: 'Everybody chooses for themselves.',
  };
  await chen.page.route('**/api/v1/session/preferences', (route) =>
    route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      body: JSON.stringify(problem),
    }),
  );
  await part.getByLabel('Mails about my bookings').uncheck();
  await part.getByText('Everybody chooses for themselves.').waitFor();
  await expect.poll(() => part.getByLabel('Mails about my bookings').isChecked()).toBe(true);
  await chen.page.unroute('**/api/v1/session/preferences');
});
