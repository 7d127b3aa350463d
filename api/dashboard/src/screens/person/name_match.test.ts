import { expect, test } from 'vitest';
import type { Person } from '../../data/types';
import { named } from './name_match';

const person = (id: string, name: string, account: string): Person => ({
  id,
  name,
  unix_name: account,
  role: 'user',
  created_at: '',
  state: 'active',
  groups: [],
});
const people = [
  person('1', 'Dana', 'dana'),
  person('2', 'Ann Nowak', 'ann'),
  person('3', 'Ann Nowak', 'ann2'),
  person('4', 'ann', 'other'),
];

test('account matches one person before any name', () => {
  expect(named(people, 'dana')?.id).toBe('1');
  expect(named(people, 'ann')?.id).toBe('2');
});

test('shared name matches no person', () => {
  expect(named(people, 'DANA')?.id).toBe('1');
  expect(named(people, 'Ann Nowak')).toBeNull();
  expect(named(people, 'zoe')).toBeNull();
});
