import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const panel = fileURLToPath(new URL('.', import.meta.url));
const contract = fileURLToPath(new URL('../api-contract', import.meta.url));
const lock = fileURLToPath(new URL('../../package-lock.json', import.meta.url));
const buildScript = fileURLToPath(new URL('build.ts', import.meta.url));

/** Where the production build lands. */
export const distFolder = fileURLToPath(new URL('dist', import.meta.url));
/** Hash of what the build in `dist` was made from; absent where there is none. */
export const stampFile = join(distFolder, '.inputs');
const turn = join(panel, '.building');

const lockPollMs = 200;
/** Longer than any build: an older lock was left by a process that died. */
const staleLockMs = 120_000;

/**
 * The folder of a production build that matches the sources; builds only where a source, the API contract or a
 * dependency changed since the last build. Safe to call from several processes at once: one builds, the others wait.
 *
 * @returns absolute path of the `dist` folder
 */
export async function ensureBuilt(): Promise<string> {
  const wanted = await hashOfInputs();
  if ((await builtHash()) === wanted) return distFolder;
  await takeTurn();
  try {
    if ((await builtHash()) !== wanted) await promisify(execFile)(process.execPath, [buildScript]);
  } finally {
    await rmdir(turn);
  }
  return distFolder;
}

/** Hash over everything that the build reads. */
export async function hashOfInputs(): Promise<string> {
  const hash = createHash('sha256');
  for (const folder of [panel, contract]) {
    const names = await readdir(folder, { recursive: true });
    for (const name of names.filter(isInput).sort()) {
      hash.update(`${name}\0`).update(await readFile(join(folder, name)));
    }
  }
  hash.update(await readFile(lock));
  return hash.digest('hex');
}

function isInput(name: string): boolean {
  return !/^(dist|testing)\b|\.test\.tsx?$/.test(name) && /\.(tsx?|css|json|html)$/.test(name);
}

async function builtHash(): Promise<string | null> {
  return readFile(stampFile, 'utf8').catch(() => null);
}

async function takeTurn(): Promise<void> {
  for (;;) {
    const taken = await mkdir(turn).then(
      () => true,
      () => false,
    );
    if (taken) return;
    const age = await stat(turn).then(
      (entry) => Date.now() - entry.mtimeMs,
      () => 0,
    );
    if (age > staleLockMs) await rmdir(turn).catch(() => undefined);
    await wait(lockPollMs);
  }
}
