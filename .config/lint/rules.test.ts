import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

const BIOME = fileURLToPath(new URL('../../node_modules/@biomejs/biome/bin/biome', import.meta.url));
const LINT = fileURLToPath(new URL('.', import.meta.url));

const lines = (count: number) => 'work();\n'.repeat(count);
const branches = (count: number) => 'if (a) { work(); }\n'.repeat(count);

/** A file, what stands in it, and the rule or message that refuses it. */
const canaries: [path: string, source: string, refusedBy: string][] = [
  ['web/placement/x.ts', 'export const a = Date.now();', 'no clock'],
  ['web/placement/x.ts', 'export const a = new Date();', 'no clock'],
  ['web/deliveries/x.ts', 'export const a = Math.random();', 'no randomness'],
  ['web/placement/x.ts', 'export const a = (time: Date) => time.getHours();', "a shop's"],
  ['web/backend/x.test.ts', 'export const a = (time: Date) => time.toISOString().slice(11, 16);', "a shop's"],
  ...[
    'b.code === c',
    'b.code !== c',
    'b?.code === c',
    'b?.code !== c',
    "['x'].includes(b.code)",
    "['x'].includes(b?.code)",
    "['x'].includes(b?.code ?? c)",
    'Date.parse(b.until)',
    'b.until === null',
    'b.until !== null',
    'b.until ?? c',
    'b?.until',
  ].map((branch): [string, string, string] => [
    'web/deliveries/run/x.ts',
    `export const a = (b: { code: string; until: string }, c: string) => [${branch}, c];`,
    'for people',
  ]),
  ['web/deliveries/actions/x.ts', "export const a = (code: string) => code === 'paused';", 'for people'],
  ['web/deliveries/actions/x.ts', "export const a = (code: string) => code !== 'paused';", 'for people'],
  ['web/deliveries/actions/x.ts', "export const a = (code: string) => ['paused'].includes(code);", 'for people'],
  [
    'web/deliveries/actions/x.ts',
    'export function a(b: { code: string }) {\n  switch (b.code) {\n    default:\n      return 1;\n  }\n}',
    'for people',
  ],
  ['web/deliveries/x.ts', 'export const a = process.pid;', 'noRestrictedGlobals'],
  ['web/deliveries/x.ts', "export const a = fetch('http://localhost');", 'noRestrictedGlobals'],
  ['web/deliveries/x.ts', 'export const a = setTimeout(() => 1, 1);', 'noRestrictedGlobals'],
  ['extensions/block/src/x.ts', 'export const a = window.name;', 'noRestrictedGlobals'],
  ['web/backend/x.ts', 'export const a = process.env;', 'noProcessEnv'],
  ['web/backend/x.ts', 'console.log(1);', 'noConsole'],
  ['web/backend/x.ts', 'export const a: any = 1;', 'noExplicitAny'],
  ['web/backend/x.ts', "// @ts-ignore\nexport const a: number = 'x';", 'noTsIgnore'],
  ['web/backend/x.ts', "export * from './y.ts';", 'noReExportAll'],
  ['web/backend/x.ts', "export { a } from './y.ts';", 'noBarrelFile'],
  ['web/backend/x.ts', "import { a } from './y';\na();", 'useImportExtensions'],
  ['web/backend/x.ts', 'export default 1;', 'noDefaultExport'],
  ['web/backend/x.ts', 'export enum A { B }', 'noEnum'],
  ['web/backend/x.ts', 'async function a(): Promise<void> {}\na();', 'noFloatingPromises'],
  ['web/backend/x.ts', 'export const a = (b?: string) => b!.length;', 'noNonNullAssertion'],
  ['web/backend/x.ts', "import { a } from 'not-in-the-manifest';\na();", 'noUndeclaredDependencies'],
  ['web/backend/x.ts', "import { y } from './y.ts';\nexport const x = y;", 'noImportCycles'],
  ['web/backend/camelCase.ts', 'export const a = 1;', 'useFilenamingConvention'],
  ['web/backend/x.ts', lines(251), 'noExcessiveLinesPerFile'],
  ['web/backend/x.ts', `export function a() {\n${lines(61)}}`, 'noExcessiveLinesPerFunction'],
  ['web/backend/x.ts', `export function a() {\n${branches(21)}}`, 'noExcessiveCognitiveComplexity'],
  [
    'web/backend/x.ts',
    'export function a(b = 1, c = 2, d = 3, e = 4, f = 5, g = 6, h = 7) { return b + c + d + e + f + g + h; }',
    'useMaxParams',
  ],
  ['web/backend/x.test.ts', "test.only('a', () => undefined);", 'noFocusedTests'],
  ['web/backend/x.test.ts', "test.skip('a', () => undefined);", 'noSkippedTests'],
  [
    'web/frontend/x.tsx',
    'export const A = () => <p dangerouslySetInnerHTML={{ __html: 1 }} />;',
    'noDangerouslySetInnerHtml',
  ],
  [
    'web/frontend/x.tsx',
    "import { useState } from 'react';\nexport const A = (b: boolean) => b && useState(1);",
    'useHookAtTopLevel',
  ],
];

const accepted: [path: string, source: string][] = [
  ['web/placement/x.ts', 'export const a = (time: number) => new Date(time);'],
  ['web/deliveries/run/x.ts', 'export const a = (b: { code: string }) => b.code;'],
  ['web/deliveries/run/x.test.ts', "export const a = (b: { code: string }) => b.code === 'paused';"],
  [
    'web/deliveries/run/x.ts',
    'export const a = (b: { code: string }, shopifyErrorCodes: { gone: string }) => b.code === shopifyErrorCodes.gone;',
  ],
  ['web/runtime/x.ts', 'export const a = process.env;'],
  ['web/storage/x.test.ts', `export const a = () => {\n${'  a();\n'.repeat(80)}};`],
];

const report = z.object({
  diagnostics: z.array(
    z.object({ category: z.string(), message: z.unknown(), location: z.object({ path: z.unknown() }) }),
  ),
});

let folder = '';
let found: { said: string; where: string }[] = [];

/** All files side by side, each in a project of its own, and Biome once over all of them. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'same-day-lint-'));
  cpSync(LINT, join(folder, '.config/lint'), { recursive: true });
  for (const [index, [path, source]] of [...canaries, ...accepted].entries()) {
    const file = join(folder, `canary-${index}`, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, source);
    writeFileSync(join(dirname(file), 'y.ts'), "import { x } from './x.ts';\n\nexport const y = x;\n");
    writeFileSync(join(folder, `canary-${index}`, 'package.json'), '{ "dependencies": { "react": "1.0.0" } }');
  }
  const args = [
    BIOME,
    'lint',
    '--config-path=.config/lint/rules.jsonc',
    '--reporter=json',
    '--max-diagnostics=none',
    '.',
  ];
  const { promise, resolve } = Promise.withResolvers<string>();
  execFile(process.execPath, args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 }, (_error, stdout) => resolve(stdout));
  found = report.parse(JSON.parse(await promise)).diagnostics.map(({ category, message, location }) => ({
    said: `${category} ${JSON.stringify(message)}`,
    where: JSON.stringify(location.path),
  }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const saidOf = (index: number) =>
  found.filter(({ where }) => where.includes(`canary-${index}/`) && !where.includes('/y.ts')).map(({ said }) => said);

test.each(canaries.map((canary, index) => [...canary, index] as const))(
  'in %s refuses: %s',
  (_path, _source, refusedBy, index) => {
    expect(saidOf(index)).toContainEqual(expect.stringContaining(refusedBy));
  },
);

test.each(accepted.map((file, index) => [...file, canaries.length + index] as const))(
  'in %s accepts: %s',
  (_path, _source, index) => {
    expect(saidOf(index)).toEqual([]);
  },
);
