import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type PostgresServer, startPostgresServer } from './postgres-server.ts';

/**
 * One PostgreSQL server for a whole test run, started when a test first asks for a database (`databases.ts`) and ended
 * after the last test. Test workers ask through a loopback port, because they are processes of their own.
 */
export default async function setup(): Promise<() => Promise<void>> {
  let server: Promise<PostgresServer> | undefined;
  const broker = createServer((request, response) => {
    server ??= startPostgresServer();
    const template = new URL(request.url ?? '/', 'http://broker').searchParams.get('template') ?? undefined;
    server
      .then((started) => started.createDatabase(template))
      .then(
        (url) => response.end(url),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
  }).listen(0, '127.0.0.1');
  await once(broker, 'listening');
  process.env['TEST_POSTGRES_BROKER'] = `http://127.0.0.1:${(broker.address() as AddressInfo).port}/`;
  return async () => {
    broker.closeAllConnections();
    broker.close();
    await (await server?.catch(() => undefined))?.stop();
  };
}
