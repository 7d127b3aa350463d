import { expect, test } from 'vitest';
import { isSeen, sightOf } from './gpu_visibility';

test('unhealthy GPU is seen unless its host reports nothing about it', () => {
  expect(isSeen({ state: 'available', processes_known: false })).toBe(true); // its driver does not report processes
  expect(isSeen({ state: 'unhealthy', processes_known: true })).toBe(true);
  expect(isSeen({ state: 'unhealthy', processes_known: false })).toBe(false); // its driver broke
  for (const state of ['lost', 'host_unreachable', 'driver_broken'] as const)
    expect(isSeen({ state, processes_known: false })).toBe(false);
});

test('GPUs with unknown processes are counted', () => {
  const gpus = [
    { id: 'a', state: 'available', processes_known: true },
    { id: 'b', state: 'available', processes_known: false },
    { id: 'c', state: 'host_unreachable', processes_known: false },
    { id: 'd', state: 'lost', processes_known: false },
    { id: 'e', state: 'available', processes_known: false },
  ] as const;
  expect(sightOf(gpus, new Set(['e']))).toEqual({ all: 3, unseen: 2 }); // lost GPUs and GPUs counted by their slices are left out
  expect(sightOf([], new Set())).toEqual({ all: 0, unseen: 0 });
});
