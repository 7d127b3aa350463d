import { expect, test } from 'vitest';
import { tokenOf } from './wall_token';

test('token works on a wall only', () => {
  expect(tokenOf('/wall/brd_1', '#token=dibs_0A1B')).toBe('dibs_0A1B');
  expect(tokenOf('/boards/brd_1', '#token=dibs_0A1B')).toBeNull();
  expect(tokenOf('/wall/brd_1', '')).toBeNull();
  expect(tokenOf('/wall/brd_1', '#token=other')).toBeNull();
  expect(tokenOf(null, '#token=dibs_0A1B')).toBeNull();
});
