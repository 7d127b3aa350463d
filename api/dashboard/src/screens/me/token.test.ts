import { expect, test } from 'vitest';
import { endOf, isOver, levelOf, scopesOf } from './token';

test('level has the scopes of lower ones', () => {
  expect(scopesOf('metrics')).toEqual(['metrics']);
  expect(scopesOf('read')).toEqual(['metrics', 'read']);
  expect(scopesOf('admin')).toEqual(['metrics', 'read', 'book', 'admin']);
  expect(levelOf(['read', 'book'])).toBe('book');
  expect(levelOf(['admin'])).toBe('admin');
  expect(levelOf(['metrics'])).toBe('metrics');
  expect(levelOf([])).toBeNull();
});

test('days are counted in the zone despite a lost hour', () => {
  const now = Date.UTC(2027, 2, 27, 8); // 9:00 in Warsaw; the clocks go forward that night
  expect(endOf(7, now, 'Europe/Warsaw')).toBe(Date.UTC(2027, 3, 3, 7));
  expect(endOf('2027-03-28', now, 'Europe/Warsaw')).toBe(Date.UTC(2027, 2, 28, 22));
});

test('invalid or past day gives no end', () => {
  const now = Date.UTC(2026, 10, 24, 8);
  expect(endOf('', now, 'UTC')).toBeNull();
  expect(endOf('2026-11-23', now, 'UTC')).toBeNull();
  expect(endOf('2026-11-24', now, 'UTC')).toBe(Date.UTC(2026, 10, 25));
  expect(isOver({ expires_at: '2026-11-24T07:59:00Z' }, now)).toBe(true);
  expect(isOver({}, now)).toBe(false);
});
