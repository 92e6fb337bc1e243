import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface ServerProcess {
  url: string;
  /** From its start to its line `ready <url>`. */
  readyMs: number;
  /** Resident memory now, MB. */
  rssMb(): Promise<number>;
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
  const startedAt = performance.now();
  const child = spawn(process.execPath, [entryPoint], {
    env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-2000);
  });
  const ready = Promise.withResolvers<string>();
  child.once('exit', () => ready.reject(new Error(`a server ended before it was ready: ${said}`)));
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.startsWith('ready ')) ready.resolve(line.slice('ready '.length));
  });
  const url = await ready.promise;
  const readyMs = performance.now() - startedAt;
  return {
    url,
    readyMs,
    rssMb: () => residentMb(child),
    processorMs: () => processorMs(child),
    stop: () => end(child),
  };
}

async function residentMb({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1000;
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

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
