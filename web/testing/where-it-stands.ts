import { sql } from 'kysely';
import type { Storage } from '#storage/open-storage.ts';
import type { WebhookRecord } from '#store-simulator/webhooks/sender.ts';

/** What a store has told of an order, and what the app has of it: for the message of a test that waits for it in vain. */
export async function whereItStands(
  log: readonly WebhookRecord[],
  { db }: Pick<Storage, 'db'>,
  orderId: string,
): Promise<string> {
  const told = log
    .filter(({ body }) => body.includes(orderId))
    .map(({ topic, state, attempts }) => ({ topic, state, attempts }));
  const { rows: inbox } = await sql`select id, topic, state, why from webhook where order_id = ${orderId}`.execute(db);
  const run = sql`select *, clock_timestamp() as now from order_run where order_id = ${orderId}`;
  return JSON.stringify({ told, inbox, run: (await run.execute(db)).rows });
}
