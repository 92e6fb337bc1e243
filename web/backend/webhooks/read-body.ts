import type { IncomingMessage } from 'node:http';
import type { ByteBudget } from './byte-budget.ts';

/** Why there is no body: too long, no room for it now, or the sender went away. */
type Unread = 'too_large' | 'busy' | 'aborted';

/**
 * Hands the raw bytes of a request, or why there are none, to `use`. They count against `budget` from their arrival until
 * `use` has ended, and the work that it says holds them.
 */
export async function withBody<T>(
  request: IncomingMessage,
  { limitBytes, budget }: { limitBytes: number; budget: ByteBudget },
  use: (body: Buffer | Unread, holds: (work: Promise<unknown>) => void) => Promise<T>,
): Promise<T> {
  let taken = 0;
  let held: Promise<unknown> = Promise.resolve();
  const take = (bytes: number): boolean => {
    if (!budget.take(bytes)) return false;
    taken += bytes;
    return true;
  };
  try {
    return await use(await readBody(request, limitBytes, take), (work) => {
      held = work;
    });
  } finally {
    const give = () => budget.give(taken);
    void held.then(give, give);
  }
}

function readBody(
  request: IncomingMessage,
  limitBytes: number,
  take: (bytes: number) => boolean,
): Promise<Buffer | Unread> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > limitBytes) return Promise.resolve('too_large');
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let isOver = false;
    const giveUp = (why: Unread): void => {
      isOver = true;
      chunks.length = 0;
      resolve(why);
    };
    request.on('data', (chunk: Buffer) => {
      if (isOver) return;
      size += chunk.length;
      if (size > limitBytes) giveUp('too_large');
      else if (!take(chunk.length)) giveUp('busy');
      else chunks.push(chunk);
    });
    request.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    request.on('error', () => giveUp('aborted'));
    request.on('close', () => giveUp('aborted'));
  });
}
