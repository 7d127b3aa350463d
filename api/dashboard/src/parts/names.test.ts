import { expect, test } from 'vitest';
import { names } from './names';

test('of two GPUs in one place the lost one says so', () => {
  expect(names.gpu({ name: 'gpu03:1', state: 'available' })).toBe('gpu03:1');
  expect(names.gpu({ name: 'gpu03:1', state: 'lost' })).toBe('gpu03:1 (lost)');
  expect(names.index({ index: '1', state: 'lost' })).toBe('1 (lost)');
});
