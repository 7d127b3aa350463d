import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withSiteIds } from './examples';

const contract = readFileSync(new URL('../../../openapi.yaml', import.meta.url), 'utf8');
const [first, second, third] = ['110', '111', '112'].map(
  (end) => `gpu_01JD3K8QZ4T5V6W7X8Y9Z0A${end}`,
) as [string, string, string];

test('invented ids are replaced by the site’s everywhere', () => {
  const shown = withSiteIds(contract, { gpu: ['gpu_A', 'gpu_B'] });
  expect(contract.match(/gpu_01JD3K8QZ4T5V6W7X8Y9Z0A110/g)?.length).toBeGreaterThan(10);
  expect(shown).not.toContain(first);
  expect(shown).not.toContain(second);
  expect(shown.split('gpu_A').length).toBe(contract.split(first).length);
  expect(shown.split('gpu_B').length).toBe(contract.split(second).length);
  expect(shown, 'the site has no third').toContain(third);
});

test('contract stays unchanged without ids of the site', () => {
  expect(withSiteIds(contract, {})).toBe(contract);
  expect(withSiteIds(contract, { gpu: [], res: [] })).toBe(contract);
});
