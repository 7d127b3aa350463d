import { expect, test } from 'vitest';
import './en/words';
import { reasonText } from './reason';

test('a code is said in words, words stay as they are', () => {
  expect(reasonText('timeout')).toBe('it does not answer');
  expect(reasonText('NVRM: GPU at PCI:0000:3b:00 has fallen off the bus')).toBe(
    'NVRM: GPU at PCI:0000:3b:00 has fallen off the bus',
  );
});
