import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { noNode } from './problems.mjs';

const NEEDED_MAJOR = 24;
const nodePackage = fileURLToPath(new URL('../../node_modules/node', import.meta.url));
const installed = `${nodePackage}/bin/node`;

/** Path of a Node that runs the project: this process' own where it is new enough, else the one among the packages. */
export function projectNode() {
  if (major(process.version) >= NEEDED_MAJOR) {
    return process.execPath;
  }
  const version = versionOf(installed);
  if (version && major(version) >= NEEDED_MAJOR) {
    return installed;
  }
  throw noNode({ needed: NEEDED_MAJOR, own: process.version, isBundled: existsSync(nodePackage), version });
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
