import type { Kysely, Selectable } from 'kysely';
import { type CourierMode, courierMode } from '#api-contract/settings.ts';
import type { ShopAccount, ShopRecord } from '#deliveries/ports/stores.ts';
import type { ShopDomain } from '#placement/ids.ts';
import { places } from './encrypted-columns.ts';
import { accountName, type Cipher } from './encryption.ts';
import type { Tables } from './schema.ts';
import { wakeWaiting } from './service-health-store.ts';
import { askAfterBooked } from './uninstalls.ts';

/** null removes a key; a mode that is not named keeps its own. */
export type NewKeys = { readonly [mode in CourierMode]?: string | null | undefined };

export interface KeyAccounts {
  /** Keys the names of service accounts. */
  accountSecret: Buffer;
  /** The operator's, for development stores. */
  testApiKey: string | null;
}

/** Where live and test are one host, only the key tells a test order from one that sends a driver. */
export function areOneKey(keys: NewKeys, stored: (mode: CourierMode) => ShopAccount | null): boolean {
  if (!keys.live && !keys.test) return false;
  // What is replaced is not asked for: it need not be one that can be decrypted.
  const { live = stored('live')?.apiKey, test = stored('test')?.apiKey } = keys;
  return Boolean(live) && live === test;
}

/** What may be shown of a key: at most four characters of its end and a quarter of it, of a short one nothing. */
const shownOf = (apiKey: string): string => (apiKey.length < 8 ? '' : apiKey.slice(-Math.min(4, apiKey.length >> 2)));

/** The account of a mode: that of the shop's own key, or for test orders of a development store the operator's. */
function accountOf(
  row: Selectable<Tables['shop']>,
  mode: CourierMode,
  cipher: Cipher,
  { accountSecret, testApiKey }: KeyAccounts,
): ShopAccount | null {
  const column = `${mode}_key_sealed` as const;
  const encrypted = row[column];
  const name = row[`${mode}_account`];
  if (encrypted !== null && name !== null) {
    const apiKey = cipher.decrypt(encrypted, places.shop(row.shop, column));
    return { mode, apiKey, account: name, last4: shownOf(apiKey) };
  }
  if (mode === 'live' || testApiKey === null || !row.development || row.uninstalled_at !== null) return null;
  return { mode, apiKey: testApiKey, account: accountName(accountSecret, mode, testApiKey), last4: '', isLent: true };
}

export function accountsOf(
  row: Selectable<Tables['shop']>,
  cipher: Cipher,
  accounts: KeyAccounts,
): ShopRecord['accounts'] {
  return { live: accountOf(row, 'live', cipher, accounts), test: accountOf(row, 'test', cipher, accounts) };
}

/**
 * Saves all of them, or none where both would be one key: the other may have come since the caller read the shop.
 *
 * @returns whether they are saved.
 */
export async function saveKeys(
  { db, cipher, accounts }: { db: Kysely<Tables>; cipher: Cipher; accounts: KeyAccounts },
  shop: ShopDomain,
  keys: NewKeys,
  spreadMs: number,
): Promise<boolean> {
  const columnsOf = (mode: CourierMode) => {
    const apiKey = keys[mode] ?? null;
    const sealed = `${mode}_key_sealed` as const;
    return {
      [sealed]: apiKey === null ? null : cipher.encrypt(apiKey, places.shop(shop, sealed)),
      [`${mode}_last4`]: apiKey === null ? null : shownOf(apiKey),
      [`${mode}_account`]: apiKey === null ? null : accountName(accounts.accountSecret, mode, apiKey),
    };
  };
  const changed = courierMode.options.filter((mode) => keys[mode] !== undefined);
  if (changed.length === 0) return true;
  const given = changed.filter((mode) => keys[mode] !== null);
  return db.transaction().execute(async (trx) => {
    const of = trx.selectFrom('shop').selectAll().where('shop', '=', shop);
    const before = await of.forUpdate().executeTakeFirstOrThrow();
    if (areOneKey(keys, (mode) => accountOf(before, mode, cipher, accounts))) return false;
    for (const mode of changed) await trx.updateTable('shop').set(columnsOf(mode)).where('shop', '=', shop).execute();
    for (const mode of changed)
      await trx.deleteFrom('gate').where('shop', '=', shop).where('mode', '=', mode).execute();
    if (given.some((mode) => before[`${mode}_key_sealed`] === null)) await askAfterBooked(trx, shop);
    if (given.length > 0) await wakeWaiting(trx, shop, spreadMs);
    return true;
  });
}
