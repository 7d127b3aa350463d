import { expect, test } from 'vitest';
import { fittingOf } from './fitting';
import type { Gpu } from './types';

const gpu = (host_name: string, model: string, memory_total_mib = 81_920) => ({ host_name, model, memory_total_mib }) as Gpu;
const fleet = [
  ...Array.from({ length: 8 }, () => gpu('gpu01', 'NVIDIA A100-SXM4-80GB')), ...Array.from({ length: 4 }, () => gpu('gpu02', 'NVIDIA A100-SXM4-40GB', 40_960)),
  gpu('gpu03', 'NVIDIA H100 80GB HBM3'),
];
const wish = { when: '', title: '' };

test('as many as there are, and as many as one host has', () => {
  expect(fittingOf(fleet, wish)).toEqual({ all: 13, onOneHost: 8 });
  expect(fittingOf(fleet, { ...wish, model: 'A100' })).toEqual({ all: 12, onOneHost: 8 });
  expect(fittingOf(fleet, { ...wish, model: 'a100 80 gb' })).toEqual({ all: 8, onOneHost: 8 });
  expect(fittingOf(fleet, { ...wish, host: 'gpu02' })).toEqual({ all: 4, onOneHost: 4 });
  expect(fittingOf(fleet, { ...wish, model: 'A100', minMemoryMib: 65_536 })).toEqual({ all: 8, onOneHost: 8 });
});

test('none at all', () => {
  expect(fittingOf([], wish)).toEqual({ all: 0, onOneHost: 0 });
});
