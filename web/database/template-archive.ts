import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';

const PACKAGE = dirname(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')));
const BESIDE_PACKAGE = join(PACKAGE, '..', '..', '.cache');

let inThisProcess: Promise<Blob> | undefined;

/**
 * An initialised, empty database folder as an archive: loading it takes half a second, initialising one anew four.
 * It is made once and kept beside the installed package; where that cannot be written, it is made at every first start.
 */
export function templateArchive(): Promise<Blob> {
  inThisProcess ??= readOrMakeArchive(BESIDE_PACKAGE);
  return inThisProcess;
}

/** The archive kept in `cacheFolder`; where there is none, `make` makes it and it is kept. */
export async function readOrMakeArchive(cacheFolder: string, make = initialise): Promise<Blob> {
  const { version } = JSON.parse(await readFile(join(PACKAGE, 'package.json'), 'utf8')) as { version: string };
  const file = join(cacheFolder, `pglite-${version}-initialised.tar`);
  try {
    return new Blob([await readFile(file)]);
  } catch {
    const archive = await make();
    await keep(archive, cacheFolder, file).catch(() => undefined);
    return archive;
  }
}

async function initialise(): Promise<Blob> {
  const pglite = await PGlite.create('memory://');
  const archive = await pglite.dumpDataDir('none');
  await pglite.close();
  return archive;
}

/** Several processes may make it at once: each writes a file of its own and the rename puts a whole one in place. */
async function keep(archive: Blob, cacheFolder: string, file: string): Promise<void> {
  const unfinished = `${file}.${randomUUID()}`;
  await mkdir(cacheFolder, { recursive: true });
  try {
    await writeFile(unfinished, Buffer.from(await archive.arrayBuffer()));
    await rename(unfinished, file);
  } finally {
    await rm(unfinished, { force: true });
  }
}
