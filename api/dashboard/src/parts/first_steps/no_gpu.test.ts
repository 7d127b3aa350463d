import { expect, test } from 'vitest';
import type { Host } from '../../data/types';
import { noneFound, whyNone } from './no_gpu';

const host = (
  state: Host['state'],
  driver: Host['driver'] = { state: 'unknown' },
  reason?: string,
): Host => ({ state, driver, reason }) as Host;

test('single host waits for its driver, several report at once', () => {
  expect(noneFound([])).toBe(false);
  expect(noneFound([host('connecting')])).toBe(false);
  expect(noneFound([host('unreachable')])).toBe(false);
  expect(noneFound([host('reachable')])).toBe(false);
  expect(noneFound([host('driver_broken', { state: 'missing' })])).toBe(true);
  expect(noneFound([host('reachable', { state: 'working' })])).toBe(true);
  expect(noneFound([host('unreachable'), host('connecting')])).toBe(true);
});

test('each host gives the reason of its missing GPUs', () => {
  expect(whyNone(host('connecting'))).toBe('Connecting…');
  expect(whyNone(host('unreachable', undefined, 'refused'))).toBe(
    'Not reached: it refuses the connection',
  );
  expect(whyNone(host('reachable'))).toBe('Reached; looking for GPUs…');
  expect(whyNone(host('driver_broken', { state: 'missing' }))).toMatch(/^There is no nvidia-smi/);
  expect(whyNone(host('driver_broken', { state: 'broken', words: 'No devices were found' }))).toBe(
    'Its GPU driver does not work: No devices were found',
  );
  expect(whyNone(host('driver_broken', { state: 'broken' }))).toBe(
    'Its GPU driver does not work: it says nothing',
  );
});
