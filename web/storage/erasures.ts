import { createHmac } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { ShopDomain } from '#placement/ids.ts';
import { readSecret } from './app-secret.ts';
import type { Cipher } from './encryption.ts';
import type { Tables } from './schema.ts';

/*
 * That a shop or a customer was erased is kept under a keyed hash, so that a restored backup is erased again and nothing
 * here tells who it was. Orders have their ids in `redaction`.
 */
function nameOf(secret: Buffer, shop: string, customerId: string | null): string {
  const what = customerId === null ? ['shop', shop] : ['customer', shop, customerId];
  return createHmac('sha256', secret)
    .update(JSON.stringify(['erasure', ...what]))
    .digest('base64url');
}

/**
 * Writes down that a shop, or one of its customers, is erased.
 *
 * @param at what is older; now by the database's clock where it is left out.
 */
export async function recordErasure(
  db: Kysely<Tables>,
  cipher: Cipher,
  { shop, customerId = null, at }: { shop: ShopDomain; customerId?: string | null; at?: Date },
): Promise<void> {
  const name = nameOf(await readSecret(db, cipher, 'account'), shop, customerId);
  const instant = at ? sql<Date>`${at}::timestamptz` : sql<Date>`clock_timestamp()`;
  await sql`insert into erasure as e (name, at) values (${name}, ${instant})
    on conflict (name) do update set at = greatest(e.at, excluded.at)`.execute(db);
}

/** Tells when a shop was erased, null where it was not; null where nothing ever was. */
export async function erasedShops(db: Kysely<Tables>, cipher: Cipher): Promise<((shop: string) => Date | null) | null> {
  const known = await readErasures(db);
  if (known.size === 0) return null;
  const secret = await readSecret(db, cipher, 'account');
  return (shop) => known.get(nameOf(secret, shop, null)) ?? null;
}

/** Tells when a customer of a shop was erased, null where they were not; null where nothing ever was. */
export async function erasedCustomers(
  db: Kysely<Tables>,
  cipher: Cipher,
  shop: ShopDomain,
): Promise<((customerId: string) => Date | null) | null> {
  const known = await readErasures(db);
  if (known.size === 0) return null;
  const secret = await readSecret(db, cipher, 'account');
  return (customerId) => known.get(nameOf(secret, shop, customerId)) ?? null;
}

async function readErasures(db: Kysely<Tables>): Promise<Map<string, Date>> {
  const rows = await db.selectFrom('erasure').selectAll().execute();
  return new Map(rows.map(({ name, at }) => [name, at]));
}
