import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rmdir, stat, utimes } from 'node:fs/promises';
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

const lockPollMs = 200;
/** How often who builds renews its lock. */
const renewMs = 10_000;
/** An older lock was left by a process that died. */
const staleLockMs = 120_000;

/**
 * The folder of a production build that matches the sources; builds only where a source, the API contract or a
 * dependency changed since the last build. Safe to call from several processes at once: one builds, the others wait.
 *
 * @returns absolute path of the `dist` folder
 */
export async function ensureBuilt(): Promise<string> {
  await buildOnce({
    inputs: await hashOfInputs(),
    stampFile,
    turn: join(panel, '.building'),
    build: () => promisify(execFile)(process.execPath, [buildScript]),
  });
  return distFolder;
}

/** Something built from files, whose stamp names what it was built from. */
export interface Build {
  /** Hash of everything that the build reads. */
  inputs: string;
  stampFile: string;
  /** A folder that stands while somebody builds. */
  turn: string;
  /** Writes the stamp, too. */
  build(): Promise<unknown>;
}

/** Builds where the stamp names other inputs; of several processes one builds, and the others wait. */
export async function buildOnce({ inputs, stampFile: stamp, turn, build }: Build): Promise<void> {
  const isBuilt = async () => (await readFile(stamp, 'utf8').catch(() => null)) === inputs;
  if (await isBuilt()) return;
  await takeTurn(turn);
  const renewing = setInterval(() => void utimes(turn, new Date(), new Date()).catch(() => undefined), renewMs);
  try {
    if (!(await isBuilt())) await build();
  } finally {
    clearInterval(renewing);
    await rmdir(turn);
  }
}

/** Hash over everything that the panel's build reads. */
export async function hashOfInputs(): Promise<string> {
  return hashOfFiles([panel, contract], isInput);
}

/** Hash over the files of `folders` that `counts` takes by their names, and over the lock file. */
export async function hashOfFiles(folders: string[], counts: (name: string) => boolean): Promise<string> {
  const hash = createHash('sha256');
  for (const folder of folders) {
    const names = await readdir(folder, { recursive: true });
    for (const name of names.filter(counts).sort()) {
      hash.update(`${name}\0`).update(await readFile(join(folder, name)));
    }
  }
  hash.update(await readFile(lock));
  return hash.digest('hex');
}

function isInput(name: string): boolean {
  return !/^(dist|testing)\b|\.test\.tsx?$/.test(name) && /\.(tsx?|css|json|html)$/.test(name);
}

async function takeTurn(turn: string): Promise<void> {
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
