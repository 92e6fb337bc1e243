import { posix } from 'node:path';
import { importsOf } from './import-boundaries.ts';

/** What each room of a folder may import besides itself; `root` holds the files beside the rooms. */
export const ROOMS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'web/deliveries': { root: [], ports: ['root'], run: ['root', 'ports'], actions: ['root', 'ports', 'run'] },
  // What several features need is in `shared`; routes put them together. Home alone does things to an order.
  'web/frontend/features': {
    ...{ audit: [], 'data-requests': [], deliveries: [], figures: [], language: [] },
    ...{ order: [], overview: ['order'], packing: [], settings: [] },
  },
};

/**
 * Imports against the direction of the rooms, and circles between files. Types count: what knows a type of another file
 * cannot be understood without it.
 *
 * @param folder a key of `ROOMS`
 * @param sources of all files of the folder by their paths from the project's root, such as `web/deliveries/order.ts`
 * @returns one sentence per import that is not allowed, and per circle
 */
export function roomProblems(folder: string, sources: ReadonlyMap<string, string>): string[] {
  const inside = (path: string, source: string) =>
    neighboursOf(path, source).filter((target) => target.startsWith(`${folder}/`));
  const imports = new Map([...sources].map(([path, source]) => [path, inside(path, source)]));
  const against = [...imports].flatMap(([path, targets]) =>
    targets.flatMap((target) => directionProblem(folder, path, target) ?? []),
  );
  return [...against, ...circlesIn(imports)];
}

function neighboursOf(path: string, source: string): string[] {
  const relative = importsOf(path, source).all.filter((specifier) => specifier.startsWith('.'));
  return relative.map((specifier) => posix.join(posix.dirname(path), specifier));
}

function directionProblem(folder: string, path: string, target: string): string | undefined {
  const [from, to] = [roomOf(folder, path), roomOf(folder, target)];
  const allowed = ROOMS[folder]?.[from];
  if (!allowed) return `${path}: ${folder}/${from} has no line in .config/check/rooms.ts`;
  return from === to || allowed.includes(to) ? undefined : `${path}: ${from} may not import ${to} (${target})`;
}

function roomOf(folder: string, path: string): string {
  const [room = '', ...below] = path.slice(folder.length + 1).split('/');
  return below.length === 0 ? 'root' : room;
}

function circlesIn(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (path: string, way: readonly string[]): void => {
    const at = way.indexOf(path);
    if (at !== -1) found.push(`a circle of imports: ${[...way.slice(at), path].join(' → ')}`);
    if (at !== -1 || done.has(path)) return;
    for (const next of imports.get(path) ?? []) visit(next, [...way, path]);
    done.add(path);
  };
  for (const path of imports.keys()) visit(path, []);
  return found;
}
