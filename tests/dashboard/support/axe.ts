/* axe-core on a page: violations of WCAG 2.2 A or AA, in lines with the rule and the element. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

export async function findings(page: Page): Promise<string[]> {
  // Through the debugger, which bypasses the page's policy.
  await page.evaluate(axe.source);
  return page.evaluate(async (wanted) => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
      runOnly: { type: 'tag', values: wanted },
      resultTypes: ['violations'],
    });
    return violations.flatMap((one) =>
      one.nodes.map(
        (node) =>
          `${one.id} (${one.impact ?? ''}): ${node.target.join(' ')}: ${node.failureSummary?.split('\n')[1]?.trim() ?? one.help}`,
      ),
    );
  }, tags);
}
