import { type Kysely, sql } from 'kysely';

/**
 * A shop's own prefix `TEST-` would make live orders look like test orders: it is taken away. What is stored of orders that
 * only a person releases says so no longer as if it went on by itself.
 */
const statements = [
  sql`alter table shop add column reads_refused_at timestamptz`,
  sql`update shop set settings = jsonb_set(settings, '{reference,prefix}', '""')
    where upper(settings #>> '{reference,prefix}') = 'TEST-'`,
  ...['shop_order', 'delivery'].map(
    (table) => sql`update ${sql.table(table)} set reason = jsonb_set(reason, '{retrying}', 'false')
      where state = 'held' and reason ->> 'code' in ('paused', 'no_key', 'no_test_key', 'key_refused', 'address_wrong',
        'fulfillment_on_hold', 'waiting_in_progress')`,
  ),
];

export const testMode = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await statement.execute(db);
  },
};
