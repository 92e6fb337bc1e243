import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '#testing/child-environment.ts';

export interface CommandRun {
  code: number;
  json: Record<string, unknown>;
}

/** A command as an operator runs it: a process of its own, beside the app. It sees no variable of the app but those in `env`. */
export function runOperatorCommand(
  name: string,
  env: Record<string, string>,
  typed: readonly string[] = [],
): Promise<CommandRun> {
  const script = fileURLToPath(new URL(`../${name}.ts`, import.meta.url));
  const { promise, resolve } = Promise.withResolvers<CommandRun>();
  execFile(
    process.execPath,
    [script, ...typed, '--json'],
    { env: { ...childEnvironment(), ...env } },
    (error, stdout) => {
      resolve({ code: error ? Number(error.code) : 0, json: JSON.parse(stdout || '{}') });
    },
  );
  return promise;
}
