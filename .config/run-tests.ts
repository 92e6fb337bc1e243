/**
 * `npm test`: every test, and as the very last line of stdout `N passed, N failed`, whatever happened. Further arguments
 * go to vitest: `npm test -- web/placement`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const reporter = fileURLToPath(new URL('./vitest/count-reporter.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'same-day-tests-'));
const countsFile = join(folder, 'counts.json');

const args = [vitest, 'run', '--reporter=default', `--reporter=${reporter}`, ...process.argv.slice(2)];
const child = spawn(process.execPath, args, {
  stdio: ['ignore', 'inherit', 'inherit'],
  // vitest keeps a token in the user's data folder; nothing is written outside the clone.
  env: { ...process.env, TEST_COUNTS_FILE: countsFile, XDG_DATA_HOME: folder },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => child.kill(signal));
}
const [code] = (await once(child, 'close')) as [number | null];

const { passed, failed } = counts();
// A crash outside every test, or a run without tests, is a failure that no test carries.
const broken = failed === 0 && (code !== 0 || passed === 0);
const allFailed = failed + (broken ? 1 : 0);
rmSync(folder, { recursive: true, force: true });
process.stdout.write(`\n${passed} passed, ${allFailed} failed\n`);
process.exitCode = allFailed > 0 ? 1 : 0;

function counts(): { passed: number; failed: number } {
  try {
    return JSON.parse(readFileSync(countsFile, 'utf8')) as { passed: number; failed: number };
  } catch {
    return { passed: 0, failed: 0 };
  }
}
