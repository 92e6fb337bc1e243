import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { childEnvironment } from './child-environment.ts';

const patient = { timeout: 120_000 };

function run(script: string, ...words: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const file = fileURLToPath(new URL(script, import.meta.url));
  const { promise, resolve } = Promise.withResolvers<{ code: number; stdout: string; stderr: string }>();
  execFile(process.execPath, [file, ...words], { env: childEnvironment() }, (error, stdout, stderr) => {
    resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
  });
  return promise;
}

test.for([
  ['bench/main.ts', '--only no-such', 'there is no no-such'],
  ['chaos/main.ts', '--such', "Unknown option '--such'\nusage"],
  ['simulation/run-many.ts', '--count many', '--count must be'],
])(
  '%s says with --help how it is typed, and so it does of words that it does not know',
  patient,
  async ([script = '', words = '', fault = '']) => {
    const usage: unknown = expect.stringMatching(/^usage: n/m);
    expect(await run(script, '--help')).toEqual({ code: 0, stdout: usage, stderr: '' });
    const refused = await run(script, ...words.split(' '));
    expect(refused).toEqual({ code: 2, stdout: '', stderr: usage });
    expect(refused.stderr).toContain(fault);
  },
);
