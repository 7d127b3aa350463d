import { expect, test } from 'vitest';
import '../../language/en/violations';
import { usedText } from './words';

test('how busy a GPU was before and since is a sentence, whatever of it was measured', () => {
  const said = (meanBefore: number | null, meanSince: number | null) => usedText('gpu03:1', { meanBefore, meanSince }).replaceAll('\u00a0', ' ');
  expect(said(12, 91)).toBe('gpu03:1 was used 12 % in the 10 minutes before, 91 % since');
  expect(said(null, 91)).toBe('gpu03:1 was used 91 % since; of the 10 minutes before too little is known');
  expect(said(12, null)).toBe('gpu03:1 was used 12 % in the 10 minutes before; nothing was measured since');
  expect(said(null, null)).toBe('How gpu03:1 was used then is not known');
});
