import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { startProgram } from '../program.ts';

export interface ServerProcess {
  url: string;
  /** From its start to its line `ready <url>`. */
  readyMs: number;
  /** Resident memory now, MB. */
  rssMb(): number;
  /** Its processor time since it began, ms. */
  processorMs(): Promise<number>;
  stop(): Promise<void>;
}

export const entryPoints = {
  app: fileURLToPath(new URL('../../runtime/main.ts', import.meta.url)),
  courier: fileURLToPath(new URL('../../courier-service/main.ts', import.meta.url)),
  shopifyAppExpress: fileURLToPath(new URL('intake/shopify-app-express-server.ts', import.meta.url)),
  floor: fileURLToPath(new URL('intake/floor-server.ts', import.meta.url)),
};

/** Starts a program that says `ready <url>` when it accepts requests, with no environment but this. */
export async function startServer(entryPoint: string, env: Record<string, string>): Promise<ServerProcess> {
  const started = await startProgram(entryPoint, { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', ...env });
  const { child, url, readyMs, residentKb, end } = started;
  return {
    ...{ url, readyMs },
    rssMb: () => residentKb() / 1000,
    processorMs: () => processorMs(child),
    stop: async () => void (await end('SIGTERM')),
  };
}

/** Linux counts in hundredths of a second. */
async function processorMs({ pid }: ChildProcess): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The fields `utime` and `stime` of proc(5), counted after the command's name.
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) * 10;
}
