import { type Kysely, sql, type Transaction } from 'kysely';
import { z } from 'zod';
import type { Cipher } from '../encryption.ts';
import { eraseCameBack } from '../erase-again.ts';
import { inOneErasure } from '../erasures.ts';
import type { Tables } from '../schema.ts';
import { hasUnread } from '../stored-settings.ts';
import { forgetKeys } from '../uninstalls.ts';

const line = /^\["([a-z_]+)",(\[.*\])\]$/s;

function partsOf(text: string): { table: string; rows: string } {
  const [, table, rows] = line.exec(text) ?? [];
  if (table === undefined || rows === undefined) throw new Error('The backup has a line that cannot be read.');
  return { table, rows };
}

/** Puts the rows of a whole backup into empty tables of the same form. */
export async function loadRows<DB>(trx: Transaction<DB>, lines: AsyncIterable<string>): Promise<number> {
  const tables = new Set<string>();
  let count = 0;
  for await (const text of lines) {
    const { table, rows } = partsOf(text);
    const done = await sql`insert into ${sql.table(table)} overriding system value
      select * from jsonb_populate_recordset(null::${sql.table(table)}, ${rows}::jsonb)`.execute(trx);
    tables.add(table);
    count += Number(done.numAffectedRows ?? 0);
  }
  for (const table of tables) await countOn(trx, table);
  return count;
}

/** New rows are numbered after those that were put in. */
async function countOn<DB>(trx: Transaction<DB>, table: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = ${table} and is_identity = 'YES'`.execute(trx);
  for (const { name } of rows) {
    await sql`select setval(pg_get_serial_sequence(${table}, ${name}),
      (select coalesce(max(${sql.ref(name)}), 0) + 1 from ${sql.table(table)}), false)`.execute(trx);
  }
}

/**
 * Takes over what was erased, which shops went, with their keys, and newer tokens; of shops that came back since, erases
 * what was erased.
 *
 * @returns the shops that the backup did not know, in no order.
 */
export async function loadErasures(db: Kysely<Tables>, cipher: Cipher, lines: readonly string[]): Promise<string[]> {
  const of: Record<string, string[]> = { erasure: [], redaction: [], shop: [] };
  for (const { table, rows } of lines.map(partsOf)) {
    const known = of[table];
    if (!known) throw new Error(`The file of erasures has rows of ${table}.`);
    known.push(rows);
  }
  const { erasure = [], redaction = [], shop = [] } = of;
  return db.transaction().execute(async (trx) => {
    for (const rows of erasure) {
      await sql`insert into erasure as e select * from jsonb_populate_recordset(null::erasure, ${rows}::jsonb)
        ${inOneErasure}`.execute(trx);
    }
    // By the installation that the backup knows of, and before what is told of the one since.
    await eraseCameBack(trx, cipher, shop.flatMap(namesIn));
    for (const rows of redaction) {
      await sql`insert into redaction as r select * from jsonb_populate_recordset(null::redaction, ${rows}::jsonb)
        on conflict (shop, order_id) do update set until_paid = r.until_paid and excluded.until_paid`.execute(trx);
    }
    const added: string[] = [];
    for (const rows of shop) {
      await loadShops(trx, rows);
      added.push(...(await addShops(trx, rows)));
    }
    return added;
  });
}

const namesIn = (rows: string): string[] =>
  z
    .array(z.object({ shop: z.string() }))
    .parse(JSON.parse(rows))
    .map(({ shop }) => shop);

async function loadShops(trx: Transaction<Tables>, rows: string): Promise<void> {
  const told = sql`jsonb_populate_recordset(null::shop, ${rows}::jsonb) t where t.shop = s.shop`;
  const { rows: left } = await sql<{ shop: string }>`select s.shop from shop s, ${told}
    and (t.uninstalled_at is not null or t.installed_at is distinct from s.installed_at)`.execute(trx);
  await sql`update shop s set installed_at = t.installed_at, uninstalled_at = t.uninstalled_at,
      reconnect = t.reconnect, scope = t.scope, access_token_sealed = t.access_token_sealed,
      access_expires_at = t.access_expires_at, refresh_token_sealed = t.refresh_token_sealed,
      refresh_expires_at = t.refresh_expires_at, token_fence = s.token_fence + 1, token_lease_until = null
    from ${told}`.execute(trx);
  await forgetKeys(
    trx,
    left.map(({ shop }) => shop),
  );
}

/** Those that were installed since: without a row, nobody would look for their orders. Their keys are not in the file. */
async function addShops(trx: Transaction<Tables>, rows: string): Promise<string[]> {
  // A shop without a name is described anew, and its settings begin anew with it.
  const isReadable = sql`t.shop = any(${readableIn(rows)}::text[])`;
  const { rows: added } = await sql<{ shop: string }>`
    insert into shop (shop, installed_at, reconnect, scope, access_token_sealed, access_expires_at, refresh_token_sealed,
      refresh_expires_at, shopify_id, renamed_to, name, time_zone, currency, development, settings)
    select t.shop, t.installed_at, t.reconnect, t.scope, t.access_token_sealed, t.access_expires_at, t.refresh_token_sealed,
      t.refresh_expires_at, t.shopify_id, t.renamed_to, case when ${isReadable} then t.name end,
      coalesce(t.time_zone, 'Africa/Johannesburg'), coalesce(t.currency, 'ZAR'), coalesce(t.development, false),
      case when ${isReadable} then t.settings else '{}' end
    from jsonb_populate_recordset(null::shop, ${rows}::jsonb) t
    where t.installed_at is not null and t.uninstalled_at is null
    on conflict (shop) do nothing returning shop`.execute(trx);
  return added.map(({ shop }) => shop);
}

/** Shops whose settings can be used: a file of another version may have them in another form, or not at all. */
function readableIn(rows: string): string[] {
  const shops = z.array(z.object({ shop: z.string(), settings: z.unknown() })).parse(JSON.parse(rows));
  return shops.filter(({ settings }) => !hasUnread(settings)).map(({ shop }) => shop);
}
