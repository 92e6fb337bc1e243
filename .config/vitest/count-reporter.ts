import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/** Counts single tests for `run-tests.ts`. A file or a hook that fails outside every test counts as one failure. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    let passed = 0;
    let failed = unhandledErrors.length;
    for (const module of modules) {
      const states = [...module.children.allTests()].map((test) => test.result().state);
      const failedTests = states.filter((state) => state === 'failed').length;
      passed += states.filter((state) => state === 'passed').length;
      failed += failedTests === 0 && module.state() === 'failed' ? 1 : failedTests;
    }
    const file = process.env['TEST_COUNTS_FILE'];
    if (file) {
      writeFileSync(file, JSON.stringify({ passed, failed }));
    }
  }
}
