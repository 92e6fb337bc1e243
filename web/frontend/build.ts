import { rm } from 'node:fs/promises';
import { distFolder } from './build-panel.ts';
import { ensureBuilt } from './ensure-built.ts';

// Entry of `npm run build`: always a fresh build, stamped with its inputs so that the server need not build again.
await rm(distFolder, { recursive: true, force: true });
process.stdout.write(`panel built in ${await ensureBuilt()}\n`);
