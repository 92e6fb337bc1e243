import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface CommandRun {
  code: number;
  json: Record<string, unknown>;
}

/** A command as an operator runs it: a process of its own, beside the app. `env` is all of its environment. */
export function runOperatorCommand(
  name: string,
  env: Record<string, string>,
  typed: readonly string[] = [],
): Promise<CommandRun> {
  const script = fileURLToPath(new URL(`../${name}.ts`, import.meta.url));
  const { promise, resolve } = Promise.withResolvers<CommandRun>();
  execFile(process.execPath, [script, ...typed, '--json'], { env }, (error, stdout) => {
    resolve({ code: error ? Number(error.code) : 0, json: JSON.parse(stdout || '{}') });
  });
  return promise;
}
