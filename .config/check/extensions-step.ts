import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { extensionBundles } from '#testing/extension-bundles.ts';
import { execute, type Findings, ROOT } from './step.ts';

/** A quarter of what Shopify allows: a buyer on a phone waits for each of them. */
const mostBytes = 16 * 1024;

/** Shopify's own CLI builds every extension, without a login, and none is larger than allowed. */
export async function extensionBuild(): Promise<Findings> {
  const bundles = await extensionBundles();
  const found = await Promise.all(
    bundles.map(async ({ handle, scriptFile }) => sizeProblems(handle, await readFile(scriptFile))),
  );
  return bundles.length > 0 ? found.flat() : ['No extension was found.'];
}

export function sizeProblems(handle: string, script: Buffer): Findings {
  const bytes = gzipSync(script, { level: 9 }).length;
  return bytes > mostBytes ? [`${handle}: ${bytes} bytes compressed, allowed are ${mostBytes}`] : [];
}

/** One program per extension: the same element has other properties in the admin and at the checkout. */
export async function extensionTypes(): Promise<Findings> {
  const configs = globSync('extensions/*/tsconfig.json', { cwd: ROOT });
  const found: Findings = [];
  for (const config of configs) {
    const { findings } = await execute(join(ROOT, 'node_modules/.bin/tsc'), ['-p', relative('.', dirname(config))]);
    found.push(...findings);
  }
  return configs.length > 0 ? found : ['No extension was found.'];
}
