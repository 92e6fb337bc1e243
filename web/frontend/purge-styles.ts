import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PurgeCSS } from 'purgecss';

/**
 * Drops the rules of Polaris that no built script names, and renames the style sheet by the hash of what is left:
 * under the old name an immutable cache could serve the unpurged or an older file. Only the document refers to it.
 *
 * @param dist folder of a finished vite build with exactly one style sheet
 */
export async function purgeStyles(dist: string): Promise<void> {
  const assets = join(dist, 'assets');
  const names = await readdir(assets);
  const [styleSheet, ...others] = names.filter((name) => name.endsWith('.css'));
  if (!styleSheet || others.length > 0) throw new Error('expected exactly one style sheet in the build');

  const [purged] = await new PurgeCSS().purge({
    content: [join(dist, 'index.html'), join(assets, '*.js')],
    css: [join(assets, styleSheet)],
    safelist: ['html', 'body'],
    // Polaris writes class names literally, a whole word each.
    defaultExtractor: (content) => content.match(/[\w-]+/g) ?? [],
  });
  if (!purged) throw new Error('the style sheet was not purged');

  const hash = createHash('sha256').update(purged.css).digest('base64url').slice(0, 8);
  const renamed = `style-${hash}.css`;
  await rm(join(assets, styleSheet));
  await writeFile(join(assets, renamed), purged.css);

  const documentPath = join(dist, 'index.html');
  const html = await readFile(documentPath, 'utf8');
  await writeFile(documentPath, html.replaceAll(styleSheet, renamed));
}
