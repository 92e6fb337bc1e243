import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { onTestFinished } from 'vitest';

/** A way to a server that loses the connection when `statement` was on it and its COMMIT is answered; returns its url. */
export async function loseCommit(url: string, statement: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const proxy = createServer((client) => {
    const server = connect(Number(port || 5432), hostname);
    let isWatched = false;
    client.on('data', (data) => {
      isWatched ||= data.includes(statement);
      server.write(data);
    });
    server.on('data', (data) => {
      if (isWatched && data.includes('COMMIT\0')) client.destroy();
      else client.write(data);
    });
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.on('error', () => undefined);
      one.on('close', () => other.destroy());
    }
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => void proxy.close());
  const way = new URL(url);
  way.hostname = '127.0.0.1';
  way.port = String((proxy.address() as AddressInfo).port);
  return way.href;
}
