import { type Kysely, sql } from 'kysely';
import type { Settings } from '#api-contract/settings.ts';
import { goodHealth, isWell } from '#deliveries/service-health.ts';
import type { ShopDomain } from '#placement/ids.ts';
import type { Tables } from './schema.ts';
import { readSettings } from './stored-settings.ts';

/** What answers a checkout, read in one statement without decrypting anything. */
export interface CheckoutShop {
  /** SHA-256 of the secret in the callback's address, hexadecimal. */
  secretHash: string;
  settings: Settings;
  hasKey: boolean;
  /** Whether the delivery service takes orders, as far as is known. */
  isServiceWell: boolean;
}

/** Null where the shop offers no rate, or is not installed. */
export async function readCheckoutShop(db: Kysely<Tables>, shop: ShopDomain): Promise<CheckoutShop | null> {
  const row = await db
    .selectFrom('shop')
    .leftJoin('gate', (join) => join.onRef('gate.shop', '=', 'shop.shop').on('gate.mode', '=', 'live'))
    .select(['carrier_secret_hash', 'settings', 'live_account', 'gate.state'])
    .where('shop.shop', '=', shop)
    .where('installed_at', 'is not', null)
    .where('uninstalled_at', 'is', null)
    .executeTakeFirst();
  if (!row || row.carrier_secret_hash === null) return null;
  return {
    secretHash: row.carrier_secret_hash,
    settings: readSettings(row.settings),
    hasKey: row.live_account !== null,
    isServiceWell: isWell(row.state ?? goodHealth),
  };
}

/** The id of the shop's carrier service at Shopify; null where it has none. */
export async function readCarrierService(db: Kysely<Tables>, shop: ShopDomain): Promise<string | null> {
  const row = await db.selectFrom('shop').select('carrier_service_id').where('shop', '=', shop).executeTakeFirst();
  return row?.carrier_service_id ?? null;
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

/** Shopify removes the carrier services of an app with the app: what is left of them here goes too, and it is off. */
export const withoutCarrierService = {
  carrier_service_id: null,
  carrier_secret_hash: null,
  settings: sql<string>`case when settings #> '{checkoutRate,enabled}' is null then settings
    else jsonb_set(settings, '{checkoutRate,enabled}', 'false') end`,
};
