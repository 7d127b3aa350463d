import { expect, test } from 'vitest';
import { freshPanel, usualPanels } from './new_panels';
import { overlap } from './layout';

test('a new panel has an id that is free, a place that is free, and what its kind needs', () => {
  const usual = usualPanels();
  const chart = freshPanel('chart', usual);
  expect(chart).toMatchObject({ id: 'p9', metric: 'utilization_percent', x: 0, y: 12, w: 6, h: 4 });
  expect(freshPanel('text', usual)).not.toHaveProperty('metric');
  expect(freshPanel('violations', usual)).not.toHaveProperty('metric');
});

test('the usual panels lie beside each other', () => {
  const usual = usualPanels();
  expect(usual[0], 'the first thing that people ask').toMatchObject({ kind: 'free', x: 0, y: 0 });
  for (const a of usual) for (const b of usual) if (a !== b) expect(overlap(a, b)).toBe(false);
});
