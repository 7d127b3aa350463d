/* Where the texts of the page are used, read from its sources: each key somewhere, and none before its part of the catalogue is there. */
import { expect, test } from 'vitest';
import { en } from './en';
import { reached, sources } from './testing';

const parts = import.meta.glob<Record<string, Record<string, unknown>>>('./en/**/*.ts', {
  eager: true,
});
const partOf = new Map(
  Object.entries(parts).flatMap(([path, module]) =>
    Object.values(module).flatMap((part) =>
      Object.keys(part).map((key) => [key, path.replace('./', 'language/')] as const),
    ),
  ),
);

const begin = 'main.ts';
const early = reached(begin);
const loadedLater = [...new Set([...sources.values()].flatMap((source) => source.later))].filter(
  (file) => file !== 'language/pl.ts',
);

// A screen names what its keys do; the list of keys alone says it, and brings it.
const ofKeys = (key: string) => key.includes('.key.');
test('what keys do comes with the list of keys', () => {
  const said = Object.keys(en).filter(ofKeys);
  expect(said.length).toBeGreaterThan(10);
  expect(said.filter((key) => partOf.get(key) !== 'language/en/keys.ts')).toEqual([]);
  expect(reached('overlays/Help.svelte').has('language/en/keys.ts')).toBe(true);
});

test('the sources are found', () => {
  expect(early.has('language/t.svelte.ts')).toBe(true);
  expect(loadedLater.length).toBeGreaterThan(14);
  expect(partOf.size).toBe(Object.keys(en).length);
});

test.each([begin, ...loadedLater])('%s brings the texts of all that it loads', (file) => {
  const there = reached(file);
  const missing = [...there].flatMap((user) =>
    [...(sources.get(user)?.keys ?? [])]
      .filter((key) => !ofKeys(key))
      .map((key) => ({ key, part: partOf.get(key) ?? '' }))
      .filter(({ part }) => !there.has(part) && !early.has(part))
      .map(({ key, part }) => `${user} says '${key}', which stands in ${part}`),
  );
  expect(missing).toEqual([]);
});

test('every key is used', () => {
  const used = new Set([...sources.values()].flatMap((source) => [...source.keys]));
  expect(Object.keys(en).filter((key) => !used.has(key))).toEqual([]);
});
