import { expect, test } from 'vitest';
import { standing } from './ownership';

test('owner acts directly, admin after a confirmation, others not at all', () => {
  expect(standing({ owner: 'per_1' }, 'per_1', false)).toBe('own');
  expect(standing({ owner: 'per_1' }, 'per_1', true)).toBe('own');
  expect(standing({ owner: 'per_1' }, 'per_2', true)).toBe('admin');
  expect(standing({ owner: 'per_1' }, 'per_2', false)).toBe('no');
  expect(standing({ owner: 'per_1' }, undefined, false)).toBe('no');
});
