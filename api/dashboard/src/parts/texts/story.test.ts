import { expect, test } from 'vitest';
import type { Fact } from '../../data/types';
import { isOfOneCommand, rowsOf } from './story';

const fact = (position: number, more: Partial<Fact> = {}): Fact =>
  ({
    position,
    type: 'reservation.booked.v1',
    time: '2026-11-24T09:00:00.000Z',
    sentence: { key: 'reservation.booked', arguments: {} },
    data: {},
    ...more,
  }) as Fact;

const rows = (facts: Fact[]) => rowsOf(facts, (ids) => ids.join('+'));
const onGpu = (position: number, type: string, gpu: string, more: Partial<Fact> = {}): Fact => {
  const person = { kind: 'person' as const, text: 'ann', id: 'per_ann' };
  return fact(position, {
    type: `${type}.v1`,
    reservation_id: 'res_1',
    sentence: {
      key: type,
      arguments: {
        person,
        gpus: { kind: 'gpus', text: gpu, ids: [gpu] },
        pid: { kind: 'number', text: String(position) },
      },
    },
    ...more,
  });
};

test('same event of several processes is one row, people’s acts are not', () => {
  const [story, other, ...rest] = rows([
    onGpu(9, 'violation.opened', 'b'),
    onGpu(8, 'violation.opened', 'a'),
    onGpu(7, 'violation.opened', 'a'),
    onGpu(6, 'violation.opened', 'a', { time: '2026-11-24T08:58:00.000Z' }),
    fact(5),
    fact(4),
  ]);
  expect([
    story?.facts.length,
    story?.fact.position,
    story?.fact.sentence.arguments['gpus']?.text,
    story?.fact.sentence.arguments['pid']?.text,
  ]).toEqual([3, 9, 'b+a', '7, 8, 9']);
  expect([other?.fact.position, rest.map((row) => row.fact.position)]).toEqual([6, [5, 4]]);
  expect(
    rows([
      onGpu(2, 'violation.opened', 'a'),
      onGpu(1, 'violation.opened', 'a', { reservation_id: 'res_2' }),
    ]),
  ).toHaveLength(2);
  expect(rows([onGpu(2, 'violation.opened', 'a'), onGpu(1, 'violation.closed', 'a')])).toHaveLength(
    2,
  );
});

test('same event is one row in ascending order too', () => {
  const [booked, story, excused] = rows([
    fact(1),
    onGpu(2, 'violation.opened', 'a'),
    onGpu(3, 'violation.opened', 'b'),
    onGpu(4, 'violation.excused', 'a'),
    onGpu(5, 'violation.excused', 'b'),
  ]);
  expect([booked?.facts.length, story?.facts.length, excused?.facts.length]).toEqual([1, 2, 2]);
  expect([
    story?.fact.position,
    story?.fact.sentence.arguments['gpus']?.text,
    story?.fact.sentence.arguments['pid']?.text,
  ]).toEqual([2, 'a+b', '2, 3']);
});

const byAnn = { actor_id: 'per_ann', request_id: 'req-1' };
const suspended = (position: number, more: Partial<Fact> = {}): Fact =>
  fact(position, {
    type: 'reservation.suspended.v1',
    may_follow: true,
    reservation_id: `res_${position}`,
    ...byAnn,
    ...more,
  });

test('consequences of a command are in its row in any order', () => {
  const withdrawn = fact(1, { type: 'grant.withdrawn.v1', ...byAnn });
  const all = [withdrawn, ...Array.from({ length: 514 }, (_, i) => suspended(i + 2))];
  for (const list of [all, [...all].reverse()]) {
    const [row, ...more] = rows(list);
    expect([row?.fact.type, row?.facts.length, row?.follows?.length, more.length]).toEqual([
      'grant.withdrawn.v1',
      515,
      514,
      0,
    ]);
  }
});

test('first consequence stands for a command that is filtered out', () => {
  const [row, ...more] = rows([suspended(4), suspended(3), suspended(2)]);
  expect([row?.fact.position, row?.follows?.map(({ position }) => position), more]).toEqual([
    2,
    [3, 4],
    [],
  ]);
});

test('other requests, moments and people’s acts have their own rows', () => {
  expect(rows([suspended(3, { request_id: 'req-2' }), suspended(2)])).toHaveLength(2);
  expect(rows([suspended(3, { time: '2026-11-24T09:00:00.001Z' }), suspended(2)])).toHaveLength(2);
  expect(rows([suspended(3, { actor_id: 'per_bob' }), suspended(2)])).toHaveLength(2);
  expect(
    isOfOneCommand(fact(3, byAnn), suspended(2)),
    'a booking does not follow from what was suspended before',
  ).toBe(false);
});

test('step and outcome are one row, an open step has its own', () => {
  const mail = (position: number, type: string, after_s = 300): Fact =>
    fact(position, {
      type: `${type}.v1`,
      violation_id: 'vio_1',
      data: { step: { after_s, action: 'mail_person' } } as unknown as Fact['data'],
    });
  const told = rows([
    mail(9, 'violation.escalated', 600),
    mail(8, 'violation.acted'),
    fact(7),
    mail(6, 'violation.escalated'),
  ]);
  expect(told.map((row) => [row.fact.position, row.facts.map(({ position }) => position)])).toEqual(
    [
      [9, [9]],
      [8, [8, 6]],
      [7, [7]],
    ],
  );
  expect(
    rows([mail(6, 'violation.escalated'), mail(8, 'violation.acted')]).map(
      (row) => row.fact.position,
    ),
  ).toEqual([8]);
});
