import { expect, test } from 'vitest';
import { match } from './routes';

test('a literal path fits itself, with or without a slash', () => {
  expect(match('/fleet', '/fleet/')).toEqual({});
  expect(match('/', '/')).toEqual({});
  expect(match('/fleet', '/fleets')).toBeNull();
  expect(match('/fleet', '/fleet/gpu03')).toBeNull();
});

test('parameters are decoded', () => {
  expect(match('/fleet/:host', '/fleet/gpu%2003')).toEqual({ host: 'gpu 03' });
});

test('what cannot be decoded is no address', () => {
  expect(match('/fleet/:host', '/fleet/%E0%A4')).toBeNull();
});
