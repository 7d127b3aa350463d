import { expect, test } from 'vitest';
import { fittingOf, readWish, wishAsCli } from './wish';

const known = { hosts: ['gpu01', 'gpu03'], models: ['NVIDIA A100-SXM4-80GB', 'NVIDIA H100'] };
const read = (text: string) => readWish(text, known);

test('an amount, a model and a time', () => {
  expect(read('reserve 4xA100 tomorrow 9-17')).toEqual({ count: 4, model: 'A100', when: 'tomorrow 9-17', title: '' });
  expect(read('2x 8h')).toEqual({ count: 2, when: '8h', title: '' });
  expect(read('4xA100:80G now for 8h')).toMatchObject({ model: 'A100', minMemoryMib: 81920 });
  expect(read('4 h100 8h')).toMatchObject({ count: 4, model: 'h100', when: '8h' });
});

test('a host by name, glued or with "on"', () => {
  expect(read('reserve 4 gpu03 tomorrow 9-17')).toMatchObject({ count: 4, host: 'gpu03', when: 'tomorrow 9-17' });
  expect(read('2x tomorrow 9-17 on gpu01')).toMatchObject({ count: 2, host: 'gpu01', when: 'tomorrow 9-17' });
});

test('GPUs by name', () => {
  expect(read('gpu03:0,2-3 8h')).toMatchObject({ names: [{ host: 'gpu03', indices: [0, 2, 3] }], when: '8h' });
  expect(read('gpu03 tomorrow')).toMatchObject({ names: [{ host: 'gpu03', indices: [] }] });
  expect(read('gpu03:3-1 8h')).toBeNull();
});

test('a title in quotes or behind -m', () => {
  expect(read('2x 8h "llama ft"')).toMatchObject({ when: '8h', title: 'llama ft' });
  expect(read('2x 8h -m llama')).toMatchObject({ when: '8h', title: 'llama' });
});

test.each(['', 'fleet', 'tomorrow 9-17', '9-17', '24 Nov', '0x 8h', '2000x', 'gpu99:0 8h', 'reserve'])('"%s" is no wish', (text) => {
  expect(read(text)).toBeNull();
});

test('a wish is also a command line', () => {
  expect(wishAsCli({ count: 4, model: 'A100', when: 'tomorrow 9-17', title: "ann's" }, false))
    .toBe(`dibs reserve 4xA100 --at 'tomorrow 9-17' -m 'ann'\\''s'`);
  expect(wishAsCli({ count: 2, when: '8h', title: '' }, true)).toBe('dibs reserve 2x --for 8h --soonest');
});

const gpu = (host_name: string, model: string, memory_total_mib = 81_920) => ({ host_name, model, memory_total_mib });
const fleet = [
  ...Array.from({ length: 8 }, () => gpu('gpu01', 'NVIDIA A100-SXM4-80GB')), ...Array.from({ length: 4 }, () => gpu('gpu02', 'NVIDIA A100-SXM4-40GB', 40_960)),
  gpu('gpu03', 'NVIDIA H100 80GB HBM3'),
];
const anything = { when: '', title: '' };

test('as many as there are, and as many as one host has', () => {
  expect(fittingOf(fleet, anything)).toEqual({ all: 13, onOneHost: 8 });
  expect(fittingOf(fleet, { ...anything, model: 'A100' })).toEqual({ all: 12, onOneHost: 8 });
  expect(fittingOf(fleet, { ...anything, model: 'a100 80 gb' })).toEqual({ all: 8, onOneHost: 8 });
  expect(fittingOf(fleet, { ...anything, host: 'gpu02' })).toEqual({ all: 4, onOneHost: 4 });
  expect(fittingOf(fleet, { ...anything, model: 'A100', minMemoryMib: 65_536 })).toEqual({ all: 8, onOneHost: 8 });
});

test('none at all', () => {
  expect(fittingOf([], anything)).toEqual({ all: 0, onOneHost: 0 });
});
