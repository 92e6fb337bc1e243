import { randomInt } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/**
 * Below those that the system gives to whoever asks for any port or dials out: a port of its own choice could go to
 * another process before the caller listens, which is seconds later.
 */
const range = [20_000, 32_000] as const;

/** A loopback port that nobody listens on now, and that nobody else gets, here or in another process, until this one ends. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...range);
    const server = createServer().listen(port, '127.0.0.1');
    // Kept by its twin of UDP, which nobody uses, for seconds may go by before the caller listens.
    const claim = createSocket('udp4').bind({ port, address: '127.0.0.1', exclusive: true }).unref();
    const isFree = await Promise.all([listens(server), listens(claim)]);
    if (server.listening) await new Promise((closed) => server.close(closed));
    if (isFree.every(Boolean)) return port;
    claim.close();
  }
}

async function listens(socket: Server | Socket): Promise<boolean> {
  try {
    await once(socket, 'listening');
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw error;
  }
}
