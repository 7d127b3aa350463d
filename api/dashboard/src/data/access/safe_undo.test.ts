import { expect, test, vi } from 'vitest';
import type { Result } from '../problem';
import { takeBack } from './safe_undo';
import type { Reservation, Touched } from '../types';

const ok = <T>(value: T): Result<T> => ({ ok: true, value, etag: null, position: 1 });
const booking = {} as Reservation;
const change = (touched: Partial<Touched>) => ({
  dry: async () =>
    ok<Touched>({ suspended: [], revived: [], cancelled: [], released: [], ...touched }),
  run: vi.fn(async () => ok('done')),
});

test('undo runs where no booking is lost, even if some are revived', async () => {
  const way = change({ revived: [booking] });
  expect(await takeBack(way)).toMatchObject({ ok: true, value: 'done' });
  expect(way.run).toHaveBeenCalledOnce();
});

test('undo that would suspend bookings is refused and changes nothing', async () => {
  const way = change({ suspended: [booking] });
  expect(await takeBack(way)).toMatchObject({ ok: false, problem: { code: 'touches-bookings' } });
  expect(way.run).not.toHaveBeenCalled();
});
