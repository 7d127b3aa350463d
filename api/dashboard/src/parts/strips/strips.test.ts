import { expect, test } from 'vitest';
import type { UsageSplit } from '../../data/types';
import { minuteMs } from '../../lib/zone';
import { background, binsOf, meanOf, rampStep, rampSteps, tableOf } from './strips';

const colours = {
  ramp: Array.from({ length: rampSteps }, (_, i) => `u${i}`),
  others: 'grey',
  violation: 'bad',
};
type SplitRow = UsageSplit['rows'][number];
const row = (
  gpu: string,
  reservation: string | undefined,
  first: number,
  holder: (number | null)[],
  others = holder.map(() => 0),
  unknown = holder.map(() => 0),
): SplitRow => ({
  gpu_id: gpu,
  ...(reservation === undefined ? {} : { reservation_id: reservation }),
  first,
  holder_percent: holder,
  others_percent: others,
  unknown_percent: unknown,
});
const split = (rows: SplitRow[], step = 60, from = 0, steps = 4): UsageSplit => ({
  from: new Date(from).toISOString(),
  until: new Date(from + steps * step * 1000).toISOString(),
  step_s: step as 60,
  rows,
});
const over = { from: 0, until: 4 * minuteMs };
const holders = (bins: ReturnType<typeof binsOf>) => bins.map((bin) => bin && bin.holder);

test('bins are means over GPUs and time, unmeasured ones are gaps', () => {
  const tables = [
    tableOf(split([row('a', 'r', 0, [100, 100, null, 0]), row('b', 'r', 0, [0, 100, null, null])])),
  ];
  expect(holders(binsOf(tables, 'r', ['a', 'b'], over, 4))).toEqual([50, 100, null, 0]);
  expect(holders(binsOf(tables, 'r', ['a', 'b'], over, 2))).toEqual([75, 0]);
  expect(binsOf(tables, 'r', ['unknown'], over, 2)).toEqual([null, null]);
  expect(meanOf(tables, 'r', ['a'], { from: 0, until: 2 * minuteMs })?.holder).toBe(100);
});

test('mean has its unmeasured share and ignores the open step', () => {
  const tables = [
    tableOf(
      split([row('a', 'r', 0, [80, 80, null, null, null, null, null, null, null])], 60, 0, 9),
    ),
  ];
  expect(meanOf(tables, 'r', ['a'], { from: 0, until: 9 * minuteMs })).toEqual({
    holder: 20,
    others: 0,
    unknown: 75,
  });
  expect(meanOf(tables, 'r', ['a'], { from: 0, until: 3 * minuteMs })).toEqual({
    holder: 80,
    others: 0,
    unknown: 0,
  });
  expect(meanOf(tables, 'r', ['b'], { from: 0, until: 9 * minuteMs })).toBeNull();
});

test('use in another booking or in none is left out', () => {
  const tables = [
    tableOf(
      split([
        row('a', 'before', 0, [90, 90]),
        row('a', 'r', 2, [10, 10]),
        row('a', undefined, 0, [70]),
      ]),
    ),
  ];
  expect(holders(binsOf(tables, 'r', ['a'], over, 4))).toEqual([null, null, 10, 10]);
});

test('minutes take precedence over hours', () => {
  const hour = tableOf(split([row('a', 'r', 0, [20, 30])], 3600, 0, 2));
  const minutes = tableOf(split([row('a', 'r', 0, [90, 80])], 60, 60 * minuteMs, 60));
  expect(
    holders(binsOf([minutes, hour], 'r', ['a'], { from: 58 * minuteMs, until: 62 * minuteMs }, 4)),
  ).toEqual([20, 20, 90, 80]);
});

test('use by an intruder is striped, not painted as the holder’s', () => {
  const tables = [tableOf(split([row('a', 'r', 0, [0, 0, 0, 0], [0, 94, 94, 0])]))];
  const open = [{ from: 60_000, until: Infinity }];
  expect(background(binsOf(tables, 'r', ['a'], over, 4, open), colours)).toBe(
    'repeating-linear-gradient(115deg, bad 0 3px, transparent 3px 5px) 50% 0 / 50% 100% no-repeat, linear-gradient(90deg, u0 0% 100%)',
  );
});

test('equal steps are merged, unknown use stays a gap', () => {
  const bin = (holder: number, others = 0, unknown = 0) => ({ holder, others, unknown });
  expect(background([bin(100), bin(100), null, bin(0)], colours)).toBe(
    'linear-gradient(90deg, u8 0% 50%, transparent 50% 75%, u0 75% 100%)',
  );
  expect(background([bin(0, 0, 80), bin(50, 0, 20)], colours)).toBe(
    'linear-gradient(90deg, transparent 0% 50%, u4 50% 100%)',
  );
  expect(background([null, null], colours)).toBe('');
  expect(background([bin(0, 50)], colours)).toBe(
    'repeating-linear-gradient(115deg, grey 0 3px, transparent 3px 5px) 0% 0 / 100% 100% no-repeat, linear-gradient(90deg, u0 0% 100%)',
  );
  expect([0, 50, 100, 130].map(rampStep)).toEqual([0, 4, 8, 8]);
});

test('others’ use has the alarm colour only during a violation', () => {
  const used = [row('a', 'r', 0, [0, 0, 0, 0], [94, 94, 94, 94])];
  const stripe = (colour: string, place: string) =>
    `repeating-linear-gradient(115deg, ${colour} 0 3px, transparent 3px 5px) ${place} 100% no-repeat`;
  const drawn = (
    tables: ReturnType<typeof tableOf>[],
    violations: { from: number; until: number }[],
  ) => background(binsOf(tables, 'r', ['a'], over, 4, violations), colours);
  const minutes = [tableOf(split(used))];
  expect(drawn(minutes, [])).toBe(
    `${stripe('grey', '0% 0 / 100%')}, linear-gradient(90deg, u0 0% 100%)`,
  );
  expect(drawn(minutes, [{ from: 2 * minuteMs, until: 4 * minuteMs }])).toBe(
    `${stripe('grey', '0% 0 / 50%')}, ${stripe('bad', '100% 0 / 50%')}, linear-gradient(90deg, u0 0% 100%)`,
  );
  // Of an hour, the minutes of others' use are unknown.
  const hour = [tableOf(split([row('a', 'r', 0, [0], [94])], 3600, 0, 1))];
  expect(drawn(hour, [{ from: 2 * minuteMs, until: 3 * minuteMs }])).toBe(
    `${stripe('bad', '0% 0 / 100%')}, linear-gradient(90deg, u0 0% 100%)`,
  );
});
