import { expect, test } from 'vitest';
import { coloursOf } from './colours';

test('first four people have distinct colours in any order', () => {
  const people = ['per_4', 'per_1', 'per_3', 'per_2', 'per_1'];
  expect(new Set(coloursOf(people).values()).size).toBe(4);
  expect(coloursOf(people).get('per_2')).toBe(coloursOf([...people].reverse()).get('per_2'));
});
