import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rmdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildPanel, distFolder } from './build-panel.ts';

const panel = fileURLToPath(new URL('.', import.meta.url));
const contract = fileURLToPath(new URL('../api-contract', import.meta.url));
const lock = fileURLToPath(new URL('../../package-lock.json', import.meta.url));
const stamp = join(distFolder, '.inputs');
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
    if ((await builtHash()) !== wanted) {
      await buildPanel();
      await writeFile(stamp, wanted);
    }
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
  return readFile(stamp, 'utf8').catch(() => null);
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
