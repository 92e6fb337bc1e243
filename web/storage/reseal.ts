import { type Kysely, sql } from 'kysely';
import type { Tables } from './schema.ts';
import { places, shopColumns } from './sealed-places.ts';
import type { Place, Sealer } from './sealing.ts';

interface SealedColumn {
  table: keyof Tables;
  column: string;
  /** The columns of the primary key. */
  key: readonly string[];
  place(key: readonly string[]): Place;
}

const sealedColumns: readonly SealedColumn[] = [
  { table: 'app_secret', column: 'value_sealed', key: ['name'], place: ([name = '']) => places.appSecret(name) },
  ...shopColumns.map((column) => ({
    table: 'shop' as const,
    column,
    key: ['shop'],
    place: ([shop = '']: readonly string[]) => places.shop(shop, column),
  })),
  {
    table: 'webhook',
    column: 'body_sealed',
    key: ['shop', 'webhook_id'],
    place: ([shop = '', webhookId = '']) => places.webhook(shop, webhookId),
  },
  {
    table: 'shop_order',
    column: 'private',
    key: ['shop', 'order_id'],
    place: ([shop = '', orderId = '']) => places.order(shop, orderId),
  },
  {
    table: 'delivery',
    column: 'private',
    key: ['shop', 'order_id', 'order_reference'],
    place: ([shop = '', orderId = '', reference = '']) => places.delivery(shop, orderId, reference),
  },
  {
    table: 'attempt',
    column: 'message_sealed',
    key: ['shop', 'order_id', 'id'],
    place: ([shop = '', orderId = '', id = '']) => places.attempt(shop, orderId, id),
  },
];

/**
 * Seals anew, with the first key, what an older key sealed, so that the older one can be retired. A row that is written
 * meanwhile is left to its writer.
 *
 * @returns how many values were sealed anew, at most `limit` per column: none left when 0.
 */
export async function resealStale(db: Kysely<Tables>, sealer: Sealer, limit: number): Promise<number> {
  let renewed = 0;
  for (const sealed of sealedColumns) renewed += await resealColumn(db, sealer, sealed, limit);
  return renewed;
}

async function resealColumn(db: Kysely<Tables>, sealer: Sealer, sealed: SealedColumn, limit: number): Promise<number> {
  const [table, column] = [sql.table(sealed.table), sql.ref(sealed.column)];
  const key = sql.join(sealed.key.map((name) => sql.ref(name)));
  const { rows } = await sql<Record<string, string>>`
    select ${key}, ${column} as envelope from ${table}
    where ${column} is not null and not starts_with(${column}, ${sealer.currentPrefix}) limit ${limit}`.execute(db);
  let done = 0;
  for (const row of rows) {
    const values = sealed.key.map((name) => row[name] ?? '');
    const envelope = row['envelope'] ?? '';
    const place = sealed.place(values);
    const opened = sealer.openOrNull(envelope, place);
    // Where no key at hand opens it, its reader will say so.
    if (opened === null) continue;
    done += 1;
    const renewed = sealer.seal(opened, place);
    await sql`update ${table} set ${column} = ${renewed}
      where (${key}) = (${sql.join(values)}) and ${column} = ${envelope}`.execute(db);
  }
  return done;
}
