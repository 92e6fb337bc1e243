import { type Kysely, sql } from 'kysely';
import type { ShopDomain } from '#placement/ids.ts';
import { refuseShopInFlight, shopTables } from './redact.ts';
import type { Tables } from './schema.ts';

/** Shops that are gone though there are rows of theirs: what was written just while they were erased, such as a webhook. */
export async function shopsLeftBehind(db: Kysely<Tables>): Promise<ShopDomain[]> {
  const found = new Set<ShopDomain>();
  for (const table of shopTables) {
    // From each shop to the next one: no more is read than one entry of an index for each. What names no shop has ''.
    const { rows } = await sql<{ shop: ShopDomain }>`
      with recursive known as (
        (select shop from ${sql.table(table)} where shop > '' order by shop limit 1)
        union all
        select (select t.shop from ${sql.table(table)} t where t.shop > k.shop order by t.shop limit 1)
        from known k where k.shop is not null
      )
      select k.shop from known k
      where k.shop is not null and not exists (select from shop s where s.shop = k.shop)`.execute(db);
    for (const { shop } of rows) found.add(shop);
  }
  return [...found];
}

/**
 * Erases the rows of a shop that is gone; of one that is installed again by now, none.
 *
 * @throws Error while a placement of it is in flight.
 */
export async function eraseLeftBehind(db: Kysely<Tables>, shop: ShopDomain): Promise<void> {
  await refuseShopInFlight(db, shop);
  for (const table of shopTables) {
    await sql`delete from ${sql.table(table)}
      where shop = ${shop} and not exists (select from shop s where s.shop = ${shop})`.execute(db);
  }
}
