import { expect, test } from 'vitest';
import type { Entry, Kind } from './entries';
import { find, indexed, plain, type Found } from './find';

const entry = (kind: Kind, name: string, more: Partial<Entry> = {}): Entry => ({ id: `${kind} ${name}`, kind, name, run: () => {}, ...more });
const all = [
  entry('screen', 'Fleet', { first: true }), entry('screen', 'Calendar', { first: true }), entry('host', 'gpu03', { detail: 'A100 80 GB' }), entry('host', 'gpu01', { detail: 'H100' }),
  entry('gpu', 'gpu01:3', { detail: 'H100' }), entry('person', 'Łódź team'), entry('person', 'ann', { mine: true }), entry('person', 'anna'), entry('person', 'hanna'),
  entry('booking', 'planner', { detail: 'julia, gpu04:4' }), entry('booking', 'llama', { detail: 'ann, gpu03:0-3', mine: true }), entry('booking', 'whisper', { detail: 'ann, gpu03:5' }),
  entry('do', 'Theme: dark', { also: 'night' }), entry('board', 'Доска'),
];
const known = indexed(all);
const names = (found: Found) => found.groups.flatMap((group) => group.hits.map((hit) => hit.entry.name));
const look = (typed: string, more = {}) => find(known, { typed, most: 4, ...more });

test('empty query lists initial and recent entries', () => {
  expect(names(look(''))).toEqual(['Fleet', 'Calendar']);
  expect(names(look('', { recent: ['host gpu03'] }))[0]).toBe('gpu03');
});

test('exact name ranks before prefix, word and part', () => {
  expect(look('ann').groups[0]?.kind).toBe('person');
  expect(look('ann').groups[0]?.hits.map((hit) => hit.entry.name)).toEqual(['ann', 'anna', 'hanna']);
});

test('own entries rank before others, then recent ones', () => {
  const bookings = look('gpu03').groups.find((group) => group.kind === 'booking');
  expect(bookings?.hits.map((hit) => hit.entry.name)).toEqual(['llama', 'whisper']);
  expect(look('gpu0', { recent: ['host gpu01'] }).groups[0]?.hits[0]?.entry.name).toBe('gpu01');
});

test('words match in any order, beside the name, and hidden ones', () => {
  expect(names(look('h100 gpu01'))).toEqual(['gpu01', 'gpu01:3']);
  expect(names(look('night'))).toEqual(['Theme: dark']);
  expect(names(look('dark theme'))).toEqual(['Theme: dark']);
});

test('one wrong letter, missing diacritics and other alphabets match', () => {
  expect(names(look('calender'))).toEqual(['Calendar']);
  expect(names(look('lodz'))).toEqual(['Łódź team']);
  expect(names(look('доск'))).toEqual(['Доска']);
  expect(plain('Łódź')).toBe('lodz');
});

test('matches are marked in place', () => {
  const host = look('gpu0').groups[0]?.hits[0];
  expect(host?.name).toEqual(['', 'gpu0', '3']);
  const booking = look('julia').groups[0]?.hits[0];
  expect([booking?.name, booking?.detail]).toEqual([['planner'], ['', 'julia', ', gpu04:4']]);
});

test('one kind alone is listed with the number of further matches', () => {
  const hosts = look('gpu', { only: 'host', most: 1 });
  expect([hosts.count, hosts.groups.length, hosts.groups[0]?.more]).toEqual([2, 1, 1]);
});

test('other entries are left out, and special characters are literal', () => {
  expect(names(look('zzz'))).toEqual([]);
  expect(names(look('((('))).toEqual([]);
  expect(names(look('[.*\\'))).toEqual([]);
});

test('search in a thousand of each kind takes little time per key', () => {
  const many = Array.from({ length: 1000 }, (_, i) => [
    entry('host', `gpu${i}`, { detail: 'A100 80 GB' }), entry('gpu', `gpu${i}:3`, { detail: 'A100 80 GB' }), entry('person', `person-${i}`), entry('board', `Board ${i}`),
    entry('booking', `llama run ${i}`, { detail: `person-${i}, gpu${i}:0-3` }),
  ]).flat();
  const begin = performance.now();
  const index = indexed(many);
  const made = performance.now() - begin;
  find(index, { typed: 'warm', most: 4 });
  const times: number[] = [];
  for (const text of ['gpu03:3', 'person-7', 'llama run 99', 'bord 12', 'zzz']) {
    for (let i = 1; i <= text.length; i += 1) {
      const at = performance.now();
      find(index, { typed: text.slice(0, i), most: 4 });
      times.push(performance.now() - at);
    }
  }
  times.sort((a, b) => a - b);
  console.info(`palette: ${many.length} entries, index ${made.toFixed(1)} ms; a key ${times[Math.floor(times.length / 2)]?.toFixed(1)} ms (median), ${times.at(-1)?.toFixed(1)} ms (worst of ${times.length})`);
  expect(find(index, { typed: 'gpu7:3', most: 4 }).groups[0]?.hits[0]?.entry.name).toBe('gpu7:3');
});

test('pasted text takes no time, and a long name is found exactly', () => {
  const long = 'a'.repeat(60);
  const many = indexed([...Array.from({ length: 1000 }, (_, i) => entry('booking', `${'a'.repeat(i % 60)} ${i}`)), entry('booking', long)]);
  const begun = performance.now();
  expect(find(many, { typed: 'a'.repeat(500), most: 4 }).count).toBe(0);
  expect(performance.now() - begun).toBeLessThan(100);
  expect(find(many, { typed: long, most: 4 }).groups[0]?.hits[0]?.name).toEqual(['', long, '']);
});
