import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

const holderSchema = z.object({ pid: z.number(), host: z.string(), since: z.string() });

/** SQLite's word for a lock that another process has. */
const busy = 5;

/**
 * Holds `folder` for this process alone until `release`, because two processes on one embedded database lose rows
 * without a word. The kernel drops the lock when the process dies, however it dies; a pid file would outlive it.
 *
 * @throws naming the process that holds the folder, or what keeps this one from using it.
 */
export function lockFolder(folder: string): { release(): void } {
  const holderFile = join(folder, 'lock-holder.json');
  let lock: DatabaseSync | undefined;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    lock = new DatabaseSync(join(folder, 'lock.sqlite'), { timeout: 0 });
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    const holder = { pid: process.pid, host: hostname(), since: new Date().toISOString() };
    writeFileSync(holderFile, JSON.stringify(holder));
    const held = lock;
    return { release: () => held.close() };
  } catch (error) {
    lock?.close();
    if (!isBusy(error)) {
      const why = error instanceof Error ? error.message : 'unknown failure';
      throw new Error(
        `The embedded database cannot use the folder ${folder} (${why}): it needs one that this user may write to, with room on its disk.`,
        { cause: error },
      );
    }
    throw new Error(
      `${describeHolder(holderFile)} already uses the embedded database in ${folder}, which serves one process only. ` +
        'Stop it, choose another folder (DATA_DIR, of the delivery service COURIER_DATA_DIR), or name a PostgreSQL server ' +
        '(DATABASE_URL, COURIER_DATABASE_URL) to run several processes.',
      { cause: error },
    );
  }
}

const isBusy = (error: unknown): boolean => error instanceof Error && 'errcode' in error && error.errcode === busy;

function describeHolder(holderFile: string): string {
  try {
    const holder = holderSchema.parse(JSON.parse(readFileSync(holderFile, 'utf8')));
    return `Process ${holder.pid} on ${holder.host} (since ${holder.since})`;
  } catch {
    return 'Another process';
  }
}
