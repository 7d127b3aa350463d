import { expect, test } from 'vitest';
import { groupByHost, sharing, type CalendarGpu } from './model';
import { bookable } from '../../../lib/gpu_counts';
import { freeNow, occupancyPath } from './occupancy';
import { check } from './input/selection';
import { BookingIndex } from './bookings';
import { booking, noon } from './testing';

const gpu = (id: string, index: string, parent?: string): CalendarGpu => ({
  id,
  hostId: 'h',
  hostName: 'gpu01',
  index,
  model: 'A100',
  state: 'available',
  ...(parent === undefined ? {} : { parent }),
});
const list = [
  gpu('s10', '1.10', 'cut'),
  gpu('other', '10'),
  gpu('s2', '1.2', 'cut'),
  gpu('cut', '1'),
  gpu('whole', '0'),
];
const gpus = new Map(list.map((one) => [one.id, one]));
const indexed = (...all: ReturnType<typeof booking>[]) => {
  const index = new BookingIndex();
  for (const one of all) index.put(one);
  return index;
};

test('slices follow their GPU', () => {
  expect(groupByHost(list)[0]?.gpus.map((one) => one.id)).toEqual([
    'whole',
    'cut',
    's2',
    's10',
    'other',
  ]);
});

test('GPU shares its device with its slices, slices only with it', () => {
  expect(sharing('cut', gpus)).toEqual(['cut', 's10', 's2']);
  expect(sharing('s2', gpus)).toEqual(['s2', 'cut']);
  expect(sharing('whole', gpus)).toEqual(['whole']);
});

test('draft of a GPU is taken with a slice, and the reverse', () => {
  const draft = (id: string) => ({ gpus: [id], from: noon, until: noon + 3_600_000 });
  const slice = indexed(booking(['s2'], 0, 1));
  expect(check(draft('cut'), slice, gpus, noon).taken.map((one) => one.gpu)).toEqual(['cut']);
  expect(check(draft('s10'), slice, gpus, noon).free).toEqual(['s10']);
  const whole = indexed(booking(['cut'], 0, 1));
  expect(check(draft('s10'), whole, gpus, noon).taken.map((one) => one.gpu)).toEqual(['s10']);
});

test('host with all slices held is full', () => {
  const host = [gpu('cut', '1'), gpu('s2', '1.2', 'cut'), gpu('s10', '1.10', 'cut')];
  const path = occupancyPath(
    indexed(booking(['s2', 's10'], -1, 9)),
    host,
    { start: noon, span: 3_600_000, width: 6 },
    20,
  );
  expect(path).toBe('M0 20H0V0H6V20Z');
});

test('GPU is not counted beside its slices, nor a slice free under it', () => {
  expect(bookable(list).map((one) => one.id)).toEqual(['s10', 'other', 's2', 'whole']);
  expect(
    freeNow(indexed(booking(['cut'], 0, 1)), list, noon, () => false).map((one) => one.index),
  ).toEqual(['10', '0']);
});
