import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const VITEST = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
const REPORTER = fileURLToPath(new URL('../vitest/count-reporter.ts', import.meta.url));

export interface Counts {
  passed: number;
  failed: number;
}

/** Runs vitest with `args`, showing its output, and counts single tests. A crash or a run without tests is a failure. */
export async function runTests(args: string[]): Promise<Counts> {
  const folder = mkdtempSync(join(tmpdir(), 'same-day-tests-'));
  const countsFile = join(folder, 'counts.json');
  const child = spawn(process.execPath, [VITEST, 'run', '--reporter=default', `--reporter=${REPORTER}`, ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    // vitest keeps a token in the user's data folder; nothing is written outside the clone.
    env: { ...process.env, TEST_COUNTS_FILE: countsFile, XDG_DATA_HOME: folder },
  });
  const forward = (signal: NodeJS.Signals) => child.kill(signal);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) {
    process.on(signal, forward);
  }
  const [code] = (await once(child, 'close')) as [number | null];
  for (const signal of signals) {
    process.off(signal, forward);
  }
  const counts = readCounts(countsFile);
  rmSync(folder, { recursive: true, force: true });
  return counts.failed === 0 && (code !== 0 || counts.passed === 0) ? { ...counts, failed: 1 } : counts;
}

function readCounts(file: string): Counts {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Counts;
  } catch {
    return { passed: 0, failed: 0 };
  }
}
