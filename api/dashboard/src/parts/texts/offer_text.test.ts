import { expect, test } from 'vitest';
import { offersText, searchText } from './offer_text';

const time = {
  kind: 'interval',
  zone: 'UTC',
  echo: 'tomorrow 9-17',
  from: '2026-11-24T09:00:00.000Z',
  until: '2026-11-24T17:00:00.000Z',
} as const;
const found = {
  kind: 'offers',
  offers: [],
  exact: false,
  time,
  choices: [],
  cli: '',
  leftOut: ['gpu01:1', 'gpu01:2'],
} as const;

test('unhealthy GPUs are named before other texts', () => {
  expect(
    offersText({
      ...found,
      offers: [],
      choices: [],
      leftOut: [...found.leftOut],
      instead: 'There is no A200.',
    }),
  ).toBe('Left out as unhealthy: gpu01:1-2. There is no A200. Free instead:');
  expect(
    offersText({ ...found, offers: [], choices: [], leftOut: [], instead: 'There is no A200.' }),
  ).toBe('There is no A200. Free instead:');
  expect(searchText({ kind: 'none', why: '', leftOut: ['gpu01:1'] })).toContain(
    'Left out as unhealthy: gpu01:1.',
  );
});
