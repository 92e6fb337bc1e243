import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from 'vite';

/** The module of each screen by the first part of its path. */
const screens = {
  'data-requests': 'routes/data-requests.tsx',
  index: 'routes/home.tsx',
  deliveries: 'routes/deliveries.tsx',
  orders: 'routes/order.tsx',
  'packing-list': 'routes/packing-list.tsx',
  rehearsal: 'routes/rehearsal.tsx',
  results: 'routes/results.tsx',
  settings: 'routes/settings.tsx',
} as const;

/**
 * Makes of `index.html` a document for each screen, e.g. `deliveries.html`, that names the screen's own scripts: the browser
 * asks for them at once, not only when the first scripts have run. In all of them the style comes before the scripts, and
 * the script that hears presses (`early.ts`) before the body.
 * Uses up Vite's manifest.
 *
 * @throws Error where the manifest does not know a screen.
 */
export async function writeScreenDocuments(dist: string): Promise<void> {
  const manifestFile = join(dist, '.vite', 'manifest.json');
  const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as Manifest;
  const early = (await readdir(join(dist, 'assets'))).find((file) => file.startsWith('early-'));
  if (!early) throw new Error('the build has no script for the head');
  const index = withEarly(styleFirst(await readFile(join(dist, 'index.html'), 'utf8')), early);
  const first = scriptsOf(manifest, 'index.html');
  for (const [name, module] of Object.entries(screens)) {
    const own = [...scriptsOf(manifest, module)].filter((file) => !first.has(file));
    const links = own.map((file) => `    <link rel="modulepreload" crossorigin href="/${file}">\n`).join('');
    await writeFile(
      join(dist, `${name}.html`),
      index.replace('  </head>', () => `${links}  </head>`),
    );
  }
  await rm(join(dist, '.vite'), { recursive: true });
}

/** App Bridge waits for the style, and the body for App Bridge: no drawn screen is ever laid out without its style. */
function styleFirst(html: string): string {
  const [style = ''] = html.match(/ *<link rel="stylesheet"[^>]*>\n/) ?? [];
  return html.replace(style, '').replace(/ *<script/, (script) => style + script);
}

/** After App Bridge, which Shopify wants to be the first: the body waits for both. */
function withEarly(html: string, early: string): string {
  return html.replace(
    / *<script src="__APP_BRIDGE_URL__".*\n/,
    (bridge) => `${bridge}    <script src="/assets/${early}"></script>\n`,
  );
}

/** The file of a module and of everything it imports statically. */
function scriptsOf(manifest: Manifest, module: string, known = new Set<string>()): Set<string> {
  const chunk = manifest[module];
  if (!chunk) throw new Error(`the build knows no ${module}`);
  if (known.has(chunk.file)) return known;
  known.add(chunk.file);
  for (const imported of chunk.imports ?? []) scriptsOf(manifest, imported, known);
  return known;
}
