import { expect, test } from 'vitest';
import { parseChoices, readChoices } from './choices';

test('each stored choice is read by itself', () => {
  expect(readChoices({ zone: 'Asia/Tokyo', theme: 'dark', language: 'pl' })).toEqual({
    zone: 'Asia/Tokyo',
    theme: 'dark',
    language: 'pl',
  });
  expect(readChoices({ zone: 'Mars/Olympus', theme: 'dark', language: 'tlh' })).toEqual({
    theme: 'dark',
  });
  expect(readChoices({ zone: 7, theme: null, language: 'toString' })).toEqual({});
});

test('broken or missing choices are ignored', () => {
  for (const text of [null, '', '{', 'null', '[]', '"dark"', '3'])
    expect(parseChoices(text)).toEqual({});
});
