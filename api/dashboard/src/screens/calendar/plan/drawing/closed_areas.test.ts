import { expect, test } from 'vitest';
import { groupByHost, type CalendarGpu } from '../model';
import { makeRows } from '../rows';
import { closedAt, washOf, type ClosedTime } from './closed_areas';

const gpu = (index: number, host = 'a'): CalendarGpu => ({
  id: `${host}${index}`,
  hostId: host,
  hostName: host,
  index: String(index),
  model: '',
  state: 'available',
});
const { rows } = makeRows(groupByHost([gpu(0), gpu(1), gpu(2), gpu(0, 'b')]), new Set());
const scale = { start: 0, span: 1000, width: 500 };
const night: ClosedTime = { from: 200, until: 400, after: 'days' };

test('adjacent rows closed alike share an area, hosts separate areas', () => {
  const closed = new Map([
    ['a0', [night]],
    ['a1', [night]],
    ['b0', [night]],
  ]);
  const boxes = washOf(rows, closed, scale);
  const [first] = rows.filter((row) => row.kind === 'gpu');
  expect(boxes.map(({ x, width }) => [x, width])).toEqual([
    [100, 100],
    [100, 100],
  ]);
  expect(boxes[0]).toMatchObject({ y: first?.top, height: 2 * (first?.height ?? 0) });
});

test('areas outside the picture are left out', () => {
  expect(
    washOf(
      rows,
      new Map([
        [
          'a0',
          [
            { from: -500, until: 100 },
            { from: 2000, until: 3000 },
          ],
        ],
      ]),
      scale,
    ),
  ).toMatchObject([{ x: 0, width: 50 }]);
});

test('rule at a point is found', () => {
  const closed = new Map([['a1', [night]]]);
  const row = rows.find((one) => one.kind === 'gpu' && one.gpu.id === 'a1');
  expect(closedAt(rows, closed, scale, 150, (row?.top ?? 0) + 2)).toEqual(night);
  expect(closedAt(rows, closed, scale, 99, (row?.top ?? 0) + 2)).toBeUndefined();
  expect(closedAt(rows, closed, scale, 150, (row?.top ?? 0) - 2)).toBeUndefined();
});
