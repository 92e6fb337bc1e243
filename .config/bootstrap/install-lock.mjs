import { mkdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const TOUCH_MS = 2_000;
const STALE_MS = 15_000;

/**
 * Runs `work` in one process at a time. The folder `path` is the lock; its holder touches it, so that the lock of a
 * process that was killed ends by itself.
 *
 * @template T
 * @param {string} path
 * @param {{ onWait: () => void, work: () => Promise<T> }} options
 * @returns {Promise<T>}
 */
export async function oneAtATime(path, { onWait, work }) {
  mkdirSync(dirname(path), { recursive: true });
  for (let told = false; !take(path); await pause(250)) {
    if (!told) {
      onWait();
      told = true;
    }
  }
  const touching = setInterval(() => touch(path), TOUCH_MS);
  const release = () => rmSync(path, { recursive: true, force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    clearInterval(touching);
    process.off('exit', release);
    release();
  }
}

function take(path) {
  try {
    mkdirSync(path);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') {
      throw error;
    }
    if (Date.now() - lastTouch(path) > STALE_MS) {
      rmSync(path, { recursive: true, force: true });
    }
    return false;
  }
}

function lastTouch(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
}

function touch(path) {
  const now = new Date();
  try {
    utimesSync(path, now, now);
  } catch {
    // Taken away by a cleaner: the installation itself goes on.
  }
}
