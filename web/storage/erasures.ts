import { createHmac } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { ShopDomain } from '#placement/ids.ts';
import { readSecret } from './app-secret.ts';
import { places } from './encrypted-columns.ts';
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

/** Before all that is stored. */
const erasesNothing = new Date(0);

interface Erasure {
  shop: ShopDomain;
  customerId?: string | null;
  /** What is older is erased; now by the database's clock where it is left out. */
  at?: Date;
  /** Of a whole shop: what its references begin with at the service. */
  prefix?: string;
}

/** Writes down that a shop, or one of its customers, is erased. */
export async function recordErasure(
  db: Kysely<Tables>,
  cipher: Cipher,
  { shop, customerId = null, at, prefix }: Erasure,
): Promise<void> {
  const name = nameOf(await readSecret(db, cipher, 'account'), shop, customerId);
  const instant = at ? sql<Date>`${at}::timestamptz` : sql<Date>`clock_timestamp()`;
  const encrypted = prefix === undefined ? null : cipher.encrypt(prefix, places.erasure(name));
  const wholeAt = encrypted === null ? sql`null` : instant;
  await sql`insert into erasure as e (name, at, prefix_sealed, whole_at)
    values (${name}, ${instant}, ${encrypted}, ${wholeAt}) ${inOneErasure}`.execute(db);
}

/** Of two records of one erasure the later counts. Versions before kept a shop's prefix for a sign that all of it was erased. */
export const inOneErasure = sql`on conflict (name) do update set at = greatest(e.at, excluded.at),
  prefix_sealed = coalesce(excluded.prefix_sealed, e.prefix_sealed),
  whole_at = greatest(excluded.whole_at, e.whole_at, case when e.whole_at is null and e.prefix_sealed is not null then e.at end)`;

/** For a shop that may come back under a name of which nothing is erased: another row of it may live under that. */
export async function keepPrefix(db: Kysely<Tables>, cipher: Cipher, shop: ShopDomain, prefix: string): Promise<void> {
  const name = nameOf(await readSecret(db, cipher, 'account'), shop, null);
  await sql`insert into erasure (name, at, prefix_sealed, whole_at)
    values (${name}, ${erasesNothing}, ${cipher.encrypt(prefix, places.erasure(name))}, ${erasesNothing})
    on conflict (name) do nothing`.execute(db);
}

/**
 * What the references of an erased shop began with; null where it was never erased. One that comes back keeps it: under
 * another, the service would take what it has booked for something new.
 */
export async function prefixOfErased(db: Kysely<Tables>, cipher: Cipher, shop: ShopDomain): Promise<string | null> {
  const name = nameOf(await readSecret(db, cipher, 'account'), shop, null);
  const row = await db.selectFrom('erasure').select('prefix_sealed').where('name', '=', name).executeTakeFirst();
  return row?.prefix_sealed ? cipher.decrypt(row.prefix_sealed, places.erasure(name)) : null;
}

/** When all of a shop was last erased; null where that never was. */
export async function erasedWholeAt(db: Kysely<Tables>, cipher: Cipher, shop: ShopDomain): Promise<Date | null> {
  const name = nameOf(await readSecret(db, cipher, 'account'), shop, null);
  const { rows } = await sql<{ at: Date | null }>`
    select coalesce(whole_at, case when prefix_sealed is not null then at end) as at
    from erasure where name = ${name}`.execute(db);
  return rows[0]?.at ?? null;
}

/** When a shop, or one of its customers, was erased; null where that never was. */
export type ErasedAt = (shop: string, customerId: string | null) => Date | null;

/** All that was erased, read once; null where nothing ever was. */
export async function readErasures(db: Kysely<Tables>, cipher: Cipher): Promise<ErasedAt | null> {
  const rows = await db.selectFrom('erasure').select(['name', 'at']).execute();
  if (rows.length === 0) return null;
  const known = new Map(rows.map(({ name, at }) => [name, at]));
  const secret = await readSecret(db, cipher, 'account');
  return (shop, customerId) => known.get(nameOf(secret, shop, customerId)) ?? null;
}
