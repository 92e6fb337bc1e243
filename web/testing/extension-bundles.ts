import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parse } from 'smol-toml';
import { z } from 'zod';
import { buildOnce, hashOfFiles } from '#frontend/ensure-built.ts';
import type { ExtensionBundle } from '#store-simulator/extensions/extension-bundle.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, 'extensions');
const contract = join(root, 'web/api-contract');
const cli = join(root, 'node_modules/@shopify/cli');
const cache = join(root, '.cache');
const stampFile = join(cache, 'extensions.inputs');

const uiExtension = z.object({
  extensions: z
    .array(
      z.object({
        type: z.literal('ui_extension'),
        handle: z.string(),
        targeting: z.array(z.object({ target: z.string() })),
        capabilities: z.object({ network_access: z.boolean().default(false) }).optional(),
      }),
    )
    .length(1),
});

const appToml = z.object({ application_url: z.url() });

/** The UI extensions as `shopify app deploy` would upload them; built where a source changed. */
export async function extensionBundles(): Promise<ExtensionBundle[]> {
  const inputs = await hashOfFiles([folder, contract], isInput);
  await mkdir(cache, { recursive: true });
  await buildOnce({
    inputs,
    stampFile,
    turn: join(cache, 'extensions.building'),
    build: async () => {
      await buildExtensions();
      await writeFile(stampFile, inputs);
    },
  });
  const names = await readdir(folder, { withFileTypes: true });
  const toml = appToml.parse(parse(await readFile(join(root, 'shopify.app.toml'), 'utf8')));
  const folders = names.filter((entry) => entry.isDirectory());
  const found = await Promise.all(folders.map(({ name }) => bundleIn(name, toml.application_url)));
  return found.filter((bundle) => bundle !== null);
}

/** `shopify app build` by Shopify's own CLI: bundles every extension and checks the form of its toml. */
async function buildExtensions(): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'shopify-cli-'));
  try {
    await tellVersion(home);
    const args = [join(cli, 'bin/run.js'), 'app', 'build', '--skip-dependencies-installation', '--path', root];
    await promisify(execFile)(process.execPath, args, { cwd: root, env: { ...process.env, ...quietCli(home) } });
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** No login, no telemetry, nothing written outside the clone, no request to anybody. */
function quietCli(home: string): Record<string, string> {
  return {
    HOME: home,
    XDG_CONFIG_HOME: home,
    XDG_CACHE_HOME: home,
    CI: '1',
    NO_COLOR: '1',
    SHOPIFY_CLI_NO_ANALYTICS: '1',
    npm_config_registry: 'http://127.0.0.1:9/',
  };
}

/** The CLI asks the registry once a day whether a newer one exists; it finds here that it has just asked. */
async function tellVersion(home: string): Promise<void> {
  const { version } = JSON.parse(await readFile(join(cli, 'package.json'), 'utf8')) as { version: string };
  const asked = { 'npm-package-@shopify/cli': { value: version, timestamp: Date.now() } };
  await mkdir(join(home, 'shopify-cli-kit-nodejs'));
  await writeFile(join(home, 'shopify-cli-kit-nodejs/config.json'), JSON.stringify({ cache: asked }));
}

/** null for a folder that is no UI extension: shared parts, or a Flow extension, which has no script. */
async function bundleIn(name: string, applicationUrl: string): Promise<ExtensionBundle | null> {
  const toml = await readFile(join(folder, name, 'shopify.extension.toml'), 'utf8').catch(() => null);
  const parsed = toml === null ? null : uiExtension.safeParse(parse(toml));
  const [extension] = parsed?.data?.extensions ?? [];
  if (!extension) return null;
  const files = await readdir(join(folder, name, 'locales'));
  const texts = files.map(async (file) => {
    const json: unknown = JSON.parse(await readFile(join(folder, name, 'locales', file), 'utf8'));
    return [file.split('.')[0] ?? '', json] as [string, ExtensionBundle['locales'][string]];
  });
  return {
    handle: extension.handle,
    targets: extension.targeting.map(({ target }) => target),
    scriptFile: join(folder, name, 'dist', `${extension.handle}.js`),
    locales: Object.fromEntries(await Promise.all(texts)),
    defaultLanguage: 'en',
    networkAccess: extension.capabilities?.network_access ?? false,
    applicationUrl,
  };
}

function isInput(name: string): boolean {
  return !/(^|\/)(dist|testing|manifest\.json|shopify\.d\.ts)(\/|$)|\.test\.tsx?$/.test(name) && /\.\w+$/.test(name);
}
