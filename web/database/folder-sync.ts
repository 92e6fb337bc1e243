import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const AT_ONCE = 16;

/**
 * Brings every file and folder under `root` to the disk. PGlite's own fsync never reaches the kernel (only its log does,
 * being opened O_SYNC), so the data files behind a checkpoint are synced from here.
 */
export async function syncFolder(root: string): Promise<void> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile() || entry.isDirectory());
  const queue = [root, ...paths.map((entry) => join(entry.parentPath, entry.name))];
  await Promise.all(Array.from({ length: AT_ONCE }, () => syncNext(queue)));
}

async function syncNext(queue: string[]): Promise<void> {
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    try {
      const handle = await open(path, 'r');
      await handle.sync().finally(() => handle.close());
    } catch (error) {
      if (!isGone(error)) {
        throw error;
      }
    }
  }
}

/** A file that the database removed meanwhile needs no syncing. */
function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
