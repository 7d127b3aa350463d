import { expect, test } from 'vitest';
import { boxAt, placeFor, type Room } from './toast_place';

const room: Room = { width: 1440, height: 900, margin: 24, above: 60, below: 20 };
const size = { width: 520, height: 60 };

test('message is at the foot, in the middle, without other boxes', () => {
  expect(placeFor([], size, room)).toBe('middle');
  expect(boxAt('middle', size, room)).toEqual({ left: 460, top: 820, right: 980, bottom: 880 });
  expect(placeFor([{ left: 1120, top: 48, right: 1440, bottom: 900 }], size, room)).toBe('middle'); // a side panel
});

test('message moves beside a floating box', () => {
  expect(placeFor([{ left: 800, top: 600, right: 1100, bottom: 890 }], size, room)).toBe('start');
  expect(placeFor([{ left: 500, top: 600, right: 800, bottom: 890 }], size, room)).toBe('end');
  expect(placeFor([{ left: 0, top: 700, right: 1440, bottom: 890 }], size, room)).toBe('top');
});

test('message stays visible when every position is taken', () => {
  expect(placeFor([{ left: 0, top: 0, right: 1440, bottom: 900 }], size, room)).toBe('middle');
});

test('touching boxes do not count as covering', () => {
  expect(placeFor([{ left: 980, top: 820, right: 1200, bottom: 880 }], size, room)).toBe('middle');
});
