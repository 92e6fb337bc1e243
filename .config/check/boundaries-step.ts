import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { boundaryProblems } from './import-boundaries.ts';
import { manifest } from './lock-file.ts';
import { ROOMS, roomProblems } from './rooms.ts';
import { type Findings, ROOT } from './step.ts';

/** Holds every source file against the table of `boundaries.ts`, and the rooms inside folders against that of `rooms.ts`. */
export async function boundaries(): Promise<Findings> {
  const devPackages = new Set(Object.keys(manifest().devDependencies));
  const files = globSync('{web,extensions}/**/*.{ts,tsx}', {
    cwd: ROOT,
    exclude: ['**/dist/**', '**/node_modules/**'],
  });
  const sources = files.filter((path) => !path.endsWith('.d.ts'));
  const texts = new Map(sources.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]));
  const found = [...texts].flatMap(([path, source]) => boundaryProblems(path, source, devPackages));
  const inRooms = Object.keys(ROOMS).flatMap((folder) =>
    roomProblems(folder, new Map([...texts].filter(([path]) => path.startsWith(`${folder}/`)))),
  );
  return sources.length > 0 ? [...found, ...inRooms] : ['No source file was found.'];
}
