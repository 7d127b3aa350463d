import { expect, test } from 'vitest';
import type { WeeklyWindow } from '../../data/types';
import type { Draft } from './grants/draft';
import { mayText } from './words';

const [weekdays, weekend] = [
  ['mon', 'tue', 'wed', 'thu', 'fri'],
  ['sat', 'sun'],
] as const;
const window = (
  days: readonly WeeklyWindow['days'][number][],
  from: string,
  until: string,
): WeeklyWindow => ({ days: [...days], from, until });
const may = (...windows: WeeklyWindow[]): string => {
  const draft: Draft = {
    name: 'one',
    everyone: true,
    people: [],
    groups: [],
    everything: true,
    gpus: [],
    hosts: [],
    models: [],
    from: undefined,
    until: undefined,
    zone: 'Europe/Warsaw',
    always: false,
    windows,
    approval: null,
  };
  return mayText({ kind: 'group', id: 'grp_1', name: 'nlp' } as never, [draft], {
    host: (id: string) => id,
  } as never);
};

test('short sentence mentions weekends that a window includes', () => {
  expect(may(window(weekdays, '20:00', '08:00'))).toBe('nlp may use everything at night.');
  expect(may(window(weekdays, '20:00', '08:00'), window(weekend, '00:00', '24:00'))).toBe(
    'nlp may use everything at night and at weekends.',
  );
  expect(may(window(weekdays, '08:00', '18:00'), window(weekend, '00:00', '24:00'))).toBe(
    'nlp may use everything by day and at weekends.',
  );
  expect(may(window(weekend, '00:00', '24:00'))).toBe('nlp may use everything at weekends.');
  expect(may(window(weekdays, '12:00', '23:00'), window(weekend, '00:00', '24:00'))).toBe(
    'nlp may use everything at certain times.',
  );
});
