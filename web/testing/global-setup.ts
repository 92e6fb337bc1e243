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
  let template: Promise<string> | undefined;
  const make = async (path: string | undefined): Promise<string> => {
    server ??= startPostgresServer();
    const started = await server;
    if (path !== '/migrated') return started.createDatabase();
    template ??= makeTemplate(started);
    return started.createDatabase(await template);
  };
  const broker = createServer((request, response) => {
    make(request.url).then(
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

/** A database with the app's tables that nobody is connected to; its name. */
async function makeTemplate(server: PostgresServer): Promise<string> {
  // Most runs of a few tests need neither.
  const [{ openDatabase }, { migrations }] = await Promise.all([
    import('#database/open-database.ts'),
    import('#storage/open-storage.ts'),
  ]);
  const url = await server.createDatabase();
  await (await openDatabase({ url, migrations })).close();
  return new URL(url).pathname.slice(1);
}
