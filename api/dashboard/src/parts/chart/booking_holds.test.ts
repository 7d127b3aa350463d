import { expect, test } from 'vitest';
import type { Booking } from '../../data/bookings/booking';
import type { Violation } from '../../data/types';
import { heldOf, type Said } from './booking_holds';

const booking = (owner: string, gpus: string[], from: number, until: number): Booking => ({
  id: `${owner}${from}`,
  gpus,
  owner,
  ownerName: owner,
  title: '',
  from,
  until,
  state: 'finished',
  version: 1,
});
const violation = (gpus: string[], from: number, until?: number, excused = false): Violation =>
  ({
    id: 'vio_1',
    state: until === undefined ? 'open' : 'closed',
    kind: 'intruder',
    gpus,
    gpu_name: '',
    host_id: 'h',
    unix_name: 'dana',
    processes: [],
    steps: [],
    opened_at: new Date(from).toISOString(),
    ...(until === undefined ? {} : { closed_at: new Date(until).toISOString() }),
    ...(excused ? { excused: { at: '', by_id: 'per_1', by_name: 'ann', reason: '' } } : {}),
  }) as Violation;
const said: Said = {
  isMine: (one) => one.owner === 'ann',
  you: 'you',
  violation: (who) => `${who}!`,
};
const alone = () => [];
const spans = (held: ReturnType<typeof heldOf>, gpu: string) =>
  held.get(gpu)?.map((one) => [one.from, one.until, one.tone, one.name]);

test('each segment belongs to its holder at that time', () => {
  const held = heldOf(
    ['0', '1'],
    alone,
    [booking('ann', ['0'], 50, 90), booking('goran', ['0', '1', '7'], 0, 50)],
    [],
    said,
  );
  expect(spans(held, '0')).toEqual([
    [0, 50, 'other', 'goran'],
    [50, 90, 'mine', 'you'],
  ]);
  expect(spans(held, '1')).toEqual([[0, 50, 'other', 'goran']]);
});

test('violations lie on top for their time, without excused ones', () => {
  const all = [booking('ann', ['0'], 0, 100)];
  expect(spans(heldOf(['0'], alone, all, [violation(['0'], 40, 60)], said), '0')).toEqual([
    [0, 40, 'mine', 'you'],
    [40, 60, 'bad', 'dana!'],
    [60, 100, 'mine', 'you'],
  ]);
  expect(spans(heldOf(['0'], alone, all, [violation(['0'], 40)], said), '0')).toEqual([
    [0, 40, 'mine', 'you'],
    [40, Infinity, 'bad', 'dana!'],
  ]);
  expect(spans(heldOf(['0'], alone, all, [violation(['0'], 40, 60, true)], said), '0')).toEqual([
    [0, 100, 'mine', 'you'],
  ]);
});

test('booking of a GPU holds its slices, and of a slice its GPU', () => {
  const sharing = (gpu: string) => ({ card: ['a', 'b'], a: ['card'], b: ['card'] })[gpu] ?? [];
  expect(
    spans(heldOf(['card', 'a', 'b'], sharing, [booking('ann', ['card'], 0, 9)], [], said), 'b'),
  ).toEqual([[0, 9, 'mine', 'you']]);
  const held = heldOf(['card', 'a', 'b'], sharing, [booking('ann', ['a'], 0, 9)], [], said);
  expect([spans(held, 'card')?.length, spans(held, 'a')?.length, spans(held, 'b')?.length]).toEqual(
    [1, 1, 0],
  );
});
