import { spawn } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { oneAtATime } from './install-lock.mjs';
import { isInstalled } from './installed.mjs';
import { installFailure } from './problems.mjs';
import { projectNode } from './project-node.mjs';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const PROGRESS_EVERY_MS = 5_000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

const say = (line) => process.stderr.write(`${line}\n`);

/**
 * Brings node_modules in line with the lock file where it is not: `npm ci`, with a sign of life every few seconds.
 *
 * @param {{ production: boolean }} options
 */
export async function ensureInstalled(options) {
  if (isInstalled(ROOT, options)) {
    return;
  }
  if (!options.production && isInstalled(ROOT, { production: true })) {
    say(
      'Only the packages for production are here, and this command needs those for development too. Where they must not\n' +
        'be, build the panel on another machine (`npm run build`) and copy web/frontend/dist from there.',
    );
  }
  await oneAtATime(join(ROOT, '.cache', 'install.lock'), {
    onWait: () => say('Another process is installing the packages; waiting for it.'),
    work: async () => {
      if (!isInstalled(ROOT, options)) {
        await install();
      }
    },
  });
}

async function install() {
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  say('Installing the packages (once, about a minute; into node_modules only).');
  const progress = setInterval(() => say(`  still installing, ${seconds()} s`), PROGRESS_EVERY_MS);
  try {
    await npmCi();
    await prepareEmbeddedDatabase();
  } finally {
    clearInterval(progress);
  }
  say(`Installed in ${seconds()} s.`);
}

/** Development packages too: the project's own Node is one of them. */
async function npmCi() {
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error', '--progress=false'];
  const { code, signal, output } = await run(...npmCommand(), args);
  if (code !== 0) {
    throw installFailure(output, signal ?? `exit code ${code}`);
  }
}

/** npm itself where a script of npm started this; else the one on the PATH. */
function npmCommand() {
  const { npm_execpath: npmCli } = process.env;
  return npmCli?.endsWith('npm-cli.js') ? [process.execPath, [npmCli]] : ['npm', []];
}

/** Initialising a database takes seconds, once here instead of at the first start. Without it the start does it. */
async function prepareEmbeddedDatabase() {
  const module = './web/database/template-archive.ts';
  await run(projectNode(), [], ['--input-type=module', '-e', `await (await import('${module}')).templateArchive()`]);
}

/** @returns {Promise<{ code: number | null, signal: string | null, output: string }>} */
function run(command, before, args) {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(command, [...before, ...args], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    const forward = (signal) => child.kill(signal);
    const settle = (result) => {
      for (const signal of SIGNALS) {
        process.off(signal, forward);
      }
      resolve(result);
    };
    for (const signal of SIGNALS) {
      process.on(signal, forward);
    }
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
      });
    }
    child.once('error', (error) => settle({ code: 1, signal: null, output: `${output}\n${error.message}` }));
    child.once('close', (code, signal) => settle({ code, signal, output }));
  });
}
