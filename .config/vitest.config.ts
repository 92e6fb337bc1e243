import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './vitest/longest-first.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
export const setupFiles = [
  '.config/vitest/no-noise.ts',
  '.config/vitest/closed-network.ts',
  '.config/vitest/nothing-left-open.ts',
];
const domSetup = 'web/frontend/testing/setup.ts';

const whole = { branches: 100, functions: 100, lines: 100, statements: 100 };
const pureDeliveries = [
  ...['alarm', 'reasons', 'service-health', 'transitions', 'run/attempt-row', 'run/back-off', 'run/claim'],
  ...['run/matches-request', 'run/record-lookup', 'run/record-write-back', 'run/running-order'],
];

export default defineConfig({
  root,
  test: {
    pool: 'forks',
    // Two more than the processors of the smallest machine: of a file's time on one, two fifths are waiting.
    maxWorkers: 4,
    // One process runs many files: starting one and loading the app into it took a third of the processor time.
    isolate: false,
    retry: 0,
    // A test that takes seconds alone takes many times as long where others use every processor.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    teardownTimeout: 20_000,
    // What is waited for mostly comes within milliseconds; on a busy machine it must not be missed.
    expect: { poll: { timeout: 40_000 } },
    allowOnly: false,
    passWithNoTests: false,
    dangerouslyIgnoreUnhandledErrors: false,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    sequence: { shuffle: { tests: true }, sequencer: LongestFirst },
    coverage: {
      provider: 'v8',
      reporter: ['text'],
      include: ['web/placement/**/*.ts', 'web/deliveries/**/*.ts'],
      exclude: ['**/*.test.ts'],
      thresholds: {
        'web/placement/**/*.ts': whole,
        // What decides without any port; the rest of the folder is held by journeys and the simulation, too.
        [`web/deliveries/{${pureDeliveries.join()}}.ts`]: whole,
        'web/deliveries/**/*.ts': { branches: 68, functions: 72, lines: 78, statements: 74 },
      },
    },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['web/**/*.test.ts', '.config/**/*.test.ts'],
          exclude: ['web/frontend/dist/**'],
          globalSetup: ['web/testing/global-setup.ts'],
          setupFiles,
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          include: ['web/frontend/**/*.test.tsx'],
          environment: 'happy-dom',
          css: false,
          setupFiles: existsSync(`${root}/${domSetup}`) ? [...setupFiles, domSetup] : setupFiles,
        },
      },
      {
        extends: true,
        oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
        test: {
          name: 'extensions',
          include: ['extensions/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles,
          // It imports extensions' sources, which have to be compiled.
          server: { deps: { inline: ['@shopify/ui-extensions-tester'] } },
        },
      },
    ],
  },
});
