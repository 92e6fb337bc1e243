import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { parseSync } from 'vite';
import {
  ALSO_IN_TESTS,
  BOUNDARIES,
  type Boundary,
  EXCEPTIONS,
  EXTENSION,
  NOT_SERVED,
  RESERVED,
  SHARED_BY_EXTENSIONS,
  STATEMENTS,
} from './boundaries.ts';

/**
 * What `source` imports against the table of boundaries.
 *
 * @param path of the file from the project's root, such as `web/placement/map-order.ts`
 * @param devPackages names that only tests, `web/testing` and build files may import
 * @returns one sentence per import that is not allowed
 */
export function boundaryProblems(path: string, source: string, devPackages: ReadonlySet<string>): string[] {
  const [top, folder = ''] = path.split('/');
  const inExtension = top === 'extensions';
  const own = inExtension ? EXTENSION : (EXCEPTIONS[path] ?? BOUNDARIES[folder]);
  if (!own) {
    return [`${path}: web/${folder} has no line in .config/check/boundaries.ts`];
  }
  const isTest = /\.(test|behaviour)\.tsx?$/.test(path) || path.includes('/testing/');
  const boundary = isTest ? testBoundary(own, inExtension) : own;
  const mayUseDev = isTest || inExtension || path in EXCEPTIONS || NOT_SERVED.includes(folder);
  const home = inExtension ? posix.join('extensions', folder) : posix.join('web', folder);
  const { all, erased, names } = importsOf(path, source);
  const devOnly = mayUseDev ? new Set<string>() : devPackages;
  const problems = all.flatMap((specifier) => {
    const forbidden = erased.has(specifier) ? new Set<string>() : devOnly;
    const problem = problemOf(specifier, { path, home, boundary, isTest, devPackages: forbidden });
    return problem ? [`${path}: "${specifier}" ${problem}`] : [];
  });
  const statements = isTest || folder === 'testing' ? [] : statementProblem(path, source, all);
  return [...problems, ...names.flatMap((name) => reservedProblem(path, name)), ...statements];
}

function statementProblem(path: string, source: string, imported: readonly string[]): string[] {
  const { folders, builders } = STATEMENTS;
  if (folders.some((place) => path.startsWith(place))) return [];
  const building = builders.some((name) => source.includes(`.${name}(`));
  return building || imported.includes('kysely')
    ? [`${path}: statements on tables stand in ${folders.join(', ')}`]
    : [];
}

function reservedProblem(path: string, name: string): string[] {
  const reserved = RESERVED[name];
  if (!reserved || reserved.for.some((place) => path.startsWith(place))) return [];
  return [`${path}: may not import ${name}: use ${reserved.instead}`];
}

function testBoundary({ packages, ...own }: Boundary, inExtension: boolean): Boundary {
  // Sample orders are the panel's.
  const folders = [...own.folders, ...ALSO_IN_TESTS.folders, ...(inExtension ? ['frontend'] : [])];
  return { ...own, folders, node: true, ...(packages && !inExtension ? { packages } : {}) };
}

interface Place {
  path: string;
  home: string;
  boundary: Boundary;
  isTest: boolean;
  devPackages: ReadonlySet<string>;
}

function problemOf(specifier: string, place: Place): string | undefined {
  const { path, home, boundary } = place;
  if (specifier.startsWith('.')) {
    const target = posix.join(posix.dirname(path), specifier);
    return target.startsWith(`${home}/`) ? undefined : 'leaves its folder: import across folders by #folder/file.ts';
  }
  if (specifier.startsWith('#')) {
    const [target = '', part = ''] = specifier.slice(1).split('/');
    if (target === 'extensions') return extensionProblem(part, place);
    return boundary.folders.includes(target) ? undefined : `: ${home} may not import ${target}`;
  }
  return packageProblem(specifier, place);
}

/** Extensions know what they share and nothing of each other; only tests know what helps tests. */
function extensionProblem(part: string, { home, isTest }: Place): string | undefined {
  const shared = isTest ? [...SHARED_BY_EXTENSIONS, 'testing'] : SHARED_BY_EXTENSIONS;
  return home.startsWith('extensions/') && shared.includes(part)
    ? undefined
    : `: ${home} may not import extensions/${part}`;
}

function packageProblem(specifier: string, { home, boundary, devPackages }: Place): string | undefined {
  if (isBuiltin(specifier)) {
    return boundary.node ? undefined : `: ${home} may not use Node's own modules`;
  }
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
  if (boundary.packages && !boundary.packages.includes(name)) {
    return `: ${home} may import only ${boundary.packages.join(', ')}`;
  }
  return devPackages.has(name) ? ': a package for development only' : undefined;
}

/** Every module that the file names, those of which it takes types only, which are gone at run time, and what it imports by name. */
export function importsOf(path: string, source: string): { all: string[]; erased: Set<string>; names: string[] } {
  const { module, errors } = parseSync(path, source);
  if (errors.length > 0) {
    throw new Error(`${path} could not be parsed: ${errors[0]?.message}`);
  }
  const fixed = module.staticImports.map(({ moduleRequest, entries }) => ({
    specifier: moduleRequest.value,
    typeOnly: entries.length > 0 && entries.every(({ isType }) => isType),
  }));
  const passedOn = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap((entry) => entry.moduleRequest?.value ?? []),
  );
  const called = [...source.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g)].flatMap(([, specifier]) => specifier ?? []);
  const needed = new Set([
    ...fixed.filter(({ typeOnly }) => !typeOnly).map(({ specifier }) => specifier),
    ...passedOn,
    ...called,
  ]);
  const all = [...new Set([...fixed.map(({ specifier }) => specifier), ...needed])];
  const names = module.staticImports.flatMap(({ entries }) =>
    entries.flatMap(({ importName }) => importName.name ?? []),
  );
  return { all, erased: new Set(all.filter((specifier) => !needed.has(specifier))), names };
}
