/* XID numbers between a field's text and the rule. */
import { expect, test } from 'vitest';
import { xidsText, xidsTyped } from './xids';

test('numbers are parsed with any separator', () => {
  expect(xidsTyped('48, 79')).toEqual([48, 79]);
  expect(xidsTyped(' 48;79\n95 ')).toEqual([48, 79, 95]);
});

test('empty field means the default, not an empty list', () => {
  expect(xidsTyped('')).toBeNull();
  expect(xidsTyped(' , ')).toBeNull();
});

test('invalid number is reported, not dropped', () => {
  for (const text of ['48, xid', '-48', '4.8', '0x4f', '99999999999'])
    expect(xidsTyped(text)).toBeUndefined();
});

test('shown numbers can be typed again', () => {
  expect(xidsTyped(xidsText([48, 79]))).toEqual([48, 79]);
  expect(xidsText(null)).toBe('');
});
