import { expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs } from '../../../../lib/zone';
import { begin, ghost, hit, resized } from './gesture';
import { Layout } from '../drawing/layout';
import { booking, fleet, noon } from '../testing';

const yes = () => true;
const picture = (rows: ReturnType<typeof fleet>['rows']) => ({
  scale: { start: noon, span: 2 * dayMs, width: 960 },
  rows,
  window: { first: 0, last: 99 },
});

test('pointer hits a block’s middle and edges, a cell and a header', () => {
  const context = fleet([booking(['gpu01:0'], 2, 4)]);
  const blocks = new Layout().draw(context.index, picture(context.rows));
  expect(hit(blocks, context.rows, 80, 40)).toMatchObject({ on: 'block', edge: null });
  expect(hit(blocks, context.rows, 43, 40)).toMatchObject({ edge: 'start' });
  expect(hit(blocks, context.rows, 117, 40)).toMatchObject({ edge: 'end' });
  expect(hit(blocks, context.rows, 300, 40)).toEqual({ on: 'free', row: 1 });
  expect(hit(blocks, context.rows, 300, 10)).toEqual({ on: 'host', row: 0 });
  expect(hit(blocks, context.rows, 300, 5_000)).toBeNull();
});

test('gesture of a press depends on owner and state', () => {
  const upcoming = fleet([booking(['gpu01:0'], 2, 4)]);
  const [block] = new Layout().draw(upcoming.index, picture(upcoming.rows));
  if (!block) throw new Error('no block');
  const corner = { row: 1, at: noon };
  const on = (edge: 'start' | 'end' | null) => ({ on: 'block' as const, block, edge });
  expect(begin(on(null), corner, yes, false, noon)?.kind).toBe('move');
  expect(begin(on('start'), corner, yes, false, noon)?.kind).toBe('start');
  expect(begin(on(null), corner, () => false, false, noon)).toBeNull();
  expect(begin(on(null), corner, () => false, true, noon)?.kind).toBe('copy');
  const running = noon + 3 * hourMs;
  expect(begin(on(null), corner, yes, false, running)).toBeNull();
  expect(begin(on('start'), corner, yes, false, running)).toBeNull();
  expect(begin(on('end'), corner, yes, false, running)?.kind).toBe('end');
  expect(begin(on('end'), corner, yes, false, noon + dayMs)).toBeNull();
  expect(begin({ on: 'free', row: 1 }, corner, yes, false, noon)?.kind).toBe('draw');
});

test('move carries all GPUs on one host and is legal on free ones', () => {
  const mine = booking(['gpu01:2', 'gpu01:3'], 2, 2);
  const theirs = booking(['gpu02:1'], 3, 2, { owner: 'bartek' });
  const context = fleet([mine, theirs]);
  const gesture = { kind: 'move' as const, booking: mine, from: { row: 3, at: noon + 3 * hourMs } };
  const stays = ghost(gesture, { row: 4, at: noon + 4 * hourMs + 4 * minuteMs }, context);
  expect(stays).toMatchObject({
    legal: true,
    draft: { gpus: ['gpu01:2', 'gpu01:3'], from: noon + 3 * hourMs },
  });
  const taken = ghost(gesture, { row: 6, at: noon + 3 * hourMs }, context);
  expect(taken).toMatchObject({ legal: false, draft: { gpus: ['gpu02:0', 'gpu02:1'] } });
  expect(taken.check.taken[0]?.booking).toBe(theirs);
  expect(ghost(gesture, { row: 99, at: noon + 3 * hourMs }, context).draft.gpus).toEqual([
    'gpu02:2',
    'gpu02:3',
  ]); // the last rows
  expect(ghost(gesture, gesture.from, context)).toMatchObject({ unchanged: true });
});

test('move stops at now and at the horizon', () => {
  const mine = booking(['gpu01:0'], 2, 2);
  const context = { ...fleet([mine]), latestStart: noon + 10 * hourMs + minuteMs };
  const gesture = { kind: 'move' as const, booking: mine, from: { row: 1, at: noon + 3 * hourMs } };
  expect(ghost(gesture, { row: 1, at: noon - 5 * hourMs }, context)).toMatchObject({
    legal: true,
    draft: { from: noon, until: noon + 2 * hourMs },
  });
  expect(ghost(gesture, { row: 1, at: noon + 99 * hourMs }, context)).toMatchObject({
    legal: true,
    draft: { from: noon + 10 * hourMs },
  });
});

test('click on a row’s density selects, a drag from there draws', () => {
  const one = booking(['gpu01:0'], 2, 0.5);
  const { rows, index } = fleet([one]);
  const [block] = new Layout().draw(index, picture(rows));
  if (!block) throw new Error('no block');
  const found = hit([], rows, 40, 40, () => block);
  expect(found).toEqual({ on: 'speck', block, row: 1 });
  expect(found && begin(found, { row: 1, at: noon }, yes, false, noon)?.kind).toBe('draw');
});

test('copy collides with its original', () => {
  const mine = booking(['gpu01:0'], 2, 2);
  const context = fleet([mine]);
  const from = { row: 1, at: noon + 3 * hourMs };
  expect(
    ghost({ kind: 'copy', booking: mine, from }, { row: 1, at: noon + 4 * hourMs }, context).legal,
  ).toBe(false);
  expect(
    ghost({ kind: 'copy', booking: mine, from }, { row: 2, at: noon + 3 * hourMs }, context).legal,
  ).toBe(true);
});

test('running booking’s end moves, but not before now', () => {
  const running = booking(['gpu01:0'], -2, 4);
  const context = fleet([running]);
  const from = { row: 1, at: running.until };
  const longer = ghost(
    { kind: 'end', booking: running, from },
    { row: 1, at: running.until + hourMs },
    context,
  );
  expect(longer).toMatchObject({
    legal: true,
    draft: { from: running.from, until: running.until + hourMs },
  });
  expect(resized(running, 'end', -9 * hourMs, context).until).toBe(noon);
});

test('edges keep the shortest length', () => {
  const mine = booking(['gpu01:0'], 2, 2);
  for (const shortestMs of [10 * minuteMs, 30 * minuteMs]) {
    const context = { now: noon, shortestMs };
    expect(resized(mine, 'end', -5 * hourMs, context).until).toBe(mine.from + shortestMs);
    expect(resized(mine, 'start', 5 * hourMs, context).from).toBe(mine.until - shortestMs);
  }
});
