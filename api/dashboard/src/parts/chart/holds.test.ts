import { expect, test } from 'vitest';
import { holdAt, inOrder, stopsOf, type Hold } from './holds';

const hold = (
  from: number,
  until: number,
  tone: Hold['tone'] = 'other',
  name: string = tone,
): Hold => ({ from, until, tone, name });
const spans = (holds: readonly Hold[]) => holds.map((one) => [one.from, one.until, one.tone]);

test('holds are sorted and disjoint, and the later one wins', () => {
  expect(spans(inOrder([hold(50, 60, 'mine'), hold(0, 50)]))).toEqual([
    [0, 50, 'other'],
    [50, 60, 'mine'],
  ]);
  expect(spans(inOrder([hold(0, 100), hold(40, 60, 'bad')]))).toEqual([
    [0, 40, 'other'],
    [40, 60, 'bad'],
    [60, 100, 'other'],
  ]);
  expect(spans(inOrder([hold(0, 10), hold(20, 30), hold(5, 25, 'bad')]))).toEqual([
    [0, 5, 'other'],
    [5, 25, 'bad'],
    [25, 30, 'other'],
  ]);
  expect(inOrder([hold(5, 5)])).toEqual([]);
});

test('holder at a moment is found', () => {
  const holds = [hold(0, 50, 'other', 'goran'), hold(60, 90, 'mine', 'you')];
  expect([0, 49, 50, 60, 90].map((at) => holdAt(holds, at)?.name)).toEqual([
    'goran',
    'goran',
    undefined,
    'you',
    undefined,
  ]);
});

test('colour changes with the holder inside the window', () => {
  expect(stopsOf([hold(-100, 25), hold(50, 75, 'mine')], 0, 100)).toEqual([
    { at: 0, tone: 'other' },
    { at: 0.25, tone: 'other' },
    { at: 0.25, tone: 'none' },
    { at: 0.5, tone: 'none' },
    { at: 0.5, tone: 'mine' },
    { at: 0.75, tone: 'mine' },
    { at: 0.75, tone: 'none' },
    { at: 1, tone: 'none' },
  ]);
  expect(stopsOf([], 0, 100)).toEqual([
    { at: 0, tone: 'none' },
    { at: 1, tone: 'none' },
  ]);
  expect(stopsOf([hold(200, 300)], 0, 100)).toEqual([
    { at: 0, tone: 'none' },
    { at: 1, tone: 'none' },
  ]);
});
