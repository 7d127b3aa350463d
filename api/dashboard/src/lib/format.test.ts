import { expect, test } from 'vitest';
import { ageText, clockTime, compactGpus, initials, lengthText, memoryText, modelText, rangeText, relativeDay, zoneName } from './format';
import { momentOf } from './zone';

const reader = { language: 'en', zone: 'Europe/Warsaw' };
const at = momentOf(reader.zone, 2026, 11, 24, 9);
const words = { today: 'today', tomorrow: 'tomorrow', yesterday: 'yesterday' };

test('a range names its zone once and its second day only where it differs', () => {
  expect(rangeText(at, at + 8 * 3_600_000, reader)).toBe('Tue 24 Nov 09:00 – 17:00 CET');
  expect(rangeText(at, at + 24 * 3_600_000, reader)).toBe('Tue 24 Nov 09:00 – Wed 25 Nov 09:00 CET');
});

test('where clocks change between, both zones are named', () => {
  const spring = momentOf(reader.zone, 2027, 3, 28);
  expect(rangeText(spring, momentOf(reader.zone, 2027, 3, 28, 9), reader)).toBe('Sun 28 Mar 00:00 CET – 09:00 CEST');
});

test('midnight as an end does not open the next day', () => {
  expect(rangeText(at, momentOf(reader.zone, 2026, 11, 25), reader)).toBe('Tue 24 Nov 09:00 – 00:00 CET');
});

test('days near now have names', () => {
  expect(relativeDay(at + 24 * 3_600_000, at, reader, words)).toBe('tomorrow');
  expect(relativeDay(at + 72 * 3_600_000, at, reader, words)).toBe('Fri 27 Nov');
});

test('lengths have two units at most', () => {
  expect([59, 60, 3599, 3600, 15_120, 86_400, 273_600].map((s) => lengthText(s * 1000))).toEqual(
    ['59 s', '1 min', '59 min', '1 h', '4 h 12 min', '1 d', '3 d 4 h']);
  expect(ageText(-5)).toBe('0 s');
});

test('models, memory and names as people say them', () => {
  expect(modelText('NVIDIA A100-SXM4-80GB')).toBe('A100 80 GB');
  expect(modelText('NVIDIA GeForce RTX 4090')).toBe('RTX 4090');
  expect(memoryText(81_920)).toBe('80 GiB');
  expect(memoryText(300)).toBe('300 MiB');
  expect(initials('ann')).toBe('AN');
  expect(initials('ann kowalska')).toBe('AK');
});

test('GPUs of one host are said together', () => {
  expect(compactGpus(['gpu03:0', 'gpu03:1', 'gpu03:2', 'gpu03:6', 'gpu04:0'])).toBe('gpu03:0-2,6 gpu04:0');
  expect(compactGpus(['gpu03:10', 'gpu03:4.1', 'gpu03:4.0', 'gpu03:4', 'gpu03:3'])).toBe('gpu03:3-4,4.0-1,10');
});

test('the clock is the zone\'s, whatever the machine\'s is', () => {
  expect(clockTime(at, { language: 'en', zone: 'Asia/Tokyo' })).toBe('17:00');
  expect(zoneName(at, reader)).toBe('CET');
});
