import { expect, test } from 'vitest';
import { hourMs } from '../../../../lib/zone';
import { noon } from '../testing';
import { aboutTheDraft, keepClock, namesADay, takeEnd, takeTime } from './words';

const draft = { gpus: ['gpu01:0'], from: noon, until: noon + 2 * hourMs };
const iso = (hours: number) => new Date(noon + hours * hourMs).toISOString();
const base = { zone: 'Europe/Warsaw', echo: '' };

test('length keeps the start, moment keeps the length, interval sets both', () => {
  expect(takeTime(draft, { ...base, kind: 'duration', duration_s: 8 * 3600 }, noon)).toEqual({
    ...draft,
    until: noon + 8 * hourMs,
  });
  expect(takeTime(draft, { ...base, kind: 'instant', from: iso(3) }, noon)).toEqual({
    ...draft,
    from: noon + 3 * hourMs,
    until: noon + 5 * hourMs,
  });
  expect(
    takeTime(
      draft,
      { ...base, kind: 'interval', from: iso(21), until: iso(29), duration_s: 8 * 3600 },
      noon - 12 * hourMs,
    ),
  ).toEqual({ ...draft, from: noon + 21 * hourMs, until: noon + 29 * hourMs });
});

test('"until 18" keeps the draft’s start', () => {
  const midnight = noon - 12 * hourMs;
  const answer = {
    ...base,
    kind: 'interval' as const,
    from: iso(-12),
    until: iso(6),
    duration_s: 18 * 3600,
  };
  expect(takeTime(draft, answer, midnight)).toEqual({ ...draft, until: noon + 6 * hourMs });
  expect(
    takeTime({ ...draft, from: noon + 7 * hourMs, until: noon + 8 * hourMs }, answer, midnight),
  ).toBeNull(); // already later
});

test('words change only the end of a running booking', () => {
  expect(takeEnd(draft, { ...base, kind: 'duration', duration_s: 8 * 3600 })).toEqual({
    ...draft,
    until: noon + 8 * hourMs,
  });
  expect(takeEnd(draft, { ...base, kind: 'instant', from: iso(3) })).toEqual({
    ...draft,
    until: noon + 3 * hourMs,
  });
  expect(
    takeEnd(draft, {
      ...base,
      kind: 'interval',
      from: iso(1),
      until: iso(5),
      duration_s: 4 * 3600,
    }),
  ).toEqual({ ...draft, until: noon + 5 * hourMs });
  expect(takeEnd(draft, { ...base, kind: 'instant', from: iso(-1) })).toBeNull();
});

test('named day counts from today, time alone is on the draft’s day', () => {
  for (const text of [
    '9-17',
    'until 18',
    '8h',
    '9:00',
    '9am-5pm',
    'for 90 min',
    'from 9',
    '9-5 overnight',
    '22:30 - 6',
    'na 3 godziny',
    'do północy',
    'od 9 na 8 godzin',
    '9:00 for 90 minutes',
    'evening',
    'rano',
    'until noon',
  ])
    expect([text, namesADay(text)]).toEqual([text, false]);
  for (const text of [
    'fri 9-17',
    'tomorrow',
    'until fri',
    '24.12. 9-17',
    '2026-12-24',
    '24 dec',
    'jutro 9-17',
    'w piątek',
    'tomorrow morning',
    'for 2 days from friday',
  ])
    expect([text, namesADay(text)]).toEqual([text, true]);
});

test('"for 8h" sets the draft’s length like "8h"', () => {
  expect(
    ['for 8h', 'na 3 godziny', 'przez 2 dni', '8h', 'until 18', 'formally'].map(aboutTheDraft),
  ).toEqual(['8h', '3 godziny', '2 dni', '8h', 'until 18', 'formally']);
});

test('day alone keeps the drawn time across a clock change', () => {
  const zone = 'Europe/Warsaw';
  const drawn = {
    ...draft,
    from: Date.parse('2027-03-26T08:30:00Z'),
    until: Date.parse('2027-03-26T10:30:00Z'),
  }; // 09:30
  const midnight = { ...base, kind: 'instant' as const, from: '2027-03-28T23:00:00.000Z' };
  expect(
    keepClock(drawn, { ...midnight, from: '2027-03-28T22:00:00.000Z' }, 'monday', zone).from,
  ).toBe('2027-03-29T07:30:00.000Z');
  expect(
    keepClock(drawn, { ...midnight, from: '2027-03-28T22:00:00.000Z' }, 'monday 0:00', zone).from,
  ).toBe('2027-03-28T22:00:00.000Z');
  expect(keepClock(drawn, midnight, 'monday 1', zone)).toBe(midnight); // not its midnight
  expect(keepClock(drawn, midnight, '14', zone)).toBe(midnight);
});
