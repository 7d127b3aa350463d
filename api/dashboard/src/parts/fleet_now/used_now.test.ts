import { expect, test } from 'vitest';
import type { Process } from '../../data/types';
import { usedNow } from './used_now';

const process = (person: string | undefined, more: Partial<Process> = {}): Process => ({
  id: `p${person}`,
  gpu_id: 'g',
  gpu_name: 'gpu01:0',
  host_id: 'h',
  host_name: 'gpu01',
  pid: 1,
  command: 'train.py',
  started_at: '',
  unix_name: person ?? 'root',
  ...(person === undefined ? {} : { person_id: person, person_name: person }),
  ...more,
});
const ann = { owner: 'ann' };

test('intruder’s use does not count for the holder', () => {
  expect(
    usedNow(ann, [
      { used: 94, processes: [process('bartek')] },
      { used: 0, processes: [] },
    ]),
  ).toEqual({ holder: 0, others: 47, unclear: 0, names: ['bartek'] });
  expect(
    usedNow(ann, [
      { used: 94, processes: [process('ann')] },
      { used: 50, processes: [process(undefined)] },
    ]),
  ).toEqual({ holder: 47, others: 25, unclear: 0, names: ['root'] });
});

test('use of two people on one GPU is unclear', () => {
  expect(usedNow(ann, [{ used: 80, processes: [process('ann'), process('bartek')] }])).toEqual({
    holder: 0,
    others: 0,
    unclear: 80,
    names: [],
  });
});

test('hidden owner, unknown slice and ownerless processes are unclear', () => {
  const { unix_name: _name, command: _command, started_at: _start, ...hidden } = process(undefined);
  for (const processes of [
    [hidden],
    [process('ann', { slice_unknown: true })],
    [process('bartek', { unknown_since: '' })],
    [],
    undefined,
  ]) {
    expect(usedNow(ann, [{ used: 60, processes }])).toEqual({
      holder: 0,
      others: 0,
      unclear: 60,
      names: [],
    });
  }
});

test('GPU without data is left out, and without any the use is unknown', () => {
  expect(
    usedNow(ann, [
      { used: undefined, processes: [] },
      { used: 40, processes: [process('ann')] },
    ])?.holder,
  ).toBe(40);
  expect(usedNow(ann, [{ used: undefined, processes: [] }])).toBeUndefined();
});
