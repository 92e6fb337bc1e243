import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { ensureBuilt, hashOfInputs } from './ensure-built.ts';

const kB = 1000;
const screens = [
  'index',
  'deliveries',
  'orders',
  'results',
  'data-requests',
  'packing-list',
  'rehearsal',
  'settings',
] as const;
let dist: string;
let html: string;
/** The scripts that each document names, in its order. */
let named: Record<(typeof screens)[number], string[]>;
beforeAll(async () => {
  dist = await ensureBuilt();
  html = await readFile(join(dist, 'index.html'), 'utf8');
  const documents = screens.map(async (screen) => {
    const document = await readFile(join(dist, `${screen}.html`), 'utf8');
    return [screen, [...document.matchAll(/"\/(assets\/[^"]+\.js)"/g)].map(([, path]) => path ?? '')] as const;
  });
  named = Object.fromEntries(await Promise.all(documents)) as typeof named;
});

const textOf = async (scripts: string[]) =>
  (await Promise.all(scripts.map((path) => readFile(join(dist, path), 'utf8')))).join('\n');
const ownOf = (screen: (typeof screens)[number]) =>
  named[screen].filter((path) => screens.some((other) => !named[other].includes(path)));
const style = () => html.match(/assets\/[^"]+\.css/g) ?? [];
const gzipped = async (paths: string[]) => {
  const sizes = await Promise.all(
    paths.map(async (path) => gzipSync(await readFile(join(dist, path)), { level: 9 }).length),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
};

test.each(screens)('%s stays within 162 kB of script, with all that it may load later', async (screen) => {
  const later = (await textOf(ownOf(screen))).match(/(?<=[./"]|assets\/)[\w.-]+-[\w-]{8}\.js/g) ?? [];
  const scripts = new Set([...named[screen], ...later.map((name) => `assets/${name}`)]);
  expect(await gzipped([...scripts])).toBeLessThanOrEqual(162 * kB);
});

test('the style stays within 35 kB', async () => {
  expect(style().length).toBe(1);
  expect(await gzipped(style())).toBeLessThanOrEqual(35 * kB);
});

const markers = [
  ['index', 'panel-balance'],
  ['deliveries', 'deliveries.searchExample'],
  ['orders', 'order.openInShopify'],
  ['settings', 'keys.replaceHelp'],
  ['rehearsal', 'rehearsal.differences'],
  ['results', 'results.onTimeShare'],
  ['packing-list', 'packing.fragile'],
] as const;
test.each(markers)('the document of %s asks at once for the scripts of its screen alone, each once', async (screen) => {
  expect(new Set(named[screen]).size).toBe(named[screen].length);
  const scripts = await textOf(named[screen]);
  const found = markers.filter(([, marker]) => scripts.includes(marker)).map(([shown]) => shown);
  expect(found).toEqual([screen]);
});

test('the style sheet is named by what is left in it', async () => {
  const [path = ''] = style();
  const hash = createHash('sha256')
    .update(await readFile(join(dist, path)))
    .digest('base64url')
    .slice(0, 8);
  expect(path).toBe(`assets/style-${hash}.css`);
});

test('every hashed file has its brotli and gzip copy beside it', async () => {
  const names = await readdir(join(dist, 'assets'));
  const plain = names.filter((name) => !/\.(br|gz)$/.test(name));
  expect(plain.filter((name) => !/^[\w.-]+-[\w-]{8}\.(js|css)$/.test(name))).toEqual([]);
  for (const name of plain) {
    const content = await readFile(join(dist, 'assets', name));
    expect(brotliDecompressSync(await readFile(join(dist, 'assets', `${name}.br`))).equals(content)).toBe(true);
    expect(gunzipSync(await readFile(join(dist, 'assets', `${name}.gz`))).equals(content)).toBe(true);
  }
});

test('App Bridge is the first script, not deferred, after the key it reads and the style; nothing is inline', () => {
  const scripts = html.match(/<script[^>]*>/g) ?? [];
  expect(html.indexOf('<link rel="stylesheet"')).toBeGreaterThan(0);
  // Else a drawn screen could be laid out without its style, and would jump.
  expect(html.indexOf('<link rel="stylesheet"')).toBeLessThan(html.indexOf('<script'));
  expect(scripts[0]).toMatch(/^<script src="__APP_BRIDGE_URL__" ?>$/);
  expect(html.indexOf('name="shopify-api-key" content="__SHOPIFY_API_KEY__"')).toBeLessThan(html.indexOf('<script'));
  expect(html).toMatch(/<html lang="en"/);
  expect(html).not.toMatch(/<script[^>]*>[^<]|<style| style=| on\w+=/);
});

test('an unchanged panel is not built again', async () => {
  const before = await readFile(join(dist, '.inputs'), 'utf8');
  expect(await hashOfInputs()).toBe(before);
  expect(await ensureBuilt()).toBe(dist);
});
