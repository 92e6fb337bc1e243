import { type Kysely, sql } from 'kysely';
import type { Settings } from '#api-contract/settings.ts';
import { goodHealth, type ServiceHealth } from '#deliveries/service-health.ts';
import type { ShopDomain } from '#placement/ids.ts';
import { isDataFault } from './data-fault.ts';
import { readsRefusedNow } from './panel/comparison.ts';
import type { Tables } from './schema.ts';
import { createStatementSharing } from './statement-sharing.ts';
import { readSettings } from './stored-settings.ts';

/** What answers a checkout, read without decrypting anything. */
export interface CheckoutShop {
  /** SHA-256 of the secret in the callback's address, hexadecimal. */
  secretHash: string;
  settings: Settings;
  hasKey: boolean;
  /** Whether Shopify lets the app read the shop's orders. */
  isLetIn: boolean;
  /** The live service's. */
  health: ServiceHealth;
}

/**
 * Reads the shop of a checkout; null where it offers no rate, or is not installed. Those that ask at the same moment share
 * a statement: a busy shop's checkouts come by the hundred, and an embedded database answers one at a time.
 * Whoever's signal aborts before that statement began asks no more, and is refused by its reason.
 */
export function createCheckoutShops(
  db: Kysely<Tables>,
): (shop: ShopDomain, signal?: AbortSignal) => Promise<CheckoutShop | null> {
  const readRow = createStatementSharing((shops: ShopDomain[]) => readRows(db, shops), isDataFault);
  return async (shop, signal) => {
    const row = await readRow(shop, signal);
    if (!row || row.carrier_secret_hash === null) return null;
    return {
      secretHash: row.carrier_secret_hash,
      settings: readSettings(row.settings),
      hasKey: row.live_account !== null,
      isLetIn: !row.reconnect && row.reads_refused !== true,
      health: row.state ?? goodHealth,
    };
  };
}

async function readRows(db: Kysely<Tables>, shops: readonly ShopDomain[]) {
  const rows = await db
    .selectFrom('shop as s')
    .leftJoin('gate', (join) => join.onRef('gate.shop', '=', 's.shop').on('gate.mode', '=', 'live'))
    .select(['s.shop', 'carrier_secret_hash', 'settings', 'live_account', 'gate.state', 'reconnect'])
    .select(readsRefusedNow.as('reads_refused'))
    .where(sql<boolean>`s.shop = any(${[...new Set(shops)]}::text[])`)
    .where('installed_at', 'is not', null)
    .where('uninstalled_at', 'is', null)
    .execute();
  const byShop = new Map(rows.map((row) => [row.shop, row]));
  return shops.map((shop) => byShop.get(shop));
}

/**
 * The id of the shop's carrier service at Shopify, and the hash of its secret; null where it has none. A secret without an
 * id: the service is being made.
 */
export async function readCarrierService(
  db: Kysely<Tables>,
  shop: ShopDomain,
): Promise<{ id: string | null; secretHash: string | null }> {
  const columns = ['carrier_service_id', 'carrier_secret_hash'] as const;
  const row = await db.selectFrom('shop').select(columns).where('shop', '=', shop).executeTakeFirst();
  return { id: row?.carrier_service_id ?? null, secretHash: row?.carrier_secret_hash ?? null };
}

/** Only what is named is written. */
export async function saveCarrierService(
  db: Kysely<Tables>,
  shop: ShopDomain,
  { id, secretHash }: { id?: string | null; secretHash?: string | null },
): Promise<void> {
  const changes = {
    ...(id === undefined ? {} : { carrier_service_id: id }),
    ...(secretHash === undefined ? {} : { carrier_secret_hash: secretHash }),
  };
  await db.updateTable('shop').set(changes).where('shop', '=', shop).execute();
}

/** Forgets the id of a service that was removed, unless the rate was switched on meanwhile. */
export async function forgetRemovedService(db: Kysely<Tables>, shop: ShopDomain): Promise<void> {
  const removed = db.updateTable('shop').set({ carrier_service_id: null }).where('shop', '=', shop);
  await removed.where('carrier_secret_hash', 'is', null).execute();
}

/** Shopify removes the carrier services of an app with the app: what is left of them here goes too, and it is off. */
export const withoutCarrierService = {
  carrier_service_id: null,
  carrier_secret_hash: null,
  settings: sql<string>`case when settings #> '{checkoutRate,enabled}' is null then settings
    else jsonb_set(settings, '{checkoutRate,enabled}', 'false') end`,
};

/** What was left of a carrier service that the shop has no more; nothing where it has another secret, or none, here. */
export async function forgetCarrierService(db: Kysely<Tables>, shop: ShopDomain, secretHash: string): Promise<void> {
  const left = db.updateTable('shop').set(withoutCarrierService).where('shop', '=', shop);
  await left.where('carrier_secret_hash', '=', secretHash).execute();
}
