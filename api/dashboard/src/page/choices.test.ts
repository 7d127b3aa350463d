import { expect, test } from 'vitest';
import { parseChoices, readChoices } from './choices';

test('what was chosen is read, each thing by itself', () => {
  expect(readChoices({ zone: 'Asia/Tokyo', theme: 'dark', language: 'pl' })).toEqual({ zone: 'Asia/Tokyo', theme: 'dark', language: 'pl' });
  expect(readChoices({ zone: 'Mars/Olympus', theme: 'dark', language: 'tlh' })).toEqual({ theme: 'dark' });
  expect(readChoices({ zone: 7, theme: null, language: 'toString' })).toEqual({});
});

test('what is broken or not there is no choice', () => {
  for (const text of [null, '', '{', 'null', '[]', '"dark"', '3']) expect(parseChoices(text)).toEqual({});
});
