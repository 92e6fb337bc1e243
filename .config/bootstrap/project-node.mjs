import { execFileSync } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { InstallProblem } from './problems.mjs';

const NEEDED_MAJOR = 24;
const installed = fileURLToPath(new URL('../../node_modules/node/bin/node', import.meta.url));

/** Path of a Node that runs the project: this process' own where it is new enough, else the one among the packages. */
export function projectNode() {
  if (major(process.version) >= NEEDED_MAJOR) {
    return process.execPath;
  }
  const version = versionOf(installed);
  if (version && major(version) >= NEEDED_MAJOR) {
    return installed;
  }
  throw new InstallProblem(
    `This needs Node ${NEEDED_MAJOR}; on your PATH is ${process.version}, and the npm package "node" has ` +
      `${version ?? 'no program for this machine'}. Its install script may have been blocked: run ` +
      `\`npm rebuild node\` and the command again, or install Node ${NEEDED_MAJOR}.`,
  );
}

function major(version) {
  return Number(version.slice(1).split('.')[0]);
}

function versionOf(path) {
  try {
    return execFileSync(path, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
}
