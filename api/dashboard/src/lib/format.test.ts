import { expect, test } from 'vitest';
import {
  ageText,
  clockSeconds,
  clockTime,
  compactGpus,
  dayText,
  daysText,
  gpuHoursText,
  hoursChangeText,
  initials,
  lengthText,
  longDayText,
  memoryText,
  modelText,
  monthText,
  numberText,
  padded,
  relativeDay,
  weekdayName,
  zoneName,
} from './format';
import { momentOf } from './zone';

const reader = { language: 'en', zone: 'Europe/Warsaw' };
const at = momentOf(reader.zone, 2026, 11, 24, 9);
const words = { today: 'today', tomorrow: 'tomorrow', yesterday: 'yesterday' };

test('days near now have names', () => {
  expect(relativeDay(at + 24 * 3_600_000, at, reader, words)).toBe('tomorrow');
  expect(relativeDay(at + 72 * 3_600_000, at, reader, words)).toBe('Fri 27 Nov');
});

test('lengths have at most two units', () => {
  expect([59, 60, 3599, 3600, 15_120, 86_400, 273_600].map((s) => lengthText(s * 1000))).toEqual([
    '59\u00a0s',
    '1\u00a0min',
    '59\u00a0min',
    '1\u00a0h',
    '4\u00a0h 12\u00a0min',
    '1\u00a0d',
    '3\u00a0d 4\u00a0h',
  ]);
  expect(ageText(-5)).toBe('0\u00a0s');
});

test('models, memory and names have their display forms', () => {
  expect(modelText('NVIDIA A100-SXM4-80GB')).toBe('A100 80 GB');
  expect(modelText('NVIDIA GeForce RTX 4090')).toBe('RTX 4090');
  expect(memoryText(81_920, reader)).toBe('80\u00a0GiB');
  expect(memoryText(300, reader)).toBe('300\u00a0MiB');
  expect(initials('ann')).toBe('AN');
  expect(initials('ann kowalska')).toBe('AK');
});

test('GPUs of one host are merged', () => {
  expect(compactGpus(['gpu03:0', 'gpu03:1', 'gpu03:2', 'gpu03:6', 'gpu04:0'])).toBe(
    'gpu03:0-2,6 gpu04:0',
  );
  expect(compactGpus(['gpu03:10', 'gpu03:4.1', 'gpu03:4.0', 'gpu03:4', 'gpu03:3'])).toBe(
    'gpu03:3-4,4.0-1,10',
  );
});

test('clock uses its zone, not the machine’s', () => {
  expect(clockTime(at, { language: 'en', zone: 'Asia/Tokyo' })).toBe('17:00');
  expect(zoneName(at, reader)).toBe('CET');
});

test('positive GPU-hours are never shown as 0', () => {
  const reader = { language: 'en', zone: 'UTC' };
  expect(
    [0, 60, 3600, 5400, 36_000, 3_981_600].map((seconds) => gpuHoursText(seconds, reader)),
  ).toEqual(['0', '< 0.1', '1', '1.5', '10', '1,106']);
});

test('difference is never shown as 0, and parts of an hour add up', () => {
  const reader = { language: 'en', zone: 'UTC' };
  expect(
    [0, 10, -10, 120, -180, 1500, 3600, -43_200].map((seconds) => hoursChangeText(seconds, reader)),
  ).toEqual(['0', '< +0.01', '> −0.01', '+0.03', '−0.05', '+0.42', '+1', '−12']);
  expect(hoursChangeText(-120, { language: 'pl', zone: 'UTC' })).toBe('−0,03');
});

test('days, months and weekdays use the reader’s language', () => {
  const en = { language: 'en', zone: 'Europe/Warsaw' };
  const [from, until] = [Date.parse('2026-11-15T23:00:00Z'), Date.parse('2026-11-22T23:00:00Z')];
  expect(daysText(from, until, en)).toBe('16 – 22 November 2026');
  expect(daysText(from, from + 86_400_000, en)).toBe('16 November 2026');
  expect(monthText(from, en)).toBe('November 2026');
  expect([1, 7].map((day) => weekdayName(day, en))).toEqual(['Mon', 'Sun']);
  expect(weekdayName(1, { ...en, language: 'pl' }, true)).toBe('poniedziałek');
});

// A no-break space: Intl puts it between thousands and before units.
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

test('days, numbers and memory use the Polish format', () => {
  const polish = { language: 'pl', zone: 'Europe/Warsaw' };
  const dni = { today: 'dzisiaj', tomorrow: 'jutro', yesterday: 'wczoraj' };
  expect(dayText(at, polish)).toBe('wt. 24 lis');
  expect(longDayText(at, polish)).toBe('wtorek, 24 listopada 2026');
  expect(relativeDay(at - 24 * 3_600_000, at, polish, dni)).toBe('wczoraj');
  expect(plain(numberText(12_345.67, polish, 1))).toBe('12 345,7');
  expect(numberText(1234.5, polish, 2)).toBe('1234,5'); // Polish groups from five digits on
  expect(memoryText(1536, polish)).toBe('1,5\u00a0GiB');
  expect(memoryText(4096, polish)).toBe('4,0\u00a0GiB'); // as wide as 4,1
});

test('English numbers have grouped thousands and a decimal point', () => {
  expect(numberText(12_345.67, reader, 1)).toBe('12,345.7');
  expect(memoryText(1536, reader)).toBe('1.5\u00a0GiB');
});

test.each(['en', 'pl'])('clock has 24 hours in %s', (language) => {
  const evening = momentOf('Europe/Warsaw', 2026, 11, 24, 21);
  expect(clockTime(evening, { language, zone: 'Europe/Warsaw' })).toBe('21:00');
  expect(
    clockTime(momentOf('Europe/Warsaw', 2026, 11, 24), { language, zone: 'Europe/Warsaw' }),
  ).toBe('00:00');
  expect(clockSeconds(evening + 7000, { language, zone: 'Europe/Warsaw' })).toBe('21:00:07');
});

test('padded number keeps its start with fewer figures', () => {
  expect(['0', '97', '100', '1000'].map((text) => padded(text, 3))).toEqual([
    '\u2007\u20070',
    '\u200797',
    '100',
    '1000',
  ]);
  expect(['3 MiB', '78 GiB', '8.8 GiB', '8,8 GiB'].map((text) => padded(text, 3, true))).toEqual([
    '\u2007\u2007\u20083 MiB',
    '\u2007\u200878 GiB',
    '\u20078.8 GiB',
    '\u20078,8 GiB',
  ]);
});
