import { expect, test } from 'vitest';
import { unixNameFor } from './unix_name';

test.each([
  ['ann', 'ann'],
  ['Ann Kowalska', 'ann'],
  ['Żółć', 'zolc'],
  ['  Łukasz ', 'lukasz'],
  ['42cats', 'cats'],
  ['北京', ''],
])('%s', (name, unix) => {
  expect(unixNameFor(name)).toBe(unix);
});
