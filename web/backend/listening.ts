import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const sweepEveryMs = 50;
/** Connections that wait in the system until they are taken up. One that finds no room is tried again after 1 s, then 3 s. */
const mostWaiting = 4_096;

/** Whether the host is none on which this machine can listen. */
const isNotHere = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'code' in error && ['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL'].includes(`${error.code}`);

/**
 * Resolves with the port when connections are accepted. `host` undefined: on all interfaces.
 *
 * @throws where it is taken, or the host is none of this machine's.
 */
export async function listening(server: Server, port: number, host: string | undefined): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen({ port, host, backlog: mostWaiting }, resolve);
  await promise.catch((error: unknown) => {
    if (!isNotHere(error)) throw error;
    const todo = 'name one of its own in HOST (METRICS_HOST for the metrics), or 0.0.0.0 for all';
    throw new Error(`This machine does not have the address ${host} (${error.code}): ${todo}.`, { cause: error });
  });
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
