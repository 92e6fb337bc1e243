import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { ROOT } from './install.mjs';

const FORWARDED = ['SIGTERM', 'SIGHUP', 'SIGUSR2', 'SIGINT'];

/**
 * Runs `entryPoint` under `node` as if this process were it: the same streams, arguments, signals and exit code. Where
 * this Node can replace itself it does, and nothing below the first line happens.
 *
 * @param {string} node
 * @param {string} entryPoint relative to the project's root
 * @param {string[]} args
 * @returns {Promise<number>} the exit code
 */
export async function handOver(node, entryPoint, args) {
  const env = {
    // Compiled modules are kept beside the packages they belong to: every later start is quicker.
    NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.cache', 'node'),
    ...process.env,
    PATH: [join(ROOT, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
  };
  const argv = [join(ROOT, entryPoint), ...args];
  process.chdir(ROOT);
  if (process.execve && process.platform !== 'win32') {
    process.execve(node, [node, ...argv], env);
  }
  const child = spawn(node, argv, { env, stdio: 'inherit' });
  for (const signal of FORWARDED) {
    process.on(signal, () => {
      // A terminal sends Ctrl-C to the child as well; a second one would mean "now, without finishing".
      if (signal !== 'SIGINT' || !process.stdin.isTTY) {
        child.kill(signal);
      }
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}
