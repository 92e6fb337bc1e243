import { defineConfig } from 'vitest/config';

/** The tests beside the pure code, without the suite's databases and guards: they run anew for each change of it. */
export default defineConfig({
  test: {
    include: ['web/placement/*.test.ts', 'web/deliveries/*.test.ts', 'web/deliveries/run/*.test.ts'],
    // It draws orders for seconds, about code that is not changed here.
    exclude: ['web/deliveries/run/coverage.test.ts'],
    isolate: false,
    testTimeout: 60_000,
  },
});
