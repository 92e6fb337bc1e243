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
  /** How its values are written; text where nothing is said. */
  form?: 'bytes';
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
    table: 'webhook',
    column: 'payload_sealed',
    key: ['shop', 'webhook_id'],
    place: ([shop = '', webhookId = '']) => places.webhookPayload(shop, webhookId),
    form: 'bytes',
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
  // What no key at hand opens is passed over, so that it keeps nothing behind it from being sealed anew.
  for (let after: string[] | null = null; ; ) {
    const rows: StaleRow[] = await staleRows(db, sealer, sealed, limit, after);
    let done = 0;
    for (const row of rows) if (await renew(db, sealer, sealed, row)) done += 1;
    if (done > 0 || rows.length < limit) return done;
    after = keyOf(sealed, rows.at(-1) as StaleRow);
  }
}

type StaleRow = Record<string, string> & { envelope: string | Buffer };

const keyOf = (sealed: SealedColumn, row: StaleRow): string[] => sealed.key.map((name) => row[name] ?? '');

async function staleRows(
  db: Kysely<Tables>,
  sealer: Sealer,
  sealed: SealedColumn,
  limit: number,
  after: readonly string[] | null,
): Promise<StaleRow[]> {
  const column = sql.ref(sealed.column);
  const key = sql.join(sealed.key.map((name) => sql.ref(name)));
  const prefix = sealer.currentBytesPrefix;
  const isStale =
    sealed.form === 'bytes'
      ? sql`substring(${column} from 1 for ${prefix.length}) <> ${prefix}`
      : sql`not starts_with(${column}, ${sealer.currentPrefix})`;
  const isFurther = after === null ? sql`true` : sql`(${key}) > (${sql.join(after)})`;
  const { rows } = await sql<StaleRow>`
    select ${key}, ${column} as envelope from ${sql.table(sealed.table)}
    where ${column} is not null and ${isStale} and ${isFurther} order by ${key} limit ${limit}`.execute(db);
  return rows;
}

/** False where no key at hand opens it: its reader will say so. */
async function renew(db: Kysely<Tables>, sealer: Sealer, sealed: SealedColumn, row: StaleRow): Promise<boolean> {
  const key = keyOf(sealed, row);
  const renewed = resealed(sealer, row.envelope, sealed.place(key));
  if (renewed === null) return false;
  const names = sql.join(sealed.key.map((name) => sql.ref(name)));
  await sql`update ${sql.table(sealed.table)} set ${sql.ref(sealed.column)} = ${renewed}
    where (${names}) = (${sql.join(key)}) and ${sql.ref(sealed.column)} = ${row.envelope}`.execute(db);
  return true;
}

function resealed(sealer: Sealer, envelope: string | Buffer, place: Place): string | Buffer | null {
  try {
    if (typeof envelope === 'string') return sealer.seal(sealer.open(envelope, place), place);
    return sealer.sealBytes(sealer.openBytes(envelope, place), place);
  } catch {
    return null;
  }
}
