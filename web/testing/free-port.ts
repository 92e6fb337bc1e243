import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below those that the system gives to whoever asks for any port or dials out: a port of its own choice could go to
 * another process before the caller listens, which is seconds later.
 */
const range = [20_000, 32_000] as const;

/** A loopback port that nobody listens on now, and that nobody gets by chance. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...range);
    const server = createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') continue;
      throw error;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}
