import { expect, test } from 'vitest';
import { outweighs } from './share';

test('larger unknown part outweighs a known one unless it is tiny', () => {
  expect([outweighs(80, 20), outweighs(20, 80), outweighs(50, 50)]).toEqual([true, false, false]);
  expect([outweighs(5, 0), outweighs(6, 0)]).toEqual([false, true]);
});
