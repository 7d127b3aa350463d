/* A reporter for vitest whose last line is "N passed, N failed", which ops/test adds up. */
export default class Totals {
  onTestRunEnd(modules, errors) {
    const totals = { passed: 0, failed: errors.length, skipped: 0 };
    for (const module of modules) {
      if (module.errors().length > 0) totals.failed += 1;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed' || state === 'failed') totals[state] += 1;
        else totals.skipped += 1;
      }
    }
    const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
    process.on('exit', () => console.log(`${totals.passed} passed, ${totals.failed} failed${skipped}`));
  }
}
