import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

interface Said {
  stdout: string;
  stderr: string;
}

/** A program of this project as a process of its own, which accepts requests. */
export interface Program {
  child: ChildProcess;
  url: string;
  /** From its start to its line `ready <url>`. */
  readyMs: number;
  /** All that it said so far. */
  said: Readonly<Said>;
  /** Resident memory now, kB. */
  residentKb(): number;
  /** Signals it where it still runs, and waits for its end; the exit code, null after a signal. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/**
 * Starts a program that says `ready <url>` when it accepts requests, with no environment but this.
 *
 * @throws Error with what it said, where it ends before that.
 */
export async function startProgram(entryPoint: string, env: Record<string, string>): Promise<Program> {
  const startedAt = performance.now();
  const { child, said, closed } = open(entryPoint, env);
  const ready = Promise.withResolvers<string>();
  child.stdout.on('data', () => {
    const url = /^ready (\S+)$/m.exec(said.stdout)?.[1];
    if (url) ready.resolve(url);
  });
  void closed.then(() => ready.reject(new Error(`a program ended before it was ready: ${said.stderr}`)));
  const url = await ready.promise;
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await closed;
    return child.exitCode;
  };
  return { child, url, readyMs: performance.now() - startedAt, said, residentKb: () => residentKb(child), end };
}

/** Runs a program to its end, as with an environment that it refuses. */
export async function runProgram(
  entryPoint: string,
  env: Record<string, string>,
): Promise<Said & { code: number | null }> {
  const { child, said, closed } = open(entryPoint, env);
  await closed;
  return { ...said, code: child.exitCode };
}

function residentKb({ pid }: ChildProcess): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN);
}

function open(entryPoint: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [entryPoint], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const said: Said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text;
    });
  }
  return { child, said, closed: once(child, 'close') };
}
