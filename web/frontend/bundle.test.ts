import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { ensureBuilt, hashOfInputs } from './ensure-built.ts';

const kB = 1000;
let dist: string;
let html: string;
beforeAll(async () => {
  dist = await ensureBuilt();
  html = await readFile(join(dist, 'index.html'), 'utf8');
});

const firstLoad = (ending: string) =>
  [...html.matchAll(/"\/(assets\/[^"]+)"/g)].flatMap(([, path]) => (path?.endsWith(ending) ? [path] : []));
const gzipped = async (paths: string[]) => {
  const sizes = await Promise.all(
    paths.map(async (path) => gzipSync(await readFile(join(dist, path)), { level: 9 }).length),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
};

test.each([
  ['index', 165],
  ['deliveries', 165],
  ['orders', 165],
  ['results', 165],
  ['data-requests', 165],
  ['packing-list', 165],
  ['rehearsal', 165],
  ['settings', 165],
])('the first load of %s stays within %i kB of script', async (screen, most) => {
  const document = await readFile(join(dist, `${screen}.html`), 'utf8');
  const scripts = [...document.matchAll(/"\/(assets\/[^"]+\.js)"/g)].map(([, path]) => path ?? '');
  expect(scripts.length).toBeGreaterThan(0);
  expect(await gzipped(scripts)).toBeLessThanOrEqual(most * kB);
});

test('the style stays within 35 kB', async () => {
  expect(firstLoad('.css').length).toBe(1);
  expect(await gzipped(firstLoad('.css'))).toBeLessThanOrEqual(35 * kB);
});

test('only the landing screen is in the first load', async () => {
  const scripts = (await Promise.all(firstLoad('.js').map((path) => readFile(join(dist, path), 'utf8')))).join('\n');
  expect(scripts).toContain('panel-balance');
  for (const later of ['deliveries.searchExample', 'fix.titleNamed', 'keys.replaceHelp', 'rehearsal.differences']) {
    expect(scripts).not.toContain(later);
  }
});

test.each([
  ['deliveries', 'deliveries.searchExample'],
  ['orders', 'order.openInShopify'],
  ['settings', 'keys.replaceHelp'],
  ['rehearsal', 'rehearsal.differences'],
  ['results', 'results.onTimeShare'],
  ['packing-list', 'packing.fragile'],
])('the document of %s asks at once for the scripts of its screen, and for none twice', async (screen, marker) => {
  const document = await readFile(join(dist, `${screen}.html`), 'utf8');
  const named = [...document.matchAll(/"\/(assets\/[^"]+\.js)"/g)].map(([, path]) => path ?? '');
  const own = named.filter((path) => !firstLoad('.js').includes(path));
  expect(new Set(named).size).toBe(named.length);
  expect(named.length - own.length).toBe(firstLoad('.js').length);
  expect((await Promise.all(own.map((path) => readFile(join(dist, path), 'utf8')))).join('\n')).toContain(marker);
});

test('the style sheet is named by what is left in it', async () => {
  const [path = ''] = firstLoad('.css');
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
