import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type Kysely, sql } from 'kysely';
import { openDatabase } from '#database/open-database.ts';
import { clientSecret } from './order-paid.ts';

/** The floor: `node:http`, the HMAC, one insert of its own for each webhook in the same database, nothing else. */
const { db } = await openDatabase<unknown>({
  url: process.env['DATABASE_URL'],
  dataDir: process.env['DATA_DIR'],
  maxConnections: 16,
  migrationTable: 'floor_migration',
  migrations: {
    '0001': {
      up: async (schema: Kysely<unknown>) => {
        await sql`create table floor_webhook (shop text, webhook_id text, body bytea, primary key (shop, webhook_id))`.execute(
          schema,
        );
      },
    },
  },
});

const server = createServer((request, response) => {
  receive(request).then(
    (status) => response.writeHead(status, { 'Content-Length': 0 }).end(),
    () => response.writeHead(503, { 'Content-Length': 0 }).end(),
  );
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.once('SIGTERM', () => process.exit(0));

async function receive(request: IncomingMessage): Promise<200 | 401> {
  const body = await buffer(request);
  const given = Buffer.from(String(request.headers['x-shopify-hmac-sha256']), 'base64');
  const wanted = createHmac('sha256', clientSecret).update(body).digest();
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return 401;
  const { 'x-shopify-shop-domain': shop, 'x-shopify-webhook-id': id } = request.headers;
  await sql`insert into floor_webhook (shop, webhook_id, body) values (${shop}, ${id}, ${body})
    on conflict do nothing`.execute(db);
  return 200;
}
