/**
 * What every script of package.json runs. Plain JavaScript without dependencies for any Node from 20 on: it installs what
 * is missing and hands over to the project's own Node. Its own lines go to stderr; stdout belongs to the command.
 */
import process from 'node:process';
import { handOver } from './hand-over.mjs';
import { ensureInstalled } from './install.mjs';
import { InstallProblem } from './problems.mjs';
import { projectNode } from './project-node.mjs';

const ENTRY_POINTS = {
  demo: 'web/testing/demo.ts',
  test: '.config/tests/main.ts',
  check: '.config/check/main.ts',
  build: 'web/frontend/build.ts',
  start: 'web/runtime/main.ts',
  dev: '.config/bootstrap/dev.mjs',
  'dev-server': 'web/testing/dev/main.ts',
  courier: 'web/courier-service/main.ts',
  store: 'web/store-simulator/main.ts',
  doctor: 'web/operator/doctor.ts',
  shops: 'web/operator/shops.ts',
  'rotate-keys': 'web/operator/rotate-keys.ts',
  migrate: 'web/operator/migrate.ts',
  backup: 'web/operator/backup.ts',
  restore: 'web/operator/restore.ts',
  bench: 'web/testing/bench/main.ts',
  chaos: 'web/testing/chaos/main.ts',
  mutation: 'node_modules/@stryker-mutator/core/bin/stryker.js',
  screenshots: 'web/testing/screenshots.ts',
  conformance: 'web/testing/conformance/main.ts',
};

/** These run from an installation without development packages, where the machine's own Node is new enough. */
const PRODUCTION = new Set(['start', 'doctor', 'shops', 'rotate-keys', 'migrate', 'backup', 'restore']);

const [command = '', ...args] = process.argv.slice(2);

try {
  const entryPoint = ENTRY_POINTS[command];
  if (!entryPoint) {
    throw new InstallProblem(`There is no command "${command}". There are: ${Object.keys(ENTRY_POINTS).join(', ')}.`);
  }
  await ensureInstalled({ production: PRODUCTION.has(command) });
  process.exitCode = await handOver(projectNode(), entryPoint, args);
} catch (error) {
  if (!(error instanceof InstallProblem)) {
    throw error;
  }
  process.stderr.write(`\n${error.message}\n`);
  process.exitCode = 1;
}
