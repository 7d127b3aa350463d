import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Process, ProcessNow, StreamServerMessage } from '../types';
import { processes } from './processes.svelte';

const row = (id: string, gpu: string, more: Partial<Process> = {}): Process => ({
  id,
  gpu_id: gpu,
  gpu_name: gpu,
  host_id: 'h',
  host_name: 'gpu01',
  pid: 1,
  ...more,
});
const now = (id: string, ...gpus: string[]): ProcessNow => ({
  id,
  rows: gpus.map((gpu) => row(id, gpu)),
});
const tell = (type: 'snapshot' | 'event', ...all: ProcessNow[]) =>
  processes.take([{ type, topic: 'processes', position: 1, processes: all }]);
const on = (gpu: string) => processes.on(gpu).map((one) => one.id);

let stop: () => void;
beforeEach(() => {
  stop = processes.watch();
});
afterEach(() => stop());

test('processes come as a snapshot, then one by one', () => {
  expect(processes.ready).toBe(false);
  tell('snapshot', now('a', '0', '1'), now('b', '1'));
  expect([processes.ready, on('0'), on('1')]).toEqual([true, ['a'], ['a', 'b']]);
  tell('event', now('a', '1', '2'));
  expect([on('0'), on('1'), on('2')]).toEqual([[], ['a', 'b'], ['a']]);
  tell('event', now('a'), now('c', '0'));
  expect([on('0'), on('1'), on('2')]).toEqual([['c'], ['b'], []]);
  tell('snapshot', now('b', '1'));
  expect([on('0'), on('1')]).toEqual([[], ['b']]);
});

test('last of two changes of a process in a frame wins', () => {
  tell('snapshot');
  tell('event', now('a', '0', '1'), now('a', '1'));
  expect([on('0'), on('1')]).toEqual([[], ['a']]);
});

test('GPU keeps its object while its processes stay', () => {
  tell('snapshot', now('a', '0'), now('b', '1'));
  const before = processes.on('1');
  tell('event', now('a'));
  expect(processes.on('1')).toBe(before);
});

test('memory appears and disappears with its process', () => {
  const measure = (ids: string[], gpus: string[], memory: (number | null)[]) =>
    processes.take([
      {
        type: 'metrics',
        topic: 'metrics:gpu01',
        metrics: { at: '', gpus: [], processes: { ids, gpus, memory_used_mib: memory } },
      } as unknown as StreamServerMessage,
    ]);
  tell('snapshot', now('a', '0', '1'));
  measure(['a', 'a', 'x'], ['0', '1', '0'], [100, null, 5]);
  expect([row('a', '0'), row('a', '1'), row('x', '0')].map((one) => processes.memory(one))).toEqual(
    [100, undefined, undefined],
  );
  tell('event', now('a', '1'));
  expect(processes.memory(row('a', '0'))).toBeUndefined();
});

test('unwatched processes are dropped and stay so after a late frame', () => {
  tell('snapshot', now('a', '0'));
  stop();
  tell('event', now('b', '0'));
  stop = processes.watch();
  expect([processes.ready, on('0')]).toEqual([false, []]);
});
