import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { distFolder, hashOfInputs, stampFile } from './ensure-built.ts';
import { precompress } from './precompress.ts';
import { purgeStyles } from './purge-styles.ts';
import { writeScreenDocuments } from './screen-documents.ts';
import { forHead, forServer } from './vite.config.ts';

// Entry of `npm run build`: the production build of the panel, stamped with the hash of what it was built from.
// A process of its own, because with the caller's NODE_ENV (`test`) Vite would bundle React's development build.
process.env['NODE_ENV'] = 'production';
const inputs = await hashOfInputs();
const configFile = fileURLToPath(new URL('vite.config.ts', import.meta.url));
await build({ configFile, mode: 'production' });
await build({ configFile, mode: 'production', ...forServer });
await build({ mode: 'production', ...forHead });
await purgeStyles(distFolder);
await writeScreenDocuments(distFolder);
await precompress(join(distFolder, 'assets'));
await writeFile(stampFile, inputs);
process.stdout.write(`panel built in ${distFolder}\n`);
