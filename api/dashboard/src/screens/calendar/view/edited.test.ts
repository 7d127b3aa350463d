import { expect, test } from 'vitest';
import { followed, isContested, type Fields } from './edited';

const booked: Fields = { title: 'train', project: '', protection: '', from: 1, until: 5 };

test('what nobody typed follows the booking; what was typed stays, and is saved over what it is now', () => {
  const now = { ...booked, until: 7 };
  const { base, typed } = followed(booked, { ...booked, title: 'a long new title' }, now);
  expect(typed).toEqual({ ...now, title: 'a long new title' });
  expect(isContested(base, now)).toBe(false);
});

test('what both changed is contested, until one of them has what the other has', () => {
  const theirs = { ...booked, title: 'theirs' };
  const first = followed(booked, { ...booked, title: 'mine' }, theirs);
  expect(first.typed.title).toBe('mine');
  expect(isContested(first.base, theirs)).toBe(true);
  const later = followed(first.base, first.typed, { ...theirs, until: 9 });
  expect(later.typed).toEqual({ ...booked, title: 'mine', until: 9 });
  expect(isContested(later.base, { ...theirs, until: 9 })).toBe(true);
  const mine = { ...booked, title: 'mine' };
  expect(isContested(followed(first.base, first.typed, mine).base, mine)).toBe(false);
});
