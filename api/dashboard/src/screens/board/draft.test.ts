import { expect, test } from 'vitest';
import type { Panel } from '../../data/types';
import { faultOf, formOf, panelOf, placed } from './draft';

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

test('form converts back to its panel', () => {
  expect(panelOf('p1', formOf(chart))).toEqual(chart);
  const text: Panel = { id: 'p2', kind: 'text', text: 'a\nb', x: 0, y: 4, w: 12, h: 1 };
  expect(panelOf('p2', formOf(text))).toEqual(text);
});

test('other kind keeps only its own members', () => {
  expect(panelOf('p1', { ...formOf(chart), kind: 'violations' })).toEqual({
    id: 'p1',
    kind: 'violations',
    title: 'Heat',
    gpus: ['gpu_a'],
    x: 0,
    y: 0,
    w: 6,
    h: 4,
  });
  expect(panelOf('p1', { ...formOf(chart), kind: 'text', text: ' note ' })).toEqual({
    id: 'p1',
    kind: 'text',
    title: 'Heat',
    text: 'note',
    x: 0,
    y: 0,
    w: 6,
    h: 4,
  });
  expect(panelOf('p1', { ...formOf(chart), scope: 'fleet' })).not.toHaveProperty('gpus');
});

test('host metric allows all or one host, squares only GPUs', () => {
  const load: Panel = {
    id: 'p1',
    kind: 'chart',
    host_metric: 'memory_used_mib',
    host_id: 'host_a',
    window_s: 31_536_000,
    x: 0,
    y: 0,
    w: 6,
    h: 4,
  };
  const form = formOf(load);
  expect(form.metric).toBe('host:memory_used_mib');
  expect(panelOf('p1', form)).toEqual(load);
  expect(panelOf('p1', { ...form, scope: 'gpus', gpus: ['gpu_a'] })).not.toHaveProperty('gpus');
  expect(panelOf('p1', { ...form, kind: 'gpus' })).toMatchObject({ metric: 'utilization_percent' });
  expect(panelOf('p1', { ...form, kind: 'gpus' })).not.toHaveProperty('host_metric');
  expect(faultOf({ ...form, scope: 'gpus', gpus: [] })).toBeNull();
});

test('form reports errors before the server does', () => {
  const form = formOf(chart);
  expect(faultOf(form)).toBeNull();
  expect(faultOf({ ...form, gpus: [] })).toBe('gpus');
  expect(faultOf({ ...form, scope: 'host' })).toBe('host');
  expect(faultOf({ ...form, kind: 'text', text: '  ' })).toBe('text');
  expect(faultOf({ ...form, kind: 'text', text: 'ż'.repeat(1001) })).toBe('textLong');
  expect(faultOf({ ...form, title: 'ż'.repeat(101) })).toBe('titleLong');
});

test('panel is placed within the grid', () => {
  expect(placed([chart], new Map([['p1', { x: 9, y: 1, w: 6, h: 4 }]]))[0]).toMatchObject({
    x: 6,
    y: 1,
    metric: 'power_w',
  });
});
