import { expect, test } from 'vitest';
import type { Violation } from '../../../../data/types';
import { dayMs, hourMs } from '../../../../lib/zone';
import { hasSecondLine, isNamed, marksOf, roomBeside, runsOf } from './marks';
import { fleet, noon } from '../testing';

const scale = { start: noon - 4 * hourMs, span: 2 * dayMs, width: 960 }; // 20 px an hour
const { rows } = fleet();
let made = 0;
const violation = (gpu: string, hoursAgo: number, who = 'dana'): Violation => ({
  id: `vio_${++made}`,
  state: 'open',
  kind: 'intruder',
  gpus: [gpu],
  gpu_name: gpu,
  host_id: 'gpu01',
  unix_name: who,
  processes: [],
  steps: [],
  opened_at: new Date(noon - hoursAgo * hourMs).toISOString(),
});
const over = (
  gpu: string,
  hoursAgo: number,
  hours: number,
  more: Partial<Violation> = {},
): Violation => ({
  ...violation(gpu, hoursAgo),
  state: 'closed',
  closed_at: new Date(noon - (hoursAgo - hours) * hourMs).toISOString(),
  ...more,
});
const marked = (violations: readonly Violation[], now = noon, at = scale) =>
  marksOf(
    runsOf(violations, (one) => one.unknown_since),
    rows,
    at,
    now,
  );

test('mark of an open violation is at its time and reaches now', () => {
  const [mark] = marked([violation('gpu01:1', 2)]);
  expect(mark).toMatchObject({
    gpu: 'gpu01:1',
    who: 'dana',
    x: 40,
    width: 40,
    top: rows.rows[2]?.top,
  });
});

test('unseen violation is marked as closed until it was last seen', () => {
  const marks = marked([
    { ...violation('gpu01:1', 3), unknown_since: new Date(noon - hourMs).toISOString() },
    violation('gpu01:2', 3),
  ]);
  expect(marks.map((mark) => [mark.open, mark.x, mark.width, mark.until])).toEqual([
    [false, 20, 40, noon - hourMs],
    [true, 20, 60, noon],
  ]);
});

test('eight processes of one person on a GPU are one mark', () => {
  const marks = marked([
    violation('gpu01:1', 1),
    violation('gpu01:1', 3),
    violation('gpu01:1', 2),
    violation('gpu01:1', 2, 'eve'),
    violation('gpu01:2', 2),
  ]);
  expect(marks.map((mark) => [mark.gpu, mark.who, mark.x])).toEqual([
    ['gpu01:1', 'dana', 20],
    ['gpu01:1', 'eve', 40],
    ['gpu01:2', 'dana', 40],
  ]);
});

test('mark begins at the picture’s edge, later or hidden ones are left out', () => {
  expect(marked([violation('gpu01:1', 30)])[0]).toMatchObject({ x: 0, width: 80 });
  expect(marked([violation('gpu01:1', 0)], noon, { ...scale, start: noon - 3 * dayMs })).toEqual(
    [],
  );
  expect(marked([violation('gpu01:1', 2)], noon, { ...scale, start: noon + hourMs })).toEqual([]);
  expect(marked([violation('gpu09:1', 2)])).toEqual([]);
});

test('block’s words end before a mark or begin after it', () => {
  const [mark] = marked([violation('gpu01:1', 2)]);
  if (!mark) throw new Error('no mark');
  const block = { x: -160, width: 400, gpus: ['gpu01:1'] };
  expect(roomBeside([mark], { ...block, x: 0 }, 7)).toEqual({ from: 62, room: 331 });
  expect(roomBeside([mark], block, 7)).toEqual({ from: 7, room: 189 });
  expect(roomBeside([mark], { ...block, gpus: ['gpu01:2'] }, 7)).toEqual({ from: 7, room: 386 });
  expect(isNamed(mark, { x: 0, width: 400 }, 40, 960, [mark])).toBe(false); // the words are behind it
  expect(isNamed(mark, block, 40, 960, [mark])).toBe(true);
  expect(isNamed(mark, { x: -160, width: 250 }, 40, 960, [mark])).toBe(false); // no room
  expect(isNamed(mark, undefined, 40, 960, [mark])).toBe(true);
});

test('second line yields to a mark on its row only in its time', () => {
  const [mark] = marked([violation('gpu01:1', 2)]);
  if (!mark) throw new Error('no mark');
  const above = (...gpus: string[]) => ({ x: mark.x - 10, width: 400, gpus });
  expect(hasSecondLine([], above('gpu01:0', 'gpu01:1'), 28)).toBe(true);
  expect(hasSecondLine([], above('gpu01:0'), 40)).toBe(false); // one row has one line
  expect(hasSecondLine([mark], above('gpu01:0', 'gpu01:1'), 28)).toBe(false);
  expect(hasSecondLine([mark], above('gpu01:0', 'gpu01:1'), 40)).toBe(true); // both lines are on the first row
  expect(hasSecondLine([mark], above('gpu01:1', 'gpu01:2'), 40)).toBe(false);
  const later = { x: mark.x + mark.width + 100, width: 400, gpus: ['gpu01:1', 'gpu01:2'] };
  expect(hasSecondLine([mark], later, 40)).toBe(true);
  expect(hasSecondLine([mark], { ...later, x: mark.x - 450 }, 40)).toBe(true);
});

test('closed violation has a mark for its time, excused ones have none', () => {
  const excused = { by_id: 'per_1', reason: 'agreed', at: '2026-11-24T10:00:00Z' };
  const [mark, ...more] = marked([
    over('gpu01:1', 3, 1),
    over('gpu01:2', 3, 1, { excused }),
    { ...violation('gpu01:2', 0.5), excused },
  ]);
  expect(mark).toMatchObject({
    open: false,
    count: 1,
    at: noon - 3 * hourMs,
    until: noon - 2 * hourMs,
    x: 20,
    width: 20,
  });
  expect(more).toEqual([]);
  expect(marked([over('gpu01:1', 9, 2)])).toEqual([]); // before the picture
  expect(marked([over('gpu01:1', 5, 2)])[0]).toMatchObject({
    x: 0,
    width: 20,
    at: noon - 5 * hourMs,
  }); // into it
  expect(marked([over('gpu01:1', 3, 1 / 60)])[0]?.width).toBe(2); // a minute can be seen
});

test('overlapping processes are one mark, a later run is another', () => {
  const marks = marked([
    over('gpu01:1', 4, 0.5),
    over('gpu01:1', 3.8, 0.5),
    over('gpu01:1', 3.29, 0.29),
    over('gpu01:1', 1.5, 1),
  ]);
  expect(
    marks.map(({ at, until, count }) => [(noon - at) / hourMs, (noon - until) / hourMs, count]),
  ).toEqual([
    [4, 3, 1],
    [1.5, 0.5, 1],
  ]);
});

test('overlapping signs merge, and an open one is above the others', () => {
  const short = [
    over('gpu01:1', 3, 0.1),
    over('gpu01:1', 2.5, 0.1),
    over('gpu01:1', 2.1, 0.05),
    over('gpu01:1', 1.5, 0.1),
  ];
  const marks = marked([violation('gpu01:1', 2.4), ...short]);
  expect(marks.map((mark) => [mark.open, mark.count, mark.x])).toEqual([
    [false, 3, 20],
    [false, 1, 50],
    [true, 1, 32],
  ]);
  expect([marks[0]?.at, marks[0]?.until]).toEqual([noon - 3 * hourMs, noon - 2.05 * hourMs]);
  expect(marks[0]?.width).toBe(20);
  expect(
    marked(short.slice(0, 3), noon, { ...scale, span: 6 * hourMs }).map((mark) => mark.count),
  ).toEqual([1, 1, 1]); // nearer
});

test('name ends before the next sign on its row', () => {
  const marks = marked([
    over('gpu01:1', 3, 0.1),
    over('gpu01:1', 1, 0.1),
    over('gpu01:2', 2.9, 0.1),
  ]);
  const [first] = marks;
  if (!first) throw new Error('no mark');
  expect([
    isNamed(first, undefined, 10, 960, marks),
    isNamed(first, undefined, 40, 960, marks),
  ]).toEqual([true, false]);
});
