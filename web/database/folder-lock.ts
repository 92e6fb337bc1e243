import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

const holderSchema = z.object({ pid: z.number(), host: z.string(), since: z.string() });

/**
 * Holds `folder` for this process alone until `release`, because two processes on one embedded database lose rows
 * without a word. The kernel drops the lock when the process dies, however it dies; a pid file would outlive it.
 *
 * @throws naming the process that holds the folder.
 */
export function lockFolder(folder: string): { release(): void } {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const holderFile = join(folder, 'lock-holder.json');
  const lock = new DatabaseSync(join(folder, 'lock.sqlite'), { timeout: 0 });
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    throw new Error(
      `${describeHolder(holderFile)} already uses the embedded database in ${folder}, which serves one process only. ` +
        'Stop it, choose another folder (DATA_DIR, of the delivery service COURIER_DATA_DIR), or name a PostgreSQL server ' +
        '(DATABASE_URL, COURIER_DATABASE_URL) to run several processes.',
      { cause: error },
    );
  }
  writeFileSync(holderFile, JSON.stringify({ pid: process.pid, host: hostname(), since: new Date().toISOString() }));
  return { release: () => lock.close() };
}

function describeHolder(holderFile: string): string {
  try {
    const holder = holderSchema.parse(JSON.parse(readFileSync(holderFile, 'utf8')));
    return `Process ${holder.pid} on ${holder.host} (since ${holder.since})`;
  } catch {
    return 'Another process';
  }
}
