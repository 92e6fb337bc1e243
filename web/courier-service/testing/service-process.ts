import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '#testing/child-environment.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));
const READY_LIMIT_MS = 120_000;

/** The service as its own process, as `npm run courier` starts it. */
export interface ServiceProcess {
  url: string;
  stdout: () => string;
  stderr: () => string;
  /** Resident memory in bytes. */
  rssBytes(): number;
  /** Signals it and waits for its end; the exit code, null after a signal. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts it and waits for its `ready` line. */
export async function startServiceProcess(environment: Record<string, string>): Promise<ServiceProcess> {
  const { child, stdout, stderr } = spawnService(environment);
  const url = await new Promise<string>((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error(`not ready: ${stderr()}`)), READY_LIMIT_MS);
    child.stdout?.on('data', () => {
      const line = /^ready (\S+)$/m.exec(stdout());
      if (line?.[1]) {
        clearTimeout(limit);
        resolve(line[1]);
      }
    });
    child.once('exit', () => {
      clearTimeout(limit);
      reject(new Error(`ended before it was ready: ${stderr()}`));
    });
  });
  return {
    url,
    stdout,
    stderr,
    rssBytes: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) * 1024,
    end: (signal) => end(child, signal),
  };
}

/** Runs it to its end, as with an environment that it refuses. */
export async function runService(
  environment: Record<string, string>,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const { child, stdout, stderr } = spawnService(environment);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout: stdout(), stderr: stderr() };
}

function spawnService(environment: Record<string, string>) {
  const child = spawn(process.execPath, [main], {
    env: { ...childEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    said.stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    said.stderr += chunk.toString();
  });
  return { child, stdout: () => said.stdout, stderr: () => said.stderr };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const closed = once(child, 'close');
    child.kill(signal);
    await closed;
  }
  return child.exitCode;
}
