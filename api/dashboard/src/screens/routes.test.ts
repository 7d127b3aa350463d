import { expect, test } from 'vitest';
import { isHere, match } from './routes';

test('literal path matches with or without a slash', () => {
  expect(match('/fleet', '/fleet/')).toEqual({});
  expect(match('/', '/')).toEqual({});
  expect(match('/fleet', '/fleets')).toBeNull();
  expect(match('/fleet', '/fleet/gpu03')).toBeNull();
});

test('path parameters are decoded', () => {
  expect(match('/fleet/:host', '/fleet/gpu%2003')).toEqual({ host: 'gpu 03' });
});

test('undecodable path matches nothing', () => {
  expect(match('/fleet/:host', '/fleet/%E0%A4')).toBeNull();
});

test('navigation entry is current for its path and below', () => {
  expect([isHere('/fleet', '/fleet'), isHere('/fleet', '/fleet/gpu03')]).toEqual([true, true]);
  expect([isHere('/fleet', '/fleets'), isHere('/', '/fleet'), isHere('/', '/')]).toEqual([
    false,
    false,
    true,
  ]);
});
