import { expect, test } from 'vitest';
import { isSameGrant, newGrantOf, ownersOf, patchBack } from './grant_parts';

const to = { everyone: false, people: [], groups: ['grp_1'] };
const what = { everything: true, gpus: [], hosts: [], models: [] };
const nights = {
  id: 'grt_1',
  name: 'nights',
  to,
  what,
  zone: 'Europe/Warsaw',
  windows: [{ days: ['mon'], from: '22:00', until: '06:00' }],
};

test('revert restores only what the change changed', () => {
  const after = { ...nights, name: 'late', until: '2027-01-01T00:00:00.000Z' };
  expect(patchBack(nights, after, after)).toEqual({
    patch: { name: 'nights', until: null },
    loses: false,
  });
  expect(patchBack(nights, after, { ...after, approval: {} })).toEqual({
    patch: { name: 'nights', until: null },
    loses: false,
  });
  expect(patchBack(nights, after, { ...after, name: 'later' }), 'it was named again since').toEqual(
    { patch: { name: 'nights', until: null }, loses: true },
  );
  expect(patchBack(nights, after, nights)).toBeUndefined();
  expect(patchBack({ ...nights, windows: [] }, nights, nights)).toEqual({
    patch: { windows: [] },
    loses: false,
  });
});

test('grant is given again whole with a new id, and found by its content', () => {
  expect(newGrantOf(nights, 'grt_2')).toEqual({ ...nights, id: 'grt_2' });
  expect(isSameGrant(nights, { ...nights, id: 'grt_2', version: 4, names: [] })).toBe(true);
  expect(isSameGrant(nights, { ...nights, approval: {} })).toBe(false);
});

test('affected owners are named once, of many the first ones', () => {
  expect(ownersOf([{ owner_name: 'ann' }, { owner_name: 'bob' }, { owner_name: 'ann' }])).toEqual([
    'ann',
    'bob',
  ]);
  expect(ownersOf(Array.from({ length: 12 }, (_, i) => ({ owner_name: `p${i}` })))).toHaveLength(
    11,
  );
});
