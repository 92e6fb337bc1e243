import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));

export default defineConfig({
  root,
  test: {
    globalSetup: ['web/testing/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    retry: 0,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    include: ['web/**/*.test.ts', '.config/**/*.test.ts'],
  },
});
