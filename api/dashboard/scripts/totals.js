/* A vitest reporter whose last line is "N passed, N failed", which ops/test adds up. Before it:
   each failed test by name with the first line of its error. Then each test that passed only on a
   retry (a slow machine or a flaky test). */
export default class Totals {
  onTestRunEnd(modules, errors) {
    const totals = { passed: 0, failed: errors.length, skipped: 0 };
    const again = [];
    const named = errors.map((error) => `outside a test: ${firstLine(error)}`);
    for (const module of modules) {
      const file = module.moduleId.split('/').at(-1);
      const own = module.errors();
      if (own.length > 0) totals.failed += 1;
      named.push(...own.map((error) => `${file}: ${firstLine(error)}`));
      for (const test of module.children.allTests()) {
        const { state, errors: why = [] } = test.result();
        if (state === 'passed' || state === 'failed') totals[state] += 1;
        else totals.skipped += 1;
        const line = `${file} > ${test.fullName}: ${firstLine(why[0])}`;
        if (state === 'failed') named.push(line);
        else if (test.diagnostic()?.flaky) again.push(line);
      }
    }
    const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
    process.on('exit', () => {
      for (const name of again) console.log(`PASSED AT THE SECOND TRY: ${name}`);
      for (const name of named) console.log(`FAIL: ${name}`);
      console.log(`${totals.passed} passed, ${totals.failed} failed${skipped}`);
    });
  }
}

const firstLine = (error) => (error?.message ?? '').split('\n')[0];
