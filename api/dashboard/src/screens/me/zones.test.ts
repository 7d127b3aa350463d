import { expect, test } from 'vitest';
import { offsetText, searchZones, zoneLabel } from './zones';

const zones = [
  'UTC',
  'America/New_York',
  'America/Sao_Paulo',
  'Asia/Kolkata',
  'Australia/Perth',
  'Europe/London',
  'Europe/Warsaw',
  'Europe/York',
];

test('zone is found by the beginning of any word', () => {
  expect(searchZones('wars', zones)).toEqual(['Europe/Warsaw']);
  expect(searchZones('new york', zones)).toEqual(['America/New_York']);
  expect(searchZones('são', zones)).toEqual(['America/Sao_Paulo']);
  expect(searchZones('europe/lo', zones)).toEqual(['Europe/London']);
  expect(searchZones('arsaw', zones)).toEqual([]);
});

test('matching cities come first, empty text lists all up to the limit', () => {
  expect(searchZones('york', zones)).toEqual(['Europe/York', 'America/New_York']);
  expect(searchZones(' ', zones)).toEqual(zones);
  expect(searchZones('', zones, 2)).toEqual(['UTC', 'America/New_York']);
  expect(searchZones('a', zones, 2)).toHaveLength(2);
});

test('zone offset is for the given moment', () => {
  const winter = Date.UTC(2026, 10, 24);
  expect(
    ['UTC', 'Europe/Warsaw', 'Asia/Kolkata', 'America/New_York'].map((zone) =>
      offsetText(zone, winter),
    ),
  ).toEqual(['UTC', 'UTC+1', 'UTC+5:30', 'UTC−5']);
  expect(offsetText('Europe/Warsaw', Date.UTC(2026, 6, 1))).toBe('UTC+2');
  expect(zoneLabel('America/Argentina/Buenos_Aires')).toBe('America/Argentina/Buenos Aires');
});
