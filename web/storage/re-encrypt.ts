import { type Kysely, type RawBuilder, sql } from 'kysely';
import { places, shopColumns } from './encrypted-columns.ts';
import type { Cipher, Place } from './encryption.ts';
import type { Tables } from './schema.ts';

interface EncryptedColumn {
  table: keyof Tables;
  column: string;
  /** The columns of the primary key. */
  key: readonly string[];
  place(key: readonly string[]): Place;
  /** How its values are written; text where nothing is said. */
  form?: 'bytes';
}

const encryptedColumns: readonly EncryptedColumn[] = [
  { table: 'app_secret', column: 'value_sealed', key: ['name'], place: ([name = '']) => places.appSecret(name) },
  { table: 'erasure', column: 'prefix_sealed', key: ['name'], place: ([name = '']) => places.erasure(name) },
  ...shopColumns.map((column) => ({
    table: 'shop' as const,
    column,
    key: ['shop'],
    place: ([shop = '']: readonly string[]) => places.shop(shop, column),
  })),
  {
    table: 'notification_source',
    column: 'secret_sealed',
    key: ['shop', 'mode'],
    place: ([shop = '', mode = '']) => places.notificationSource(shop, mode),
  },
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

/** How far the batches of one pass through all columns have come: a table is not read anew for each of them. */
export interface ReencryptionPass {
  /** The last key that was looked at; null behind the last row. */
  places: Map<EncryptedColumn, string[] | null>;
  /** Something was encrypted anew, so that what was written meanwhile may stand behind the places. */
  looksAgain: boolean;
}

export const startPass = (): ReencryptionPass => ({ places: new Map(), looksAgain: false });

/**
 * Encrypts anew, with the first key, what an older key encrypted, so that the older one can be retired. A row that is written
 * meanwhile is left to its writer.
 *
 * @param pass goes on where the batch before it stopped; after its end, once more from the start for what came meanwhile.
 * @returns how many values were encrypted anew, at most `limit` per column: none left when 0.
 */
export async function reencryptStale(
  db: Kysely<Tables>,
  cipher: Cipher,
  limit: number,
  pass: ReencryptionPass = startPass(),
): Promise<number> {
  const isFirst = pass.places.size === 0;
  let renewed = await reencryptBatch(db, cipher, limit, pass);
  if (isFirst) pass.looksAgain = renewed > 0;
  if (renewed > 0) return renewed;
  pass.places.clear();
  if (!pass.looksAgain) return 0;
  renewed = await reencryptBatch(db, cipher, limit, pass);
  pass.looksAgain = false;
  if (renewed === 0) pass.places.clear();
  return renewed;
}

async function reencryptBatch(
  db: Kysely<Tables>,
  cipher: Cipher,
  limit: number,
  { places: reached }: ReencryptionPass,
): Promise<number> {
  let renewed = 0;
  for (const encrypted of encryptedColumns) {
    const after = reached.get(encrypted);
    if (after === null) continue;
    const batch = await reencryptColumn(db, cipher, encrypted, { limit, after: after ?? null });
    reached.set(encrypted, batch.after);
    renewed += batch.done;
  }
  return renewed;
}

/** How many values another key than the first encrypted, by table; tables without any are left out. */
export async function countStale(db: Kysely<Tables>, cipher: Cipher): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const encrypted of encryptedColumns) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int4 as count from ${sql.table(encrypted.table)} where ${isStale(cipher, encrypted)}`.execute(
      db,
    );
    const count = rows[0]?.count ?? 0;
    if (count > 0) counts[encrypted.table] = (counts[encrypted.table] ?? 0) + count;
  }
  return counts;
}

async function reencryptColumn(
  db: Kysely<Tables>,
  cipher: Cipher,
  encrypted: EncryptedColumn,
  { limit, after: from }: { limit: number; after: string[] | null },
): Promise<{ done: number; after: string[] | null }> {
  // What no key at hand opens is passed over, so that it keeps nothing behind it from being encrypted anew.
  for (let after = from; ; ) {
    const rows: StaleRow[] = await staleRows(db, cipher, encrypted, limit, after);
    let done = 0;
    for (const row of rows) if (await renew(db, cipher, encrypted, row)) done += 1;
    if (rows.length < limit) return { done, after: null };
    after = keyOf(encrypted, rows.at(-1) as StaleRow);
    if (done > 0) return { done, after };
  }
}

type StaleRow = Record<string, string> & { envelope: string | Buffer };

const keyOf = (encrypted: EncryptedColumn, row: StaleRow): string[] => encrypted.key.map((name) => row[name] ?? '');

async function staleRows(
  db: Kysely<Tables>,
  cipher: Cipher,
  encrypted: EncryptedColumn,
  limit: number,
  after: readonly string[] | null,
): Promise<StaleRow[]> {
  const column = sql.ref(encrypted.column);
  const key = sql.join(encrypted.key.map((name) => sql.ref(name)));
  const isFurther = after === null ? sql`true` : sql`(${key}) > (${sql.join(after)})`;
  const { rows } = await sql<StaleRow>`
    select ${key}, ${column} as envelope from ${sql.table(encrypted.table)}
    where ${isStale(cipher, encrypted)} and ${isFurther} order by ${key} limit ${limit}`.execute(db);
  return rows;
}

function isStale(cipher: Cipher, { column: name, form }: EncryptedColumn): RawBuilder<unknown> {
  const column = sql.ref(name);
  const prefix = cipher.currentBytesPrefix;
  return form === 'bytes'
    ? sql`${column} is not null and substring(${column} from 1 for ${prefix.length}) <> ${prefix}`
    : sql`${column} is not null and not starts_with(${column}, ${cipher.currentPrefix})`;
}

/** False where no key at hand opens it: its reader will say so. */
async function renew(db: Kysely<Tables>, cipher: Cipher, encrypted: EncryptedColumn, row: StaleRow): Promise<boolean> {
  const key = keyOf(encrypted, row);
  const renewed = reencrypted(cipher, row.envelope, encrypted.place(key));
  if (renewed === null) return false;
  const names = sql.join(encrypted.key.map((name) => sql.ref(name)));
  await sql`update ${sql.table(encrypted.table)} set ${sql.ref(encrypted.column)} = ${renewed}
    where (${names}) = (${sql.join(key)}) and ${sql.ref(encrypted.column)} = ${row.envelope}`.execute(db);
  return true;
}

function reencrypted(cipher: Cipher, envelope: string | Buffer, place: Place): string | Buffer | null {
  try {
    if (typeof envelope === 'string') return cipher.encrypt(cipher.decrypt(envelope, place), place);
    return cipher.encryptBytes(cipher.decryptBytes(envelope, place), place);
  } catch {
    return null;
  }
}
