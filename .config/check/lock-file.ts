import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execute, type Findings, ROOT } from './step.ts';

export interface Manifest {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

export interface LockedPackage {
  version?: string;
  license?: string;
  integrity?: string;
  resolved?: string;
  dev?: boolean;
  optional?: boolean;
  link?: boolean;
  dependencies?: Record<string, string>;
}

export function manifest(): Manifest {
  return JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest;
}

/** The lock file's packages by their place, such as `node_modules/pg`; the project itself left out. */
export function lockedPackages(): [place: string, locked: LockedPackage][] {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  return Object.entries(lock.packages).filter(([place, { link }]) => place.startsWith('node_modules/') && !link);
}

/** Direct dependencies name one version, the lock holds that one with its hash, and names no registry's address. */
export async function exactVersions(): Promise<Findings> {
  const { dependencies, devDependencies } = manifest();
  return versionProblems({ ...dependencies, ...devDependencies }, lockedPackages());
}

export function versionProblems(wanted: Record<string, string>, locked: [string, LockedPackage][]): Findings {
  const byPlace = new Map(locked);
  const inManifest = Object.entries(wanted).flatMap(([name, version]) => {
    if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) {
      return [`${name}: "${version}" is not one exact version`];
    }
    const found = byPlace.get(`node_modules/${name}`)?.version;
    return found === version ? [] : [`${name}: package.json says ${version}, the lock file ${found ?? 'nothing'}`];
  });
  const inLock = locked.flatMap(([place, { integrity, resolved }]) => [
    ...(integrity ? [] : [`${place}: the lock file has no hash`]),
    ...(resolved ? [`${place}: the lock file names an address; run npm install with this project's .npmrc`] : []),
  ]);
  return [...inManifest, ...inLock];
}

/** A clean installation works, and each package's install script is allowed or refused in package.json. */
export async function installScripts(): Promise<Findings> {
  const { findings } = await execute('npm', ['ci', '--dry-run', '--strict-allow-scripts', '--loglevel=error']);
  return findings;
}
