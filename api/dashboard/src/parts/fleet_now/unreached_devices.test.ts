import { expect, test } from 'vitest';
import type { Gpu, Host } from '../../data/types';
import { unreached } from './unreached_devices';

const host = (id: string, state: Host['state'], reason?: string): Host =>
  ({ id, name: id, state, ...(reason === undefined ? {} : { reason }) }) as Host;
const gpu = (id: string, host_id: string, state: Gpu['state'], parent_id?: string): Gpu => ({
  id,
  host_id,
  host_name: host_id,
  index: 0,
  uuid: id,
  state,
  processes_known: false,
  clashes: [],
  ...(parent_id === undefined ? {} : { parent_id }),
});

test('unreached host, host without GPUs and lost GPU have a reason', () => {
  const hosts = [
    host('gpu01', 'reachable'),
    host('gpu02', 'unreachable', 'no route'),
    host('gpu03', 'connecting'),
    host('gpu04', 'reachable'),
  ];
  const gpus = [
    gpu('a', 'gpu01', 'available'),
    { ...gpu('b', 'gpu01', 'lost'), reason: 'fell off the bus' },
    gpu('c', 'gpu01', 'lost', 'a'),
  ];
  expect(
    unreached(hosts, gpus).map((one) => [
      one.kind,
      one.kind === 'host' ? one.host.id : one.gpu.id,
      one.reason,
    ]),
  ).toEqual([
    ['host', 'gpu02', 'no route'],
    ['host', 'gpu03', undefined],
    ['host', 'gpu04', undefined],
    ['gpu', 'b', 'fell off the bus'],
  ]);
});

test('host with known GPUs is not listed, whatever its state', () => {
  expect(
    unreached([host('gpu01', 'unreachable', 'no route')], [gpu('a', 'gpu01', 'host_unreachable')]),
  ).toEqual([]);
});
