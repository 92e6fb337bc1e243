import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { precompress } from './precompress.ts';
import { purgeStyles } from './purge-styles.ts';

/** Where the production build lands. */
export const distFolder = fileURLToPath(new URL('dist', import.meta.url));

/** Builds the panel for production: bundle, purged styles, compressed copies beside. */
export async function buildPanel(): Promise<void> {
  await build({ configFile: fileURLToPath(new URL('vite.config.ts', import.meta.url)), mode: 'production' });
  await purgeStyles(distFolder);
  await precompress(join(distFolder, 'assets'));
}
