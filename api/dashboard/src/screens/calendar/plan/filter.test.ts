import { expect, test } from 'vitest';
import { hourMs } from '../../../lib/zone';
import { applyFilter, isFiltering, modelsIn, noFilter } from './filter';
import { groupByHost } from './model';
import { freeNow, heldOver, occupancyPath, shareHeld, unbookedUse } from './occupancy';
import { booking, fleet, gpusOf, noon } from './testing';

const hosts = groupByHost([
  ...gpusOf({ gpu01: 2 }),
  ...gpusOf({ gpu02: 2 }, 'NVIDIA GeForce RTX 4090'),
]);

test('words find hosts, GPUs and models in any case', () => {
  const { index } = fleet();
  const names = (text: string) =>
    applyFilter(hosts, { ...noFilter, text }, index).flatMap((host) =>
      host.gpus.map((gpu) => gpu.id),
    );
  expect(names('A100 80gb')).toEqual(['gpu01:0', 'gpu01:1']);
  expect(names('rtx')).toEqual(['gpu02:0', 'gpu02:1']);
  expect(names('gpu02:1')).toEqual(['gpu02:1']);
  expect(names('nothing')).toEqual([]);
  expect(isFiltering(noFilter)).toBe(false);
});

test('models and free-at narrow the rows', () => {
  const { index } = fleet([booking(['gpu01:0'], 1, 2)]);
  expect(modelsIn(hosts)).toEqual(['A100 80 GB', 'RTX 4090']);
  expect(
    applyFilter(hosts, { ...noFilter, models: ['RTX 4090'] }, index).map((host) => host.name),
  ).toEqual(['gpu02']);
  const free = applyFilter(
    hosts,
    { ...noFilter, free: { from: noon, until: noon + 2 * hourMs } },
    index,
  );
  expect(free.flatMap((host) => host.gpus.map((gpu) => gpu.id))).toEqual([
    'gpu01:1',
    'gpu02:0',
    'gpu02:1',
  ]);
});

test('occupancy counts held GPUs at each change', () => {
  const {
    index,
    hosts: [host],
  } = fleet([booking(['gpu01:0', 'gpu01:1'], 1, 2), booking(['gpu01:2'], 2, 2)]);
  const gpus = host?.gpus ?? [];
  const steps = heldOver(index, gpus, noon, noon + 8 * hourMs);
  expect(steps.map((step) => [(step.at - noon) / hourMs, step.held])).toEqual([
    [0, 0],
    [1, 2],
    [2, 3],
    [3, 1],
    [4, 0],
  ]);
  expect(shareHeld(steps, 4, noon, noon + 8 * hourMs, 4)).toEqual([0.25, 0.5, 0, 0]);
  expect(occupancyPath(index, gpus, { start: noon, span: 8 * hourMs, width: 12 }, 20)).toBe(
    'M0 20H0V15H3V10H6V20H12V20Z',
  );
});

test('free GPUs are listed with their next booking', () => {
  const {
    index,
    hosts: [host],
  } = fleet([booking(['gpu01:0'], -1, 2), booking(['gpu01:1'], 3, 2)]);
  expect(freeNow(index, host?.gpus ?? [], noon, () => false)).toEqual([
    { index: '1', until: noon + 3 * hourMs },
    { index: '2' },
    { index: '3' },
  ]);
  const inUse = (gpu: string) => (gpu === 'gpu01:2' ? true : gpu === 'gpu01:3' ? undefined : false);
  expect(
    freeNow(index, host?.gpus ?? [], noon, inUse),
    'in use without a booking, and not known',
  ).toEqual([{ index: '1', until: noon + 3 * hourMs }]);
  expect(unbookedUse(index, host?.gpus ?? [], noon, inUse)).toBe(1);
});
