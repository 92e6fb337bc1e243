import { type CourierMode, courierMode } from '#api-contract/settings.ts';
import { migrationsBetween } from '#database/migrate.ts';
import type { KeyCheck } from '#deliveries/ports/courier.ts';
import type { ShopDomain } from '#placement/ids.ts';
import type { Context } from '#runtime/context.ts';
import { codeOf } from '#runtime/logger.ts';
import type { ApiNotice } from '#shopify/api-notice.ts';
import { type ClientCheck, checkClient } from '#shopify/check-client.ts';
import { missingScopes } from '#shopify/scopes.ts';
import { processesWithout } from '#storage/heartbeats.ts';
import { migrations } from '#storage/open-storage.ts';
import { type Arrivals, type DatabaseFacts, readArrivals, readDatabaseFacts } from '#storage/operator/installation.ts';
import { type Obstacle, readShopLines } from '#storage/operator/shop-lines.ts';
import { countStale } from '#storage/re-encrypt.ts';

export interface ShopFacts {
  domain: string;
  obstacle: Obstacle | null;
  missingScopes: string[];
  /** A code where Shopify did not show the shop; null where it did. */
  shopifyFailure: string | null;
  /** Of its keys, what the service says; null where it has none. */
  keys: Record<CourierMode, KeyCheck['kind'] | null>;
  arrivals: Arrivals;
  wantsMail: boolean;
}

/** What can be found out with the stored data at hand. No secret and nothing of a buyer is in it. */
export interface Facts {
  database: DatabaseFacts;
  /** What a newer version has added to the tables. */
  addedByNewer: string[];
  /** Values by table that another key than the first encrypted. */
  stale: Record<string, number>;
  /** Living processes that do not have the first key. */
  unaware: string[];
  /** null where no shop is installed through which Shopify could be asked. */
  client: ClientCheck | null;
  /** How each host of the service answers a key that nobody has; null where none is configured. */
  service: Record<CourierMode, KeyCheck['kind'] | null>;
  /** How the test service answers COURIER_TEST_API_KEY; null where it is not set. */
  lentKey: KeyCheck['kind'] | null;
  shops: ShopFacts[];
  /** What Shopify says of its API. */
  apiNotices: ApiNotice[];
  /** Shops that were not looked at, because there are so many. */
  furtherShops: number;
}

type Inspected = Pick<Context, 'config' | 'storage' | 'courier' | 'shopify' | 'library' | 'apiNotices'>;

const mostShops = 200;
const atOnce = 5;
const nobodysKey = 'nobody-has-this-key';

/** Looks at the database, Shopify and the delivery service. Changes nothing but a token that was to be renewed anyway. */
export async function inspect(context: Inspected): Promise<Facts> {
  const { config, storage, library } = context;
  const database = await readDatabaseFacts(storage.db);
  const installed = (await readShopLines(storage)).filter(
    ({ obstacle }) => obstacle !== 'uninstalled' && obstacle !== 'not_installed',
  );
  const [first] = installed;
  const arrivals = await readArrivals(storage.db);
  const shops: ShopFacts[] = [];
  for (let at = 0; at < Math.min(installed.length, mostShops); at += atOnce) {
    const some = installed.slice(at, Math.min(at + atOnce, mostShops));
    shops.push(
      ...(await Promise.all(
        some.map(async ({ domain, obstacle, scopes }) => ({
          ...{ domain, obstacle, missingScopes: missingScopes(scopes) },
          arrivals: arrivals.get(domain) ?? { byWebhook: 0, bySweep: 0 },
          ...(await lookAt(context, domain as ShopDomain)),
        })),
      )),
    );
  }
  // The token endpoint of a closed store says nothing of the client.
  const asked = shops.find(({ shopifyFailure }) => shopifyFailure === null)?.domain ?? first?.domain;
  return {
    database,
    addedByNewer: (await migrationsBetween(storage.db, migrations)).unknown,
    stale: await countStale(storage.db, storage.cipher),
    unaware: await processesWithout(storage.db, storage.cipher.currentKeyId),
    client: asked === undefined ? null : await checkClient(library, config.shopify, asked as ShopDomain),
    service: await ofBoth((mode) => (hostOf(context, mode) ? askService(context, mode, nobodysKey) : null)),
    lentKey: config.courier.testApiKey ? await askService(context, 'test', config.courier.testApiKey) : null,
    shops,
    apiNotices: context.apiNotices.heard(),
    furtherShops: installed.length - shops.length,
  };
}

async function lookAt(
  context: Inspected,
  shop: ShopDomain,
): Promise<Pick<ShopFacts, 'shopifyFailure' | 'keys' | 'wantsMail'>> {
  // A key that none at hand opens is among the stale values; the rest is looked at all the same.
  const record = await context.storage.shops.shop(shop).catch(() => null);
  const shopifyFailure = await context.shopify.readShop(shop).then(() => null, codeOf);
  const keys = await ofBoth((mode) => {
    const account = record?.accounts[mode];
    // The lent one is the operator's, and asked for once.
    return account && !account.isLent ? askService(context, mode, account.apiKey) : null;
  });
  return { shopifyFailure, keys, wantsMail: Boolean(record?.settings.notifications.email) };
}

const hostOf = ({ config }: Inspected, mode: CourierMode) =>
  config.courier[mode === 'live' ? 'baseUrl' : 'testBaseUrl'];

async function askService({ courier }: Inspected, mode: CourierMode, apiKey: string): Promise<KeyCheck['kind']> {
  return (await courier.checkKey({ mode, apiKey })).kind;
}

async function ofBoth<T>(ask: (mode: CourierMode) => T | Promise<T>): Promise<Record<CourierMode, T>> {
  const [live, test] = await Promise.all(courierMode.options.map(ask));
  return { live: live as T, test: test as T };
}
