import { expect, test } from 'vitest';
import { names } from './names';

test('lost GPU is marked where two have the same name', () => {
  expect(names.gpu({ name: 'gpu03:1', state: 'available' })).toBe('gpu03:1');
  expect(names.gpu({ name: 'gpu03:1', state: 'lost' })).toBe('gpu03:1 (lost)');
  expect(names.index({ index: '1', state: 'lost' })).toBe('1 (lost)');
});
