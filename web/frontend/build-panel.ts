import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { precompress } from './precompress.ts';
import { purgeStyles } from './purge-styles.ts';

/** Where the production build lands. */
export const distFolder = fileURLToPath(new URL('dist', import.meta.url));

const config = fileURLToPath(new URL('vite.config.ts', import.meta.url));
const vite = fileURLToPath(new URL('../../node_modules/vite/bin/vite.js', import.meta.url));

/**
 * Builds the panel for production: bundle, purged styles, compressed copies beside. Vite runs in a process of its own:
 * with the caller's NODE_ENV (`test`, `development`) it would bundle React's development build.
 */
export async function buildPanel(): Promise<void> {
  const env = { ...process.env, NODE_ENV: 'production' };
  await promisify(execFile)(process.execPath, [vite, 'build', '--config', config], { env });
  await purgeStyles(distFolder);
  await precompress(join(distFolder, 'assets'));
}
