import { expect, test } from 'vitest';
import { en } from './en';
import { fill, type Message } from './message';
import { pl } from './pl';
import { languageAmong } from './t.svelte';

const names = (message: Message) =>
  new Set(
    (typeof message === 'string' ? [message] : Object.values(message)).flatMap(
      (text) => text.match(/\{\w+\}/g) ?? [],
    ),
  );

test('Polish has the plural forms that Polish needs', () => {
  const few: Message = { one: '{count} wynik', few: '{count} wyniki', other: '{count} wyników' };
  expect([1, 3, 5].map((count) => fill(few, 'pl', { count }))).toEqual([
    '1 wynik',
    '3 wyniki',
    '5 wyników',
  ]);
});

test.each(Object.keys(en) as (keyof typeof en)[])(
  '%s has the same values in both languages, and a text',
  (key) => {
    expect(names(pl[key])).toEqual(names(en[key]));
    expect(fill(pl[key], 'pl', { count: 2 })).not.toBe('');
  },
);

test('Polish declines "jutro" after "do" and "od", and no other word', () => {
  const time = 'jutro 09:00';
  expect(
    ['do {time}', 'Wolne od {time}', 'Dzisiaj do: {time}', 'Zacznij {time}'].map((text) =>
      fill(text, 'pl', { time }),
    ),
  ).toEqual([
    'do jutra 09:00',
    'Wolne od jutra 09:00',
    'Dzisiaj do: jutro 09:00',
    'Zacznij jutro 09:00',
  ]);
  expect(fill('do {time}', 'pl', { time: 'śr. 25 lis 09:00' })).toBe('do śr. 25 lis 09:00');
  expect(fill('do {title}', 'en', { title: 'jutro' })).toBe('do jutro');
});

test('a value is put in as it is, and one that is missing stays visible', () => {
  expect(fill('{a} and {b}', 'en', { a: '<b>$&</b>' })).toBe('<b>$&</b> and {b}');
});

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

test('tomorrow is bent behind the Polish words for from and until', () => {
  const told = (message: Message, time: string) => fill(message, 'pl', { time });
  expect(told(pl['home.freeFrom'], 'jutro 01:38')).toBe('wolne od jutra 01:38');
  expect(told(pl['home.until'], 'jutro 09:00')).toBe('do jutra 09:00');
  expect(told(pl['home.until'], '14:00')).toBe('do 14:00');
  expect(told('{time}, kod {time}', 'jutro')).toBe('jutro, kod jutro');
});

test('what is counted is written as the language writes numbers, other values are what they are', () => {
  expect(fill('{count} events after {position}', 'en', { count: 12_345, position: 12_345 })).toBe(
    '12,345 events after 12345',
  );
  expect(plain(fill('{count} zdarzeń', 'pl', { count: 12_345 }))).toBe('12 345 zdarzeń');
});

test.each([
  [['pl'], 'pl'],
  [['pl-PL', 'en-US'], 'pl'],
  [['en-GB'], 'en'],
  [['en-US', 'pl'], 'en'],
  [['de-DE', 'pl-PL', 'en'], 'pl'],
  [['plt'], 'en'],
  [[], 'en'],
])('a browser that asks for %j is answered in %s', (wanted, language) =>
  expect(languageAmong(wanted)).toBe(language),
);

// What is the same in both.
const same = new Set([
  'Dibs',
  'System',
  'Start',
  'Model',
  'model',
  'Port',
  'Host',
  'host',
  'panel',
  'Filter',
  'Notebook',
  'port',
  '10 min',
  'gpu03, a100 80gb',
]);
const ofWords = (message: Message) =>
  (typeof message === 'string' ? [message] : Object.values(message))
    .map((text) => text.replace(/\{\w+\}/g, '').trim())
    .filter((text) => /[a-z]{3}/.test(text));

test.each(Object.keys(en) as (keyof typeof en)[])('%s is no English in Polish', (key) => {
  const english = new Set(ofWords(en[key]).filter((text) => !same.has(text)));
  expect(ofWords(pl[key]).filter((text) => english.has(text))).toEqual([]);
});

// One word for each act; the API's own names are no texts of the page.
const notSaid = { en: /\breserv|\breinstat|\bgiv\w+ back\b/i, pl: /\brezerwuj\b|\bodda(j|ć|no)/i };

test.each(Object.keys(en) as (keyof typeof en)[])('%s says book, release and bring back', (key) => {
  const texts = (message: Message) =>
    typeof message === 'string' ? [message] : Object.values(message);
  expect(texts(en[key]).filter((text) => notSaid.en.test(text.replace(/\{\w+\}/g, '')))).toEqual(
    [],
  );
  expect(texts(pl[key]).filter((text) => notSaid.pl.test(text))).toEqual([]);
});

test.each(Object.keys(en) as (keyof typeof en)[])(
  '%s has a form for 1 and for 2 in Polish, or is the same for all',
  (key) => {
    const message: Message = pl[key];
    if (typeof message !== 'string')
      expect(Object.keys(message)).toEqual(expect.arrayContaining(['one', 'few', 'other']));
  },
);
