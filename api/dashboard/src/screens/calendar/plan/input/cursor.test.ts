import { expect, test } from 'vitest';
import { dayMs, hourMs } from '../../../../lib/zone';
import { bookingUnder, marked, press, startCursor, type Cursor } from './cursor';
import { booking, fleet, noon } from '../testing';

const mine = booking(['gpu01:1'], 3, 2);
const theirs = booking(['gpu02:0'], 1, 2, { owner: 'bartek' });
const grid = {
  ...fleet([mine, theirs]),
  span: 2 * dayMs,
  mayChange: (one: { owner: string }) => one.owner === 'ann',
};

function keys(from: Cursor, ...names: string[]) {
  let turn: ReturnType<typeof press> = { cursor: from };
  for (const name of names) {
    const shift = name.startsWith('+');
    turn = press(
      turn?.cursor ?? from,
      { key: shift ? name.slice(1) : name, shift, command: false },
      grid,
    );
  }
  return turn ?? { cursor: from };
}
const start = { ...startCursor(noon), row: 1 };

test('arrows move by cells and stop at the first and last row', () => {
  expect(keys(start, 'ArrowDown', 'ArrowRight').cursor).toMatchObject({
    row: 2,
    at: noon + hourMs,
  });
  expect(keys(start, 'ArrowUp', 'ArrowUp', 'ArrowUp').cursor.row).toBe(0);
});

test('Shift and arrows extend, Enter opens, Escape drops a rectangle', () => {
  const foreignMarkup = keys(start, '+ArrowRight', '+ArrowRight', '+ArrowDown');
  expect(marked(foreignMarkup.cursor, grid)).toEqual({
    gpus: ['gpu01:0', 'gpu01:1'],
    from: noon,
    until: noon + 3 * hourMs,
  });
  expect(keys(foreignMarkup.cursor, 'Enter').effect).toMatchObject({
    do: 'open',
    draft: { until: noon + 3 * hourMs },
  });
  expect(keys(foreignMarkup.cursor, 'Escape').cursor.anchor).toBeNull();
  expect(keys(foreignMarkup.cursor, 'ArrowLeft').cursor.anchor).toBeNull();
});

test('Enter opens an hour, selects a booking or toggles a host', () => {
  expect(keys(start, 'Enter').effect).toMatchObject({
    do: 'open',
    draft: { gpus: ['gpu01:0'], until: noon + hourMs },
  });
  expect(keys({ ...start, row: 2, at: noon + 3 * hourMs }, 'Enter').effect).toEqual({
    do: 'select',
    booking: mine,
  });
  expect(keys({ ...start, row: 0 }, 'Enter').effect).toEqual({ do: 'toggle', hostId: 'gpu01' });
});

test('brackets jump between bookings across rows', () => {
  const first = keys(start, ']').cursor;
  expect(bookingUnder(first, grid)).toBe(mine);
  const second = keys(first, ']').cursor;
  expect(bookingUnder(second, grid)).toBe(theirs);
  expect(keys(second, ']').cursor).toEqual(second);
  expect(bookingUnder(keys(second, '[').cursor, grid)).toBe(mine);
});

test('m lifts a booking, arrows carry, Enter drops, Escape cancels', () => {
  const on = { ...start, row: 2, at: noon + 3 * hourMs };
  const turn = keys(on, 'm', 'ArrowDown', 'ArrowRight', '+ArrowRight');
  expect(turn.cursor.carry).toMatchObject({ by: hourMs, slots: 1, grow: hourMs, copy: false });
  expect(keys(turn.cursor, 'Enter').effect).toMatchObject({ do: 'commit', carry: { slots: 1 } });
  expect(keys(turn.cursor, 'Escape').cursor.carry).toBeNull();
  expect(keys(turn.cursor, 'z').effect).toBeUndefined();
});

test('carried booking passes from a host’s last row to the next host', () => {
  const pair = booking(['gpu01:2', 'gpu01:3'], 8, 1);
  const there = { ...grid, ...fleet([pair]) };
  const on = { ...start, row: 3, at: noon + 8 * hourMs };
  const go = (...names: string[]) =>
    names.reduce<Cursor>(
      (cursor, key) =>
        press(cursor, { key, shift: false, command: false }, there)?.cursor ?? cursor,
      on,
    );
  expect(go('m', 'ArrowDown').carry?.slots).toBe(2); // gpu02:0-1
  expect(go('m', 'ArrowDown', 'ArrowUp').carry?.slots).toBe(0);
  expect(go('m', 'ArrowUp', 'ArrowUp', 'ArrowUp').carry?.slots).toBe(-2); // the first row
});

test('other’s booking can be copied, not moved, edited or cancelled', () => {
  const on = { ...start, row: 6, at: noon + hourMs };
  for (const key of ['m', 'e', 'Delete'])
    expect(keys(on, key).effect).toEqual({ do: 'refuse', booking: theirs });
  expect(keys(on, 'c').cursor.carry?.copy).toBe(true);
  expect(keys({ ...start, row: 2, at: noon + 3 * hourMs }, 'Delete').effect).toMatchObject({
    do: 'cancel',
  });
});

test('zoom, today, filter and table have keys, Ctrl keys pass through', () => {
  expect(keys(start, 'z').effect).toEqual({ do: 'zoom', by: -1 });
  expect(keys(start, 'Z').effect).toEqual({ do: 'zoom', by: 1 });
  expect(keys(start, 'g', 't').effect).toEqual({ do: 'today' });
  expect(keys(start, '/').effect).toEqual({ do: 'filter' });
  expect(keys(start, 'v').effect).toEqual({ do: 'table' });
  expect(press(start, { key: 'z', shift: false, command: true }, grid)).toBeNull();
  expect(press(start, { key: 'q', shift: false, command: false }, grid)).toBeNull();
});

test('page keys jump between hosts', () => {
  expect(keys(start, 'PageDown').cursor.row).toBe(5);
  expect(keys(start, 'PageDown', 'PageDown').cursor.row).toBe(9);
  expect(keys(start, 'PageUp').cursor.row).toBe(0);
});
