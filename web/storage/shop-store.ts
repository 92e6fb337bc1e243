import { type Kysely, type Selectable, sql } from 'kysely';
import type { CourierMode, Settings } from '#api-contract/settings.ts';
import type { ShopFacts } from '#deliveries/ports/shopify.ts';
import type { ShopRecord, ShopStore } from '#deliveries/ports/stores.ts';
import type { ShopDomain } from '#placement/ids.ts';
import { prefixOf } from '#placement/order-reference.ts';
import type { Cipher } from './encryption.ts';
import { prefixOfErased } from './erasures.ts';
import { grantedAt } from './forbidden-writes.ts';
import type { StoredKeyCheck, Tables } from './schema.ts';
import { createHealthStore } from './service-health-store.ts';
import { shopAt } from './shop-addresses.ts';
import { accountsOf, type KeyAccounts, type NewKeys, saveKeys } from './shop-keys.ts';
import { firstSettings, readSettings } from './stored-settings.ts';
import { markUninstalled } from './uninstalls.ts';

/** The shop store and what only the panel asks of it. */
export interface ShopRepository extends ShopStore {
  /** The shop that an address stands for: its own, or the one that it was renamed to. */
  shopAt(address: ShopDomain): Promise<ShopRecord | null>;
  installedShops(): Promise<ShopDomain[]>;
  /** Those that left too, as long as rows of theirs are kept. */
  everyShop(): Promise<ShopDomain[]>;
  /** Those whose last completed sweep is older than the interval, or that have one under way which may go on. */
  shopsToSweep(intervalMs: number): Promise<ShopDomain[]>;
  /** Whether some order was lately skipped because nothing of it was to be delivered. */
  hasUnroutedOrders(shop: ShopDomain): Promise<boolean>;
  saveSettings(shop: ShopDomain, settings: Settings): Promise<void>;
  /**
   * The health of their modes starts anew, where there was no key what is booked is asked after, and what waits goes on
   * within `spreadMs`. @returns false, with nothing saved, where live and test would be one key.
   */
  saveKeys(shop: ShopDomain, keys: NewKeys, spreadMs?: number): Promise<boolean>;
  /** What the service said of the key of this account; forgotten with the key. Where it said nothing of the key, what it said before stays. */
  saveKeyCheck(shop: ShopDomain, mode: CourierMode, check: StoredKeyCheck): Promise<void>;
  /**
   * What Shopify says of it. The first time, where no delivery was made yet: a development store begins in test mode, and
   * a shop whose references must differ from those of others begins with a prefix of its own. One that was erased keeps
   * the prefix that it had.
   */
  describe(shop: ShopDomain, facts: Omit<ShopFacts, 'domain' | 'contactEmail'>): Promise<void>;
  /** Of all rows of a shop. Tokens and API keys go at once; the rest when Shopify asks for it, or after 30 days. */
  markUninstalled(rows: readonly ShopDomain[]): Promise<void>;
  setSetupDismissed(shop: ShopDomain, dismissed: boolean): Promise<void>;
  /** The address that Shopify names for it where that is another; null where it is the same. @returns whether that is new. */
  noteRenamed(shop: ShopDomain, renamedTo: string | null): Promise<boolean>;
  /** What was forbidden may be granted by now, whatever scopes were known: it is tried again. */
  noteGranted(shop: ShopDomain): Promise<void>;
  /** Shopify refused to show this shop's orders; the next whole comparison takes it back. */
  noteReadsRefused(shop: ShopDomain): Promise<void>;
  isSetupDismissed(shop: ShopDomain): Promise<boolean>;
}

interface Accounts extends KeyAccounts {
  /** Over what the service keeps references unique. */
  referenceScope: 'account' | 'service';
}

/** The `ShopStore` port on PostgreSQL. */
export function createShopStore(db: Kysely<Tables>, cipher: Cipher, accounts: Accounts): ShopRepository {
  const shown = (row: Selectable<Tables['shop']> | undefined) => (row ? recordOf(row, cipher, accounts) : null);
  return {
    shop: async (shop) => shown(await rowOf(db, shop).executeTakeFirst()),
    settledShop: async (shop) => shown(await rowOf(db, shop).forShare().executeTakeFirst()),
    shopAt: async (address) => shown((await sql<Selectable<Tables['shop']>>`${shopAt(address)}`.execute(db)).rows[0]),
    ...createHealthStore(db),
    ...shopLists(db),
    ...shopWrites(db, cipher, accounts),
  };
}

const rowOf = (db: Kysely<Tables>, shop: ShopDomain) => db.selectFrom('shop').selectAll().where('shop', '=', shop);

function shopLists(
  db: Kysely<Tables>,
): Pick<ShopRepository, 'installedShops' | 'everyShop' | 'shopsToSweep' | 'hasUnroutedOrders'> {
  return {
    installedShops: async () => {
      const rows = await db
        .selectFrom('shop')
        .select('shop')
        .where('installed_at', 'is not', null)
        .where('uninstalled_at', 'is', null)
        .execute();
      return rows.map((row) => row.shop as ShopDomain);
    },
    everyShop: async () => {
      const rows = await db.selectFrom('shop').select('shop').execute();
      return rows.map((row) => row.shop as ShopDomain);
    },
    shopsToSweep: async (intervalMs) => {
      const rows = await db
        .selectFrom('shop')
        .select('shop')
        .where('installed_at', 'is not', null)
        .where('uninstalled_at', 'is', null)
        .where('reconnect', '=', false)
        .where(sql<boolean>`coalesce(sweep_lease_until < clock_timestamp(), true)`)
        .where((where) =>
          where.or([
            where('sweep_progress', 'is not', null),
            where('swept_at', 'is', null),
            where('swept_at', '<=', sql<Date>`clock_timestamp() - ${intervalMs} * interval '1 millisecond'`),
          ]),
        )
        .orderBy('swept_at', (order) => order.asc().nullsFirst())
        .execute();
      return rows.map((row) => row.shop as ShopDomain);
    },
    hasUnroutedOrders: async (shop) => {
      const { rows } = await sql`
        select 1 from shop_order where shop = ${shop} and state = 'skipped' and reason ->> 'code' = 'nothing_to_ship'
          and updated_at > now() - interval '1 day' limit 1`.execute(db);
      return rows.length > 0;
    },
  };
}

/** The others are about the service and its address. */
const saysOfKey: StoredKeyCheck['kind'][] = ['accepted', 'key'];

type Writes =
  | 'saveSettings'
  | 'saveKeys'
  | 'saveKeyCheck'
  | 'describe'
  | 'markUninstalled'
  | 'setSetupDismissed'
  | 'isSetupDismissed'
  | 'noteRenamed'
  | 'noteGranted'
  | 'noteReadsRefused';

function shopWrites(db: Kysely<Tables>, cipher: Cipher, accounts: Accounts): Pick<ShopRepository, Writes> {
  const keysIn = { db, cipher, accounts };
  const one = (shop: ShopDomain) => db.updateTable('shop').where('shop', '=', shop);
  return {
    saveSettings: async (shop, settings) => {
      await one(shop)
        .set({ settings: JSON.stringify(settings) })
        .execute();
    },
    saveKeys: (shop, keys, spreadMs = 0) => saveKeys(keysIn, shop, keys, spreadMs),
    saveKeyCheck: async (shop, mode, check) => {
      const known = sql.ref(`${mode}_key_check`);
      await one(shop)
        .set({ [`${mode}_key_check`]: JSON.stringify(check) })
        .where(sql<boolean>`coalesce(${sql.ref(`${mode}_account`)}, ${check.account}) = ${check.account}`)
        .$if(!saysOfKey.includes(check.kind), (query) =>
          query.where(sql<boolean>`not coalesce(${known} ->> 'account' = ${check.account}
            and ${known} ->> 'kind' = any(${saysOfKey}::text[]), false)`),
        )
        .execute();
    },
    describe: async (shop, facts) => {
      const { id: shopify_id, name, timeZone: time_zone, currency, isDevelopment: development, scopes } = facts;
      const kept = await prefixOfErased(db, cipher, shop);
      const prefix = kept ?? firstPrefix(shop, development, accounts);
      const first = JSON.stringify(firstSettings({ development, prefix }));
      await one(shop)
        .set({
          ...{ shopify_id, name, time_zone, currency, development, scope: scopes.join(',') },
          granted_at: grantedAt(scopes.join(',')),
          settings: sql<string>`case when name is null and settings = '{}'
            and not exists (select from delivery where delivery.shop = shop.shop) then ${first}::jsonb
            else settings end`,
        })
        .execute();
    },
    markUninstalled: (rows) => markUninstalled(db, rows),
    setSetupDismissed: async (shop, dismissed) => {
      await one(shop).set({ setup_dismissed: dismissed }).execute();
    },
    noteRenamed: async (shop, renamedTo) => {
      const { numUpdatedRows } = await one(shop)
        .set({ renamed_to: renamedTo })
        .where(sql<boolean>`renamed_to is distinct from ${renamedTo}::text`)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    noteGranted: async (shop) => {
      await one(shop).set({ granted_at: sql<Date>`clock_timestamp()` }).execute();
    },
    noteReadsRefused: async (shop) => {
      await one(shop).set({ reads_refused_at: sql<Date>`clock_timestamp()` }).execute();
    },
    isSetupDismissed: async (shop) => {
      const row = await db.selectFrom('shop').select('setup_dismissed').where('shop', '=', shop).executeTakeFirst();
      return row?.setup_dismissed ?? false;
    },
  };
}

/** References are unique under a key at least, and the lent key is that of other stores too. */
function firstPrefix(shop: ShopDomain, development: boolean, accounts: Accounts): string {
  const isShared = accounts.referenceScope === 'service' || (development && accounts.testApiKey !== null);
  return isShared ? prefixOf(shop) : '';
}

function recordOf(row: Selectable<Tables['shop']>, cipher: Cipher, accounts: Accounts): ShopRecord {
  return {
    domain: row.shop as ShopDomain,
    installedAt: row.installed_at?.getTime() ?? null,
    uninstalledAt: row.uninstalled_at?.getTime() ?? null,
    reconnect: row.reconnect,
    name: row.name,
    timeZone: row.time_zone,
    currency: row.currency,
    settings: readSettings(row.settings),
    accounts: accountsOf(row, cipher, accounts),
  };
}
