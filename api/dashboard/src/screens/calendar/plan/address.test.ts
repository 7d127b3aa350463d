import { expect, test } from 'vitest';
import { dayMs, hourMs } from '../../../lib/zone';
import { addressOf, queryOf, type Address } from './address';
import { noFilter } from './filter';
import { noon } from './testing';

const plain: Address = {
  at: null,
  span: 2 * dayMs,
  filter: noFilter,
  colour: 'whose',
  table: false,
  reservation: null,
};

test('defaults are left out of the address', () => {
  expect(queryOf(plain)).toBe('');
  expect(addressOf(new URLSearchParams(''))).toEqual(plain);
});

test('calendar address converts to the view and back', () => {
  const all: Address = {
    at: noon,
    span: 7 * dayMs,
    filter: {
      text: 'gpu03 80 gb',
      models: ['A100 80 GB', 'H100, 80 GB'],
      free: { from: noon, until: noon + 8 * hourMs },
    },
    colour: 'person',
    table: true,
    reservation: 'res_1',
  };
  expect(addressOf(new URLSearchParams(queryOf(all)))).toEqual(all);
  expect(queryOf({ ...plain, at: noon + 20_000 })).toBe('at=2026-11-24T12%3A00Z');
});

test('host link and broken address are accepted', () => {
  expect(addressOf(new URLSearchParams('host=gpu03')).filter.text).toBe('gpu03');
  expect(
    addressOf(new URLSearchParams('at=2026-11-24T08:00:00.000Z&reservation=res_1')),
  ).toMatchObject({ at: noon - 4 * hourMs, reservation: 'res_1' });
  expect(addressOf(new URLSearchParams('at=soon&zoom=9y&free=a/b&colour=x&view=y'))).toEqual(plain);
  expect(
    addressOf(new URLSearchParams('free=2026-11-24T12:00Z/2026-11-24T11:00Z')).filter.free,
  ).toBeNull();
});
