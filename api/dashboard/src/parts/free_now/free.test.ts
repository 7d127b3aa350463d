import { expect, test } from 'vitest';
import type { Booking } from '../../data/bookings/booking';
import { byModel, firstFree, freeNow, type GpuNow } from './free';

const now = 1_000_000;
const gpu = (index: number, state: GpuNow['state'] = 'available'): GpuNow => ({
  id: `g${index}`,
  host: 'gpu01',
  index: String(index),
  model: 'A100',
  state,
  inUse: false,
});
const booking = (
  id: string,
  owner: string,
  gpus: string[],
  from: number,
  until: number,
): Booking => ({
  id,
  owner,
  ownerName: owner,
  gpus,
  from,
  until,
  title: id,
  state: 'upcoming',
  version: 1,
});

test('each GPU is free, mine, taken or unknown', () => {
  const bookings = [
    booking('a', 'me', ['g1'], now - 5, now + 5),
    booking('b', 'ann', ['g2'], now, now + 9),
    booking('c', 'ann', ['g0'], now + 7, now + 9),
  ];
  const [host] = freeNow([gpu(0), gpu(1), gpu(2), gpu(3, 'lost')], bookings, 'me', now);
  expect(host?.squares).toEqual(['free', 'mine', 'taken', 'unknown']);
  expect(host?.free).toBe(1);
  expect(host?.until).toBe(now + 7);
});

test('unhealthy GPU is neither free nor unknown', () => {
  const [host] = freeNow(
    [gpu(0), gpu(1, 'unhealthy'), gpu(2, 'unhealthy')],
    [booking('a', 'ann', ['g2'], now - 5, now + 5)],
    'me',
    now,
  );
  expect([host?.squares, host?.free, host?.unknown, host?.unhealthy, host?.freeFrom]).toEqual([
    ['free', 'unhealthy', 'unhealthy'],
    1,
    0,
    2,
    null,
  ]);
});

test('unseen host gives no time of release, even for one’s own booking', () => {
  const mine = booking('a', 'me', ['g0', 'g1'], now - 5, now + 50);
  const [host] = freeNow(
    [gpu(0, 'host_unreachable'), gpu(1, 'host_unreachable')],
    [mine],
    'me',
    now,
  );
  expect([host?.squares, host?.unknown, host?.freeFrom]).toEqual([['mine', 'mine'], 2, null]);
});

test('unbooked GPU in use is not free, nor is one with unknown use', () => {
  const [host] = freeNow(
    [{ ...gpu(0), inUse: true }, { ...gpu(1), inUse: undefined }, gpu(2)],
    [booking('a', 'ann', ['g0'], now + 5, now + 9)],
    'me',
    now,
  );
  expect([
    host?.squares,
    host?.free,
    host?.freeIndices,
    host?.inUse,
    host?.unknown,
    host?.until,
  ]).toEqual([['in_use', 'unknown', 'free'], 1, ['2'], 1, 1, null]);
});

test('slice of a booked GPU is taken', () => {
  const slice = { ...gpu(0), id: 's0', index: '1.0', sharing: ['g1'] };
  const [host] = freeNow([gpu(0), slice], [booking('a', 'ann', ['g1'], now, now + 9)], 'me', now);
  expect([host?.squares, host?.free]).toEqual([['free', 'taken'], 1]);
});

test('ended or cancelled booking holds nothing', () => {
  const ended = booking('a', 'ann', ['g0'], now - 9, now);
  const cancelled: Booking = {
    ...booking('b', 'ann', ['g0'], now - 1, now + 9),
    state: 'cancelled',
  };
  expect(freeNow([gpu(0)], [ended, cancelled], 'me', now)[0]?.squares).toEqual(['free']);
});

test('free GPUs are listed, and a full host has its first release', () => {
  const [host] = freeNow(
    [gpu(0), gpu(1), gpu(2)],
    [booking('a', 'ann', ['g1'], now - 5, now + 50)],
    'me',
    now,
  );
  expect(host?.freeIndices).toEqual(['0', '2']);
  const full = freeNow(
    [gpu(0), gpu(1)],
    [booking('a', 'ann', ['g0'], now - 5, now + 50), booking('b', 'me', ['g1'], now - 5, now + 20)],
    'me',
    now,
  );
  expect(full[0]?.freeFrom).toBe(now + 20);
  expect(firstFree(full)).toBe(now + 20);
  const again = booking('c', 'ann', ['g0'], now + 50, now + 90);
  const chained = freeNow(
    [gpu(0)],
    [booking('a', 'ann', ['g0'], now - 5, now + 50), again],
    'me',
    now,
  );
  expect(chained[0]?.freeFrom, 'the next booking follows at once').toBe(now + 90);
  expect(firstFree(freeNow([gpu(0, 'lost')], [], 'me', now))).toBeNull();
});

test('models and hosts with free GPUs come first, full hosts apart', () => {
  const on = (host: string, model: string, ids: number[]): GpuNow[] =>
    ids.map((id) => ({ ...gpu(id), host, model, id: `${host}-${id}` }));
  const gpus = [
    ...on('gpu01', 'NVIDIA H100', [0, 1]),
    ...on('gpu02', 'NVIDIA A100-SXM4-80GB', [0]),
    ...on('gpu03', 'NVIDIA A100-SXM4-80GB', [0, 1, 2]),
  ];
  const taken = booking('a', 'ann', ['gpu01-0', 'gpu02-0', 'gpu03-0'], now - 5, now + 50);
  const models = byModel(freeNow(gpus, [taken], 'me', now));
  expect(models.map(({ model, free, all }) => [model, free, all])).toEqual([
    ['A100 80 GB', 2, 4],
    ['H100', 1, 2],
  ]);
  expect(models[0]?.open.map((host) => host.host)).toEqual(['gpu03']);
  expect(models[0]?.full.map((host) => host.host)).toEqual(['gpu02']);
});
