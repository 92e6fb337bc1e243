import { type Kysely, sql } from 'kysely';
import { request } from 'undici';
import { openDatabase } from '#database/open-database.ts';
import { placementBody } from '../placements/placement-body.ts';

/**
 * The floor of an order: the calls and the statements that one costs in a drain, and nothing that decides what they say.
 * Ends with the line `bare <ms>`: this process's processor time for an order.
 */
const { SHOPIFY_URL, COURIER_URL, DATABASE_URL, ORDERS } = process.env;
const orders = Number(ORDERS);
const sideBySide = 12;
const shop = 'bare.myshopify.com';
/** About what the app writes of an order in each of its three writes. */
const row = 'x'.repeat(4_000);
/** As long as the app's query for an order. */
const query = (name: string): string => `query ${name} { ${'field '.repeat(name === 'ReadOrder' ? 500 : 10)}}`;

const { db, close } = await openDatabase<unknown>({
  url: DATABASE_URL,
  maxConnections: sideBySide + 4,
  migrationTable: 'bare_migration',
  migrations: {
    '0001': {
      up: async (schema: Kysely<unknown>) => {
        await sql`create table bare_order (id int, step int, body text, primary key (id, step))`.execute(schema);
      },
    },
  },
});

async function post(url: string, body: string): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-shopify-shop-domain': shop, 'x-shopify-access-token': 't' };
  const answer = await request(url, { method: 'POST', headers, body });
  JSON.parse(await answer.body.text());
}
const ask = (name: string, variables: object): Promise<void> =>
  post(`${SHOPIFY_URL}/admin/api/2026-10/graphql.json`, JSON.stringify({ query: query(name), variables }));
const read = (id: number): Promise<unknown> => sql`select body from bare_order where id = ${id}`.execute(db);
const write = (id: number, step: number): Promise<unknown> =>
  sql`insert into bare_order (id, step, body) values (${id}, ${step}, ${row}) on conflict do nothing`.execute(db);

async function bareOrder(id: number): Promise<void> {
  const order = { id: `gid://shopify/Order/${id}` };
  await read(id);
  await read(id);
  await read(id);
  await ask('ReadOrder', order);
  await write(id, 1);
  await post(`${COURIER_URL}/v1/same-day-asap`, placementBody(`bare-${id}`));
  await write(id, 2);
  await ask('ReadNote', order);
  await ask('WriteNote', { ...order, note: row.slice(0, 100) });
  await ask('WriteMetafields', order);
  await ask('ReadNote', order);
  await write(id, 3);
  await read(id);
}

let next = 0;
const before = process.cpuUsage();
await Promise.all(
  Array.from({ length: sideBySide }, async () => {
    while (next < orders) {
      next += 1;
      await bareOrder(next);
    }
  }),
);
const { user, system } = process.cpuUsage(before);
process.stdout.write(`bare ${(user + system) / 1000 / orders}\n`);
await close();
process.exit(0);
