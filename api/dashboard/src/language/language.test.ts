import { expect, test } from 'vitest';
import { en } from './en';
import { fill, type Message } from './message';
import { pl } from './pl';

const names = (message: Message) =>
  new Set((typeof message === 'string' ? [message] : Object.values(message)).flatMap((text) => text.match(/\{\w+\}/g) ?? []));

test('Polish has the plural forms that Polish needs', () => {
  const few: Message = { one: '{count} wynik', few: '{count} wyniki', other: '{count} wyników' };
  expect([1, 3, 5].map((count) => fill(few, 'pl', { count }))).toEqual(['1 wynik', '3 wyniki', '5 wyników']);
});

test.each(Object.keys(en) as (keyof typeof en)[])('%s has the same values in both languages, and a text', (key) => {
  expect(names(pl[key])).toEqual(names(en[key]));
  expect(fill(pl[key], 'pl', { count: 2 })).not.toBe('');
});

test('a value is put in as it is, and one that is missing stays visible', () => {
  expect(fill('{a} and {b}', 'en', { a: '<b>$&</b>' })).toBe('<b>$&</b> and {b}');
});
