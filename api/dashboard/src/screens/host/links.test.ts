import { expect, test } from 'vitest';
import { joinedByNvlink, numaNodes } from './links';

const nv = (from: number, to: number) => ({ from, to, kind: 'nvlink', nvlinks: 4 }) as const;

test('GPUs joined by NVLink are one group, also through others', () => {
  expect(
    joinedByNvlink({
      links: [nv(0, 1), nv(2, 3), nv(1, 3), nv(5, 6), { from: 0, to: 5, kind: 'sys', nvlinks: 0 }],
      numa: [],
    }),
  ).toEqual(['0-3', '5-6']);
  expect(joinedByNvlink({ links: [nv(4, 6)], numa: [] })).toEqual(['4,6']);
  expect(
    joinedByNvlink({ links: [{ from: 0, to: 1, kind: 'pix', nvlinks: 0 }], numa: [] }),
  ).toEqual([]);
});

test('each NUMA node has its GPUs', () => {
  const numa = [
    { index: 0, node: 1 },
    { index: 1, node: 0 },
    { index: 2, node: 1 },
    { index: 3, node: 1 },
  ];
  expect(numaNodes({ links: [], numa })).toEqual([
    { node: 0, gpus: '1' },
    { node: 1, gpus: '0,2-3' },
  ]);
});
