import { expect, test } from 'vitest';
import { findEntries, type Entry } from './entries';

const entry = (text: string, also = ''): Entry => ({ id: text, text, also, run: () => {} });
const all = [entry('Go to Fleet'), entry('Go to Calendar'), entry('Host gpu03'), entry('Theme: dark', 'night'), entry('Przejdź: Łódź')];
const find = (text: string) => findEntries(all, text).map((found) => found.text);

test('nothing typed shows all, in order', () => {
  expect(find('')).toEqual(all.map((one) => one.text));
});

test('beginnings of words find first, any part finds too', () => {
  expect(find('fl')).toEqual(['Go to Fleet']);
  expect(find('03')).toEqual(['Host gpu03']);
  expect(find('go cal')).toEqual(['Go to Calendar']);
});

test('hidden words and letters without their marks find', () => {
  expect(find('night')).toEqual(['Theme: dark']);
  expect(find('lodz')).toEqual(['Przejdź: Łódź']);
});

test('what does not fit is not shown, and signs are only signs', () => {
  expect(find('zzz')).toEqual([]);
  expect(find('a(b')).toEqual([]);
});
