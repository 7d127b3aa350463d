/* XID numbers between a field's text and the rule. */
import { expect, test } from 'vitest';
import { xidsText, xidsTyped } from './xids';

test('numbers are read however they are kept apart', () => {
  expect(xidsTyped('48, 79')).toEqual([48, 79]);
  expect(xidsTyped(' 48;79\n95 ')).toEqual([48, 79, 95]);
});

test('an empty field is what Dibs brings along, no empty list', () => {
  expect(xidsTyped('')).toBeNull();
  expect(xidsTyped(' , ')).toBeNull();
});

test('what is no number is told, and not left out', () => {
  for (const text of ['48, xid', '-48', '4.8', '0x4f', '99999999999']) expect(xidsTyped(text)).toBeUndefined();
});

test('what is shown can be typed again', () => {
  expect(xidsTyped(xidsText([48, 79]))).toEqual([48, 79]);
  expect(xidsText(null)).toBe('');
});
