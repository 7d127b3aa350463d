import { expect, test } from 'vitest';
import { countModels } from './count_models';

test('GPUs are counted by model, including unknown ones', () => {
  expect(countModels(['g0', 'g1', 'gx'], (id) => (id === 'gx' ? undefined : 'A100'))).toEqual([
    ['A100', 2],
    ['?', 1],
  ]);
});
