import { expect, test } from 'vitest';
import { setLanguage } from '../../language/t.svelte';
import { shareText, splitText } from './words';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const headline = (holder: number, others: number, idle: number, unknown: number) =>
  plain(shareText({ holder, others, idle, unknown }, 'holder'));
const said = (holder: number, others: number, idle: number, unknown: number) =>
  plain(splitText({ holder, others, idle, unknown }, 'dana', true));

test('headline with hidden owners is unknown instead of 0', async () => {
  expect([headline(0, 0, 20, 80), said(0, 0, 20, 80)]).toEqual([
    'not known',
    'idle 20 %, not known 80 %',
  ]);
  expect([headline(10, 0, 30, 60), said(10, 0, 30, 60)]).toEqual([
    'not known',
    'used by you 10 %, idle 30 %, not known 60 %',
  ]);
  await setLanguage('pl');
  expect(headline(0, 0, 20, 80)).toBe('nieznane');
  await setLanguage('en');
});

test('small unknown part keeps a positive headline and makes 0 a range', () => {
  expect([headline(60, 0, 10, 30), said(60, 0, 10, 30)]).toEqual([
    '60 %',
    'used by you 60 %, idle 10 %, not known 30 %',
  ]);
  expect([headline(0, 0, 97, 3), said(0, 0, 97, 3)]).toEqual([
    '0–3 %',
    'used by you 0 %, idle 97 %, not known 3 %',
  ]);
  expect(
    [headline(0, 94, 0, 6), headline(3, 0, 87, 10)],
    'most is known: the headline is no less',
  ).toEqual(['0–6 %', '3–13 %']);
  expect([headline(0, 50, 50, 0), said(0, 50, 50, 0)]).toEqual([
    '0 %',
    'used by you 0 %, by others 50 %, idle 50 %',
  ]);
  expect(plain(shareText({ holder: 30, others: 0, idle: 0, unknown: 70 }, 'idle'))).toBe(
    'not known',
  );
});

test('others’ use is called a violation only for its violating part', () => {
  const words = (violation: number) =>
    plain(splitText({ holder: 10, others: 40, idle: 50, unknown: 0 }, 'dana', true, violation));
  expect(words(0)).toBe('used by you 10 %, by others 40 %, idle 50 %');
  expect(words(15)).toBe('used by you 10 %, by others 15 % (violation), by others 25 %, idle 50 %');
  expect(words(900)).toBe('used by you 10 %, by others 40 % (violation), idle 50 %');
});
