/* Tests the search of the command palette. The last two tests also cover large lists. */
import { expect, test } from 'vitest';
import type { Entry, Kind } from './entries';
import { find, indexed, plain, type Found } from './find';

const entry = (kind: Kind, name: string, members: Partial<Entry> = {}): Entry => ({
  id: `${kind} ${name}`,
  kind,
  name,
  run: () => {},
  ...members,
});
const entries = [
  entry('screen', 'Fleet', { first: true }),
  entry('screen', 'Calendar', { first: true }),
  entry('host', 'gpu03', { detail: 'A100 80 GB' }),
  entry('host', 'gpu01', { detail: 'H100' }),
  entry('gpu', 'gpu01:3', { detail: 'H100' }),
  entry('person', 'Łódź team'),
  entry('person', 'ann', { mine: true }),
  entry('person', 'anna'),
  entry('person', 'hanna'),
  entry('booking', 'planner', { detail: 'julia, gpu04:4' }),
  entry('booking', 'llama', { detail: 'ann, gpu03:0-3', mine: true }),
  entry('booking', 'whisper', { detail: 'ann, gpu03:5' }),
  entry('do', 'Theme: dark', { also: 'night' }),
  entry('board', 'Доска'),
];
const entryIndex = indexed(entries);
const names = (found: Found) =>
  found.groups.flatMap((group) => group.hits.map((hit) => hit.entry.name));
const search = (typed: string, options = {}) => find(entryIndex, { typed, most: 4, ...options });

test('empty query lists initial and recent entries', () => {
  expect(names(search(''))).toEqual(['Fleet', 'Calendar']);
  expect(names(search('', { recent: ['host gpu03'] }))[0]).toBe('gpu03');
});

test('exact name ranks before prefix, word and part', () => {
  expect(search('ann').groups[0]?.kind).toBe('person');
  expect(search('ann').groups[0]?.hits.map((hit) => hit.entry.name)).toEqual([
    'ann',
    'anna',
    'hanna',
  ]);
});

test('own entries rank first, then recent ones', () => {
  const bookings = search('gpu03').groups.find((group) => group.kind === 'booking');
  expect(bookings?.hits.map((hit) => hit.entry.name)).toEqual(['llama', 'whisper']);
  expect(search('gpu0', { recent: ['host gpu01'] }).groups[0]?.hits[0]?.entry.name).toBe('gpu01');
});

test('words match in any order, in the detail and in hidden words', () => {
  expect(names(search('h100 gpu01'))).toEqual(['gpu01', 'gpu01:3']);
  expect(names(search('night'))).toEqual(['Theme: dark']);
  expect(names(search('dark theme'))).toEqual(['Theme: dark']);
});

test('one wrong letter and missing diacritics match, in any alphabet', () => {
  expect(names(search('calender'))).toEqual(['Calendar']);
  expect(names(search('lodz'))).toEqual(['Łódź team']);
  expect(names(search('доск'))).toEqual(['Доска']);
  expect(plain('Łódź')).toBe('lodz');
});

test('matches are marked in the name and in the detail', () => {
  const host = search('gpu0').groups[0]?.hits[0];
  expect(host?.name).toEqual(['', 'gpu0', '3']);
  const booking = search('julia').groups[0]?.hits[0];
  expect([booking?.name, booking?.detail]).toEqual([['planner'], ['', 'julia', ', gpu04:4']]);
});

test('search of one kind lists only that kind, and counts the matches left out', () => {
  const hosts = search('gpu', { only: 'host', most: 1 });
  expect([hosts.count, hosts.groups.length, hosts.groups[0]?.more]).toEqual([2, 1, 1]);
});

test('text without a match finds nothing, and special characters are literal', () => {
  expect(names(search('zzz'))).toEqual([]);
  expect(names(search('((('))).toEqual([]);
  expect(names(search('[.*\\'))).toEqual([]);
});

test('GPU is found among 5000 entries; the time per key is printed', () => {
  const many = Array.from({ length: 1000 }, (_, i) => [
    entry('host', `gpu${i}`, { detail: 'A100 80 GB' }),
    entry('gpu', `gpu${i}:3`, { detail: 'A100 80 GB' }),
    entry('person', `person-${i}`),
    entry('board', `Board ${i}`),
    entry('booking', `llama run ${i}`, { detail: `person-${i}, gpu${i}:0-3` }),
  ]).flat();
  const start = performance.now();
  const index = indexed(many);
  const indexMs = performance.now() - start;
  find(index, { typed: 'warm', most: 4 });
  const times: number[] = [];
  for (const text of ['gpu03:3', 'person-7', 'llama run 99', 'bord 12', 'zzz']) {
    for (let i = 1; i <= text.length; i += 1) {
      const keyStart = performance.now();
      find(index, { typed: text.slice(0, i), most: 4 });
      times.push(performance.now() - keyStart);
    }
  }
  times.sort((a, b) => a - b);
  console.info(
    `palette: ${many.length} entries, index ${indexMs.toFixed(1)} ms; a key ${times[Math.floor(times.length / 2)]?.toFixed(1)} ms (median), ${times.at(-1)?.toFixed(1)} ms (worst of ${times.length})`,
  );
  expect(find(index, { typed: 'gpu7:3', most: 4 }).groups[0]?.hits[0]?.entry.name).toBe('gpu7:3');
});

test('pasted long text is searched within 100 ms, and a long name is found exactly', () => {
  const longName = 'a'.repeat(60);
  const index = indexed([
    ...Array.from({ length: 1000 }, (_, i) => entry('booking', `${'a'.repeat(i % 60)} ${i}`)),
    entry('booking', longName),
  ]);
  const start = performance.now();
  expect(find(index, { typed: 'a'.repeat(500), most: 4 }).count).toBe(0);
  expect(performance.now() - start).toBeLessThan(100);
  expect(find(index, { typed: longName, most: 4 }).groups[0]?.hits[0]?.name).toEqual([
    '',
    longName,
    '',
  ]);
});
