import { expect, test } from 'vitest';
import { freshPanel, usualPanels } from './new_panels';
import { overlap } from './layout';

test('new panel has a free id, a free position and its required members', () => {
  const usual = usualPanels();
  const chart = freshPanel('chart', usual);
  expect(chart).toMatchObject({ id: 'p9', metric: 'utilization_percent', x: 0, y: 12, w: 6, h: 4 });
  expect(freshPanel('text', usual)).not.toHaveProperty('metric');
  expect(freshPanel('violations', usual)).not.toHaveProperty('metric');
});

test('default panels do not overlap', () => {
  const usual = usualPanels();
  expect(usual[0], 'the first thing that people ask').toMatchObject({ kind: 'free', x: 0, y: 0 });
  for (const a of usual) for (const b of usual) if (a !== b) expect(overlap(a, b)).toBe(false);
});
