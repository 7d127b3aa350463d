import { expect, test } from 'vitest';
import { parseJumps, pinnedJumpKey } from './jumps';
import type { Host } from '../types';

test('jumps are parsed as after ssh -J', () => {
  expect(parseJumps('', 'dibs')).toEqual([]);
  expect(parseJumps('ann@login1:2222, login2', 'dibs')).toEqual([
    { address: 'login1', port: 2222, user: 'ann' },
    { address: 'login2', port: 22, user: 'dibs' },
  ]);
  expect(parseJumps('[fe80::1]:2222,fe80::2', '')).toEqual([
    { address: 'fe80::1', port: 2222 },
    { address: 'fe80::2', port: 22 },
  ]);
  expect(parseJumps('ann@ad@login1', '')).toEqual([
    { address: 'login1', port: 22, user: 'ann@ad' },
  ]);
  for (const wrong of ['a:0', 'a:70000', 'a:b', '@a', 'a b', 'a,b,c,d'])
    expect(parseJumps(wrong, 'dibs')).toBeUndefined();
});

test('jump key is known from another host with the same way', () => {
  const host = {
    jumps: [
      { address: 'login1', port: 22, user: 'a', host_key_fingerprint: 'one' },
      { address: 'inner', port: 2222, user: 'a', host_key_fingerprint: 'two' },
    ],
  } as Host;
  const first = { address: 'login1', port: 22, host_key_fingerprint: 'one' };
  expect(pinnedJumpKey([host], [], { address: 'login1', port: 22 })).toBe('one');
  expect(pinnedJumpKey([host], [first], { address: 'inner', port: 2222 })).toBe('two');
  expect(pinnedJumpKey([host], [], { address: 'inner', port: 2222 })).toBeUndefined();
  expect(pinnedJumpKey([host], [first], { address: 'inner', port: 22 })).toBeUndefined();
});
