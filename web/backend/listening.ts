import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const sweepEveryMs = 50;
/** Connections that wait in the system until they are taken up. One that finds no room is tried again after 1 s, then 3 s. */
const mostWaiting = 4_096;

/** Resolves with the port when connections are accepted; rejects where it is taken. `host` undefined: on all interfaces. */
export async function listening(server: Server, port: number, host: string | undefined): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen({ port, host, backlog: mostWaiting }, resolve);
  await promise;
  server.off('error', reject);
  return (server.address() as AddressInfo).port;
}

/** Takes no new connections, lets running requests end within `graceMs`, then cuts the rest. */
export async function shut(server: Server, graceMs: number): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection that was answering when the server closed stays open for more until somebody looks.
  const sweeping = setInterval(() => server.closeIdleConnections(), sweepEveryMs);
  const cutting = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(sweeping);
  clearTimeout(cutting);
}
