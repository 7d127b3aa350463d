import { expect, test } from 'vitest';
import { follow, isContested, type Fields } from './edit_fields';

const booked: Fields = { title: 'train', project: '', protection: '', from: 1, until: 5 };

const typing = (over: Partial<Fields>) => ({ base: { ...booked }, typed: { ...booked, ...over } });

test('untouched fields follow the booking, typed ones stay and are saved', () => {
  const now = { ...booked, until: 7 };
  const { base, typed } = typing({ title: 'a long new title' });
  follow(base, typed, now);
  expect(typed).toEqual({ ...now, title: 'a long new title' });
  expect(isContested(base, now)).toBe(false);
});

test('field changed by both is contested until both are equal', () => {
  const theirs = { ...booked, title: 'theirs' };
  const { base, typed } = typing({ title: 'mine' });
  follow(base, typed, theirs);
  expect(typed.title).toBe('mine');
  expect(isContested(base, theirs)).toBe(true);
  const later = { ...theirs, until: 9 };
  follow(base, typed, later);
  expect(typed).toEqual({ ...booked, title: 'mine', until: 9 });
  expect(isContested(base, later)).toBe(true);
  const mine = { ...booked, title: 'mine' };
  follow(base, typed, mine);
  expect(isContested(base, mine)).toBe(false);
});
