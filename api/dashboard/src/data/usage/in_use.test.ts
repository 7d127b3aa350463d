import { expect, test } from 'vitest';
import { isInUse } from './in_use';

const unused = { running: 0, known: true, used: 0, memory: 4 };

test('process, utilisation or held memory counts as use', () => {
  expect(isInUse(unused)).toBe(false);
  expect(isInUse({ ...unused, running: 1 })).toBe(true); // it may be idle now
  expect(isInUse({ ...unused, used: 60 })).toBe(true);
  expect(isInUse({ ...unused, known: false, memory: 20_000 })).toBe(true);
});

test('unknown use stays unknown', () => {
  expect(isInUse({ running: 0, known: false, used: 0, memory: undefined })).toBeUndefined();
  expect(isInUse({ running: 0, known: false, used: undefined, memory: 4 })).toBe(false);
  expect(isInUse({ running: 0, known: true, used: undefined, memory: undefined })).toBe(false);
});
