import { defineConfig } from 'vitest/config';

/** The tests that lie beside the pure code, without the suite's databases and guards: a change of it is tried in a second. */
export default defineConfig({
  test: {
    include: [
      'web/placement/*.test.ts',
      'web/deliveries/*.test.ts',
      'web/deliveries/run/*.test.ts',
    ],
    isolate: false,
  },
});
