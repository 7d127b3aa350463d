import { expect, test } from 'vitest';
import type { WeeklyWindow } from '../../../data/types';
import {
  dayLength,
  erase,
  less,
  moveEdge,
  paint,
  partsOf,
  readTime,
  sameWindows,
  segmentsOf,
  shifted,
  spansOf,
  weekLength,
  windowsOf,
} from './week';

const days: WeeklyWindow = {
  days: ['mon', 'tue', 'wed', 'thu', 'fri'],
  from: '08:00',
  until: '20:00',
};
const nights: WeeklyWindow = {
  days: ['mon', 'tue', 'wed', 'thu', 'fri'],
  from: '20:00',
  until: '08:00',
};
const weekends: WeeklyWindow = { days: ['sat', 'sun'], from: '00:00', until: '24:00' };

test('night belongs to its first day, and days and nights chain', () => {
  expect(spansOf([{ days: ['mon'], from: '20:00', until: '08:00' }])).toEqual([
    { from: 1200, until: 1920 },
  ]);
  expect(spansOf([days, nights])).toEqual([{ from: 480, until: 5 * dayLength + 480 }]);
  expect(spansOf([{ days: ['sun'], from: '22:00', until: '06:00' }])).toEqual([
    { from: 0, until: 360 },
    { from: weekLength - 120, until: weekLength },
  ]);
});

test('windows convert to spans and back', () => {
  for (const windows of [
    [days],
    [nights],
    [weekends],
    [days, weekends],
    [{ days: ['sun'], from: '22:00', until: '06:00' }] satisfies WeeklyWindow[],
  ]) {
    expect(sameWindows(windowsOf(spansOf(windows)), windows)).toBe(true);
  }
});

test('span longer than a day is cut at midnight', () => {
  expect(windowsOf([{ from: 4 * dayLength + 1200, until: 6 * dayLength + 300 }])).toEqual([
    { days: ['fri'], from: '20:00', until: '24:00' },
    { days: ['sat'], from: '00:00', until: '24:00' },
    { days: ['sun'], from: '00:00', until: '05:00' },
  ]);
  expect(windowsOf([{ from: 0, until: weekLength }])).toEqual([
    { days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from: '00:00', until: '24:00' },
  ]);
});

test('painting merges touched windows and keeps the rest', () => {
  expect(paint([], [0, 1], 480, 1200)).toEqual([
    { days: ['mon', 'tue'], from: '08:00', until: '20:00' },
  ]);
  expect(paint([days], [5], 480, 1200)).toEqual([
    { ...days, days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat'] },
  ]);
  expect(paint([days, weekends], [0], 1200, 1260)).toEqual([
    weekends,
    { days: ['mon'], from: '08:00', until: '21:00' },
    { days: ['tue', 'wed', 'thu', 'fri'], from: '08:00', until: '20:00' },
  ]);
});

test('erasing removes time and keeps the rest', () => {
  expect(erase([days], [2], 0, dayLength)).toEqual([
    { ...days, days: ['mon', 'tue', 'thu', 'fri'] },
  ]);
  expect(erase([days], [0, 1, 2, 3, 4], 720, 780)).toEqual([
    { ...days, until: '12:00' },
    { ...days, from: '13:00' },
  ]);
  expect(erase([days], [6], 0, dayLength)).toEqual([days]);
  expect(erase([weekends], [5, 6], 0, dayLength)).toEqual([]);
});

test('edge moves on all days and keeps one step', () => {
  expect(moveEdge([days, nights], 1, 'until', 300)).toEqual([days, { ...nights, until: '05:00' }]);
  expect(moveEdge([days], 0, 'from', 1300)).toEqual([{ ...days, from: '19:45' }]);
  expect(moveEdge([days], 0, 'until', 0)).toEqual([{ ...days, until: '08:15' }]);
  expect(moveEdge([nights], 0, 'until', 1300)).toEqual([{ ...nights, until: '20:00' }]);
});

test('rows show parts of a night with their continuation', () => {
  expect(segmentsOf([{ days: ['sun'], from: '20:00', until: '05:00' }])).toEqual([
    { window: 0, day: 6, from: 1200, until: dayLength, head: true, tail: false },
    { window: 0, day: 0, from: 0, until: 300, head: false, tail: true },
  ]);
  expect(partsOf([{ from: 1200, until: 1920 }])).toEqual([
    { day: 0, from: 1200, until: 1440 },
    { day: 1, from: 0, until: 480 },
  ]);
});

test('removed time is found, and spans shift to another clock', () => {
  expect(less(spansOf([nights]), spansOf([{ ...nights, until: '05:00' }]))[0]).toEqual({
    from: dayLength + 300,
    until: dayLength + 480,
  });
  expect(shifted([{ from: 0, until: 60 }], -90)).toEqual([
    { from: weekLength - 90, until: weekLength - 30 },
  ]);
});

test('times are parsed as people write them', () => {
  expect(['8', '08:00', '20.30', '2030', '24', '0:15'].map(readTime)).toEqual([
    '08:00',
    '08:00',
    '20:30',
    '20:30',
    '24:00',
    '00:15',
  ]);
  expect(['', '25', '24:15', 'noon', '8:60'].map(readTime)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
