import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ShopDomain } from '#placement/ids.ts';
import type { Tables } from './schema.ts';

/*
 * A shop's row keeps the address that it was installed under. Where its merchant renamed it, `renamed_to` is another name
 * for that row, and whatever comes under it is about the row.
 */

const hasApp = (row: string) =>
  sql`(${sql.ref(`${row}.installed_at`)} is not null and ${sql.ref(`${row}.uninstalled_at`)} is null)`;

/** Those that may be meant by an address or a number, as SQL: who has the app first, then whose own address it is. */
const meant = (which: RawBuilder<unknown>, own: RawBuilder<unknown>) => sql`
  select * from shop where ${which}
  order by ${hasApp('shop')} desc, (installed_at is not null) desc,
    ${own} desc, installed_at desc limit 1`;
const meantBy = (address: RawBuilder<unknown>) =>
  meant(sql`shop = ${address} or renamed_to = ${address}`, sql`(shop = ${address})`);

/** The row that an address stands for, as SQL. */
export const shopAt = (address: string) => meantBy(sql`${address}::text`);

/** The shop of this number of Shopify's; null where none has it. One that has the app goes before one that left, and before `address`. */
export async function shopOfId(db: Kysely<Tables>, shopifyId: string, address: string): Promise<ShopDomain | null> {
  const found = meant(sql`shopify_id = ${shopifyId}`, sql`(shop = ${address})`);
  const { rows } = await sql<{ shop: ShopDomain }>`${found}`.execute(db);
  return rows[0]?.shop ?? null;
}

/** The rows of shops that these addresses stand for, by address. */
export async function shopsAt(db: Kysely<Tables>, addresses: readonly string[]): Promise<Map<string, ShopDomain>> {
  const { rows } = await sql<{ address: string; shop: ShopDomain }>`
    select a.address, s.shop from unnest(${[...addresses]}::text[]) as a(address)
    cross join lateral (${meantBy(sql`a.address`)}) s`.execute(db);
  return new Map(rows.map(({ address, shop }) => [address, shop]));
}

/** Whether what Shopify has signed about this address, or this number, is about the shop. */
export async function isOfShop(
  db: Kysely<Tables>,
  shop: ShopDomain,
  { address, shopifyId }: { address: string; shopifyId: string | null },
): Promise<boolean> {
  if (address === shop) return true;
  const row = await db
    .selectFrom('shop')
    .select('shop')
    .where('shop', '=', shop)
    .where((where) => where.or([where('renamed_to', '=', address), where('shopify_id', '=', shopifyId)]))
    .executeTakeFirst();
  return row !== undefined;
}

/** The rows `o` of the shop that a row is of, as SQL: earlier versions made one for each address that it had. One of another number is another's. */
const rowsOf = (shop: string) => sql`(select) one left join shop s on s.shop = ${shop}
  join shop o on (o.shop = ${shop} or o.renamed_to = ${shop} or o.shop = s.renamed_to or o.shopify_id = s.shopify_id)
    and coalesce(o.shopify_id = s.shopify_id, true)`;

/** Further rows of the same shop. */
export async function otherRowsOf(db: Kysely<Tables>, shop: ShopDomain): Promise<ShopDomain[]> {
  const { rows } = await sql<{ shop: ShopDomain }>`
    select o.shop from ${rowsOf(shop)} where o.shop <> ${shop} order by o.shop`.execute(db);
  return rows.map((row) => row.shop);
}

/** The row that keeps the tokens of a row's shop, as SQL: Shopify has one pair for all, which is the latest's that has the app. */
export const tokenRow = (shop: string) => sql<ShopDomain>`coalesce((select o.shop from ${rowsOf(shop)}
  where ${hasApp('s')} and ${hasApp('o')} order by o.installed_at desc, o.shop limit 1), ${shop})`;

/** The row that keeps the tokens of a row's shop. */
export async function tokenRowOf(db: Kysely<Tables>, shop: ShopDomain): Promise<ShopDomain> {
  const { rows } = await sql<{ shop: ShopDomain }>`select ${tokenRow(shop)} as shop`.execute(db);
  return rows[0]?.shop ?? shop;
}

/** Writes down at the other rows whose tokens this one keeps what came of them: with it they are let in, or not. */
export async function tellOtherRows(db: Kysely<Tables>, shop: ShopDomain, reconnect: boolean): Promise<void> {
  await sql`update shop set reconnect = ${reconnect} where reconnect <> ${reconnect} and ${tokenRow(shop)} = ${shop}
    and shop in (select o.shop from ${rowsOf(shop)} where o.shop <> ${shop} and ${hasApp('o')})`.execute(db);
}

/** A row that only kept a place: nobody was let in under that address. */
export async function forgetPlace(db: Kysely<Tables>, shop: ShopDomain): Promise<void> {
  await db.deleteFrom('shop').where('shop', '=', shop).where('installed_at', 'is', null).execute();
}

/** The instant from which on a later row of shop `s` takes in its orders, as SQL; null where there is none. */
export const succeededAt = sql<Date | null>`(select min(later.installed_at) from shop later
  where later.shop = shop.renamed_to and ${hasApp('later')})`;
