import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Cipher } from '../encryption.ts';
import { sealing, unsealed } from './sealed-file.ts';

/** Writes one line of a backup; resolves when there is room for the next. */
export type WriteLine = (line: string) => Promise<void>;

/**
 * Makes an encrypted file of lines; it gets its name when it is whole and on the disk.
 *
 * @throws Error where the file is there already, or its folder is not.
 */
export async function writeBackupFile(
  path: string,
  cipher: Cipher,
  write: (line: WriteLine) => Promise<void>,
): Promise<void> {
  if (existsSync(path)) throw new Error(`${path} is there already.`);
  if (!existsSync(dirname(path))) throw new Error(`There is no folder ${dirname(path)}.`);
  // Of its own: another backup of the same name may be under way.
  const unfinished = `${path}.${randomUUID()}`;
  const zip = createGzip();
  const written = pipeline(zip, sealing(cipher), createWriteStream(unfinished, { mode: 0o600 }));
  // Looked at below: until then a failure must not count as unhandled.
  written.catch(() => undefined);
  try {
    await Promise.race([write((line) => pushLine(zip, line)), written]);
    zip.end();
    await written;
    const file = await open(unfinished, 'r+');
    await file.sync().finally(() => file.close());
    await rename(unfinished, path);
  } catch (error) {
    zip.destroy();
    await rm(unfinished, { force: true });
    throw error;
  }
}

function pushLine(zip: ReturnType<typeof createGzip>, line: string): Promise<void> {
  return new Promise((resolve, reject) => {
    zip.write(`${line}\n`, (error) => (error ? reject(error) : resolve()));
  });
}

/** The lines of such a file. The end is reached only where the whole file was read and is as it was written. */
export async function* readBackupFile(path: string, cipher: Cipher): AsyncGenerator<string> {
  if (!existsSync(path)) throw new Error(`There is no file ${path}.`);
  const zipped = Readable.from(unsealed(createReadStream(path), cipher));
  const text = zipped.pipe(createGunzip());
  zipped.once('error', (error) => text.destroy(error));
  yield* linesOf(text.setEncoding('utf8'));
}

/** At line feeds alone, as they were written: a value may hold what Node's `readline` takes for an end of line, too. */
async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let begun: string[] = [];
  for await (const chunk of chunks) {
    const [end = '', ...lines] = chunk.split('\n');
    begun.push(end);
    for (const line of lines) {
      yield begun.join('');
      begun = [line];
    }
  }
  if (begun.join('') !== '') yield begun.join('');
}
