import { expect, test } from 'vitest';
import { minuteMs } from '../../../lib/zone';
import { gradient, meanOf, rampSteps, rampStep, utilisation } from './strips';

const ramp = Array.from({ length: rampSteps }, (_, i) => `u${i}`);
const usage = { from: 0, step: minuteMs, columns: new Map<string, (number | null)[]>([['a', [100, 100, null, 0]], ['b', [0, 100, null, null]]]) };

test('bins are means over GPUs and time; nothing measured is a gap, never a zero', () => {
  expect(utilisation(usage, ['a', 'b'], { from: 0, until: 4 * minuteMs }, 4)).toEqual([50, 100, null, 0]);
  expect(utilisation(usage, ['a', 'b'], { from: 0, until: 4 * minuteMs }, 2)).toEqual([75, 0]);
  expect(utilisation(usage, ['unknown'], { from: 0, until: 4 * minuteMs }, 2)).toEqual([null, null]);
  expect(meanOf(usage, ['a'], { from: 0, until: 2 * minuteMs })).toBe(100);
});

test('the gradient joins equal steps and leaves gaps open', () => {
  expect(gradient([100, 100, null, 0], ramp)).toBe(
    'linear-gradient(90deg, u8 0% 50%, transparent 50% 75%, u0 75% 100%)');
  expect(gradient([null, null], ramp)).toBe('');
  expect([0, 50, 100, 130].map(rampStep)).toEqual([0, 4, 8, 8]);
});
