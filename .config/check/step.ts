import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What a step found; no lines: all is well. */
export type Findings = string[];

export interface Step {
  name: string;
  run(): Promise<Findings>;
}

/** A step that is a program: what it printed, if it did not exit with 0. */
export function program(name: string, command: string, args: string[]): Step {
  return { name, run: async () => (await execute(command, args)).findings };
}

/** Tools like to keep things in the user's folders; nothing is written outside the clone. */
const ENVIRONMENT = {
  XDG_DATA_HOME: join(ROOT, '.cache'),
  XDG_CACHE_HOME: join(ROOT, '.cache'),
  NO_COLOR: '1',
  FORCE_COLOR: '0',
};

/** Runs a program in the project's root. It prints to nobody; `findings` is empty when it exits with 0. */
export function execute(command: string, args: string[]): Promise<{ stdout: string; findings: Findings }> {
  return new Promise((resolve) => {
    const options = { cwd: ROOT, maxBuffer: 64 * 1024 * 1024, env: { ...process.env, ...ENVIRONMENT } };
    const child = execFile(command, args, options, (error, stdout, stderr) => {
      const said = [stdout, stderr].filter((text) => text.trim() !== '').join('\n');
      resolve({ stdout, findings: error ? [said || error.message] : [] });
    });
    child.stdin?.end();
  });
}
