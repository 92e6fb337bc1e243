/**
 * Which folder of `web/` may import which, and what else it may reach. The direction is one way:
 * placement ← deliveries ← {storage, courier-client, shopify} ← runtime ← {backend, worker, operator}. Each rule has a canary in
 * `import-boundaries.test.ts`.
 */
export interface Boundary {
  /** Folders of `web/` besides its own. */
  folders: readonly string[];
  /** Node's own modules. Without them there is no clock but Date, no I/O and no randomness to import. */
  node: boolean;
  /** The only packages allowed; absent: any. */
  packages?: readonly string[];
}

const DOMAIN = ['placement', 'deliveries', 'api-contract'];
const ADAPTERS = ['storage', 'courier-client', 'shopify', 'database'];

export const BOUNDARIES: Readonly<Record<string, Boundary>> = {
  'api-contract': { folders: [], node: false, packages: ['zod'] },
  placement: { folders: ['api-contract'], node: false },
  deliveries: { folders: ['placement', 'api-contract'], node: false },
  database: { folders: [], node: true },
  storage: { folders: [...DOMAIN, 'database'], node: true },
  'courier-client': { folders: DOMAIN, node: true },
  shopify: { folders: DOMAIN, node: true },
  runtime: { folders: [...DOMAIN, ...ADAPTERS], node: true },
  backend: { folders: [...DOMAIN, ...ADAPTERS, 'runtime'], node: true },
  worker: { folders: [...DOMAIN, ...ADAPTERS, 'runtime'], node: true },
  operator: { folders: [...DOMAIN, ...ADAPTERS, 'runtime'], node: true },
  frontend: { folders: ['api-contract'], node: false },
  'courier-service': { folders: ['database'], node: true },
  'store-simulator': { folders: ['database'], node: true },
  testing: {
    folders: [
      ...DOMAIN,
      ...ADAPTERS,
      'runtime',
      'backend',
      'worker',
      'operator',
      'frontend',
      'courier-service',
      'store-simulator',
    ],
    node: true,
  },
};

/** What an extension is made of: bundled with it, so that packages for development are all it has. */
export const EXTENSION: Boundary = {
  folders: ['api-contract'],
  node: false,
  packages: ['preact', '@shopify/ui-extensions'],
};

/** Folders of `extensions/` that extensions share; none of them is an extension. */
export const SHARED_BY_EXTENSIONS = ['parts'];

const PUTS_TOGETHER = { folders: [...DOMAIN, ...ADAPTERS, 'backend', 'worker', 'operator'], node: true };
const BUILDS = { folders: [], node: true };

/** Folders that no server runs: what they import is bundled for the browser, or serves the local world only. */
export const NOT_SERVED = ['frontend', 'store-simulator'];

/** Files that stand above their folder: they put the parts of a process together, or build the panel for the browser. */
export const EXCEPTIONS: Readonly<Record<string, Boundary>> = {
  'web/runtime/main.ts': PUTS_TOGETHER,
  'web/runtime/app-process.ts': PUTS_TOGETHER,
  'web/frontend/build.ts': BUILDS,
  'web/frontend/ensure-built.ts': BUILDS,
  'web/frontend/precompress.ts': BUILDS,
  'web/frontend/purge-styles.ts': BUILDS,
  'web/frontend/screen-documents.ts': BUILDS,
  'web/frontend/vite.config.ts': BUILDS,
};

/** Names that only these files or folders import: whoever takes them elsewhere goes past what is checked. */
export const RESERVED: Readonly<Record<string, { for: readonly string[]; instead: string }>> = {
  startLocalWorld: {
    for: ['test-world.ts', 'demo.ts', 'screenshots.ts', 'bench/'].map((path) => `web/testing/${path}`),
    instead: 'startTestWorld, which holds every order against its promises when it closes',
  },
};

/** Statements on tables stand in these folders alone, and in tests: whoever wants a row asks them by a name that says what for. */
export const STATEMENTS = {
  folders: ['web/storage/', 'web/database/', 'web/courier-service/store/'],
  builders: ['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto'],
};

/** Tests may use the testing folder and Node, but not reach around the direction any other way. */
export const ALSO_IN_TESTS = { folders: ['testing', 'database', 'store-simulator', 'courier-service'], node: true };
