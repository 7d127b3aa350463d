import { expect, test } from 'vitest';
import { offsetText, searchZones, zoneLabel } from './zones';

const zones = ['UTC', 'America/New_York', 'America/Sao_Paulo', 'Asia/Kolkata', 'Australia/Perth', 'Europe/London', 'Europe/Warsaw', 'Europe/York'];

test('a zone is found by the beginning of any of its words', () => {
  expect(searchZones('wars', zones)).toEqual(['Europe/Warsaw']);
  expect(searchZones('new york', zones)).toEqual(['America/New_York']);
  expect(searchZones('são', zones)).toEqual(['America/Sao_Paulo']);
  expect(searchZones('europe/lo', zones)).toEqual(['Europe/London']);
  expect(searchZones('arsaw', zones)).toEqual([]);
});

test('a city that begins so comes first, nothing typed is all, at most so many', () => {
  expect(searchZones('york', zones)).toEqual(['Europe/York', 'America/New_York']);
  expect(searchZones(' ', zones)).toEqual(zones);
  expect(searchZones('', zones, 2)).toEqual(['UTC', 'America/New_York']);
  expect(searchZones('a', zones, 2)).toHaveLength(2);
});

test('how far a zone is from UTC, at that moment', () => {
  const winter = Date.UTC(2026, 10, 24);
  expect(['UTC', 'Europe/Warsaw', 'Asia/Kolkata', 'America/New_York'].map((zone) => offsetText(zone, winter))).toEqual(['UTC', 'UTC+1', 'UTC+5:30', 'UTC−5']);
  expect(offsetText('Europe/Warsaw', Date.UTC(2026, 6, 1))).toBe('UTC+2');
  expect(zoneLabel('America/Argentina/Buenos_Aires')).toBe('America/Argentina/Buenos Aires');
});
