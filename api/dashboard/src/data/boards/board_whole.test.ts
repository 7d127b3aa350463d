import { expect, test } from 'vitest';
import { isSame } from './board_whole';
import type { Panel } from '../types';

test('boards are equal in any order of their panels', () => {
  const chart: Panel = {
    id: 'p1',
    kind: 'chart',
    metric: 'power_w',
    gpus: ['gpu_a'],
    window_s: 3600,
    title: 'Heat',
    x: 0,
    y: 0,
    w: 6,
    h: 4,
  };
  const again: Panel = {
    h: 4,
    w: 6,
    y: 0,
    x: 0,
    title: 'Heat',
    window_s: 3600,
    gpus: ['gpu_a'],
    metric: 'power_w',
    kind: 'chart',
    id: 'p1',
  };
  const second: Panel = { id: 'p2', kind: 'violations', x: 0, y: 4, w: 6, h: 4 };
  expect(
    isSame(
      { title: 'A', shared: false, panels: [chart, second] },
      { title: 'A', shared: false, panels: [second, again] },
    ),
  ).toBe(true);
  expect(
    isSame(
      { title: 'A', shared: false, panels: [chart] },
      { title: 'A', shared: true, panels: [chart] },
    ),
  ).toBe(false);
});
