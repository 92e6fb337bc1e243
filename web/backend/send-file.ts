import { type Duplex, PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { callerHasLeft } from './caller-left.ts';

/**
 * Streams a file to be saved. Nothing is written before the first item is there, so that what cannot be read is
 * answered as any failure is.
 *
 * @param through makes the file's text of the items, e.g. CSV
 * @throws whatever `items` throws; `callerLeft` where nobody waits for it any more
 */
export async function sendFile<Item>(
  response: Response,
  { name, type }: { name: string; type: string },
  items: AsyncGenerator<Item>,
  through: Duplex = new PassThrough(),
): Promise<void> {
  const first = await items.next();
  if (response.destroyed) {
    await items.return(undefined);
    throw callerHasLeft();
  }
  response.attachment(name).type(type);
  const all = async function* () {
    if (!first.done) yield first.value;
    yield* items;
  };
  await pipeline(Readable.from(all()), through, response);
}
