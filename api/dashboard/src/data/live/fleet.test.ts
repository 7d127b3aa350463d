import { expect, test } from 'vitest';
import type { Gpu, StreamServerMessage } from '../types';
import { fleet } from './fleet.svelte';

const gpu = (id: string, index: number, state: Gpu['state'], parent?: string): Gpu => ({
  id,
  host_id: 'host_1',
  host_name: 'gpu01',
  index,
  uuid: id,
  state,
  processes_known: true,
  clashes: [],
  ...(parent === undefined ? {} : { parent_id: parent, parent_index: 1 }),
});
const shows = (type: 'snapshot' | 'event', ...gpus: Gpu[]) =>
  fleet.take([{ topic: 'fleet', type, hosts: [], gpus } as unknown as StreamServerMessage]);
const measures = (at: string, used: number) =>
  fleet.take([
    {
      metrics: { at, gpus: ['card'], utilization_percent: [used] },
    } as unknown as StreamServerMessage,
  ]);
const listed = () => fleet.gpuList.map(({ id }) => id);

test('values of an unseen GPU age although frames repeat them', () => {
  shows('snapshot', gpu('card', 1, 'available'));
  measures('2026-11-24T09:00:00Z', 40);
  shows('event', gpu('card', 1, 'driver_broken'));
  measures('2026-11-24T09:00:05Z', 40);
  expect(fleet.gpus.get('card')?.at).toBe(Date.parse('2026-11-24T09:00:00Z'));
  shows('event', gpu('card', 1, 'available'));
  measures('2026-11-24T09:00:09Z', 50);
  expect(fleet.gpus.get('card')?.now.utilization_percent).toBe(50);
});

test('vanished slice is neither listed nor counted', () => {
  shows('snapshot', gpu('card', 1, 'available'), gpu('part', 0, 'available', 'card'));
  expect(listed()).toEqual(['card', 'part']);
  expect(fleet.cut.has('card')).toBe(true);
  shows('event', gpu('part', 0, 'lost', 'card'));
  expect(listed()).toEqual(['card']);
  expect(fleet.cut.has('card')).toBe(false);
  shows('event', gpu('card', 1, 'lost'));
  expect(listed()).toEqual(['card', 'part']);
});

test('removed host disappears with its GPUs', () => {
  const host = { id: 'host_1', name: 'gpu01' };
  fleet.take([
    {
      topic: 'fleet',
      type: 'snapshot',
      hosts: [host],
      gpus: [gpu('card', 1, 'available')],
    } as unknown as StreamServerMessage,
  ]);
  fleet.take([
    { topic: 'fleet', type: 'event', removed_hosts: ['host_1'] } as unknown as StreamServerMessage,
  ]);
  expect([fleet.hostList, listed()]).toEqual([[], []]);
});
