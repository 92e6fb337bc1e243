import { type Kysely, sql, type Transaction } from 'kysely';
import type { ShopDomain } from '#placement/ids.ts';
import type { Opened } from './encrypted-columns.ts';
import type { Cipher } from './encryption.ts';
import { type ErasedAt, erasedWholeAt, prefixOfErased, readErasures } from './erasures.ts';
import { eraseBefore, eraseShop, repeatErasures } from './redact.ts';
import type { Tables } from './schema.ts';
import { firstSettings } from './stored-settings.ts';
import { eraseUnmatched, restingStates } from './unmatched-bodies.ts';

/** Erases again what a restored backup brought back: shops, orders, and bodies and requests that name an erased person. */
export async function eraseAgain(storage: Opened): Promise<void> {
  const { db, cipher } = storage;
  const erasedAt = await readErasures(db, cipher);
  if (erasedAt !== null) await eraseShopsAgain(db, erasedAt);
  await repeatErasures(db);
  for (const { shop } of await db.selectFrom('shop').select('shop').execute()) {
    await erasePeopleAgain(storage, shop as ShopDomain, erasedAt);
  }
}

/**
 * Erases again what a restored backup brought back of these shops, which came back since they were erased: what is kept
 * of them is what a shop has that was just installed, or what `redactShop` left.
 */
export async function eraseCameBack(trx: Transaction<Tables>, cipher: Cipher, shops: readonly string[]): Promise<void> {
  const erasedAt = await readErasures(trx, cipher);
  if (erasedAt === null) return;
  const facts = ['shop', 'shopify_id', 'renamed_to', 'name', 'time_zone', 'currency', 'development'] as const;
  const isOne = sql<boolean>`shop = any(${[...shops]}::text[])`;
  const rows = await trx
    .selectFrom('shop')
    .select([...facts, 'installed_at'])
    .where(isOne)
    .execute();
  for (const { installed_at, ...known } of rows) {
    const shop = known.shop as ShopDomain;
    const at = erasedAt(shop, null);
    if (at === null || !isBefore(installed_at, at)) continue;
    const wholeAt = await erasedWholeAt(trx, cipher, shop);
    if (wholeAt === null || !isBefore(installed_at, wholeAt)) {
      await eraseBefore(trx, shop, at);
      continue;
    }
    const prefix = (await prefixOfErased(trx, cipher, shop)) ?? '';
    await eraseShop(trx, shop);
    const settings = JSON.stringify(firstSettings({ development: known.development, prefix }));
    await trx
      .insertInto('shop')
      .values({ ...known, settings })
      .execute();
  }
}

async function eraseShopsAgain(db: Kysely<Tables>, erasedAt: ErasedAt): Promise<void> {
  const shops = await db.selectFrom('shop').select(['shop', 'installed_at']).execute();
  for (const { shop, installed_at } of shops) {
    const at = erasedAt(shop, null);
    if (at !== null && isBefore(installed_at, at))
      await db.transaction().execute((trx) => eraseShop(trx, shop as ShopDomain));
  }
}

const isBefore = (installedAt: Date | null, at: Date): boolean => (installedAt ?? new Date(0)) < at;

async function erasePeopleAgain(storage: Opened, shop: ShopDomain, erasedAt: ErasedAt | null): Promise<void> {
  const { db } = storage;
  const rows = await db.selectFrom('redaction').select('order_id').where('shop', '=', shop).execute();
  const orders = new Set(rows.map(({ order_id }) => order_id));
  if (orders.size === 0 && erasedAt === null) return;
  // Who came back after that is a customer again.
  const isOfErased = (customerId: string, seen: Date): boolean => seen < (erasedAt?.(shop, customerId) ?? seen);
  await eraseUnmatched(storage, shop, { states: restingStates }, ({ body, receivedAt }) =>
    idsIn(body).some((id) => orders.has(id) || isOfErased(id, receivedAt)),
  );
  const requests = await db.selectFrom('data_request').selectAll().where('shop', '=', shop).execute();
  for (const { id, customer_id, order_ids, requested_at } of requests) {
    const isGone = order_ids.some((order) => orders.has(order)) || isOfErased(customer_id ?? '', requested_at);
    if (isGone) await db.deleteFrom('data_request').where('shop', '=', shop).where('id', '=', id).execute();
  }
}

/** Whatever in a body could be an id of Shopify. */
function idsIn(body: Buffer | null): string[] {
  return [...new Set(body?.toString('latin1').match(/(?<!\d)\d{1,20}(?!\d)/g) ?? [])];
}
