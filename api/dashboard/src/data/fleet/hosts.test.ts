import { expect, test } from 'vitest';
import { compareCommand, hostNameFor, isDown, isReached, troubleOf } from './hosts';
import type { Host } from '../types';

test('host name is the first label of its address unless numeric', () => {
  expect(hostNameFor('GPU01.example.org ')).toBe('gpu01');
  expect(hostNameFor('gpu_01')).toBe('gpu01');
  expect(hostNameFor('192.0.2.7')).toBe('');
  expect(hostNameFor('fe80::1')).toBe('');
  expect(hostNameFor('-x-')).toBe('x');
});

test('compare command shows the key of the given type', () => {
  expect(compareCommand('ssh-ed25519')).toBe('ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub');
  expect(compareCommand('ecdsa-sha2-nistp256')).toBe(
    'ssh-keygen -lf /etc/ssh/ssh_host_ecdsa_key.pub',
  );
  expect(compareCommand('what')).toBe('ssh-keygen -lf /etc/ssh/ssh_host_*_key.pub');
});

test('host with a broken driver is reached, one with another key is not', () => {
  const host = (state: Host['state']): Host => ({ state }) as Host;
  expect(
    (['connecting', 'reachable', 'unreachable', 'key_changed', 'driver_broken'] as const).map(
      (state) => [troubleOf(host(state)), isReached(host(state))],
    ),
  ).toEqual([
    [undefined, false],
    [undefined, true],
    ['unreachable', false],
    ['key', false],
    ['driver', true],
  ]);
  expect(isDown(host('key_changed'))).toBe(true);
  expect(isDown(undefined)).toBe(false);
});
