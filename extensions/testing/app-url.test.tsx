import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import { appUrl } from '#extensions/parts/app-url.ts';

test('the address that is built into buyers’ extensions is the one that is deployed', () => {
  const toml = parse(readFileSync(join(import.meta.dirname, '../../shopify.app.toml'), 'utf8'));
  expect(appUrl()).toBe(toml['application_url']);
});
