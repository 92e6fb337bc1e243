import { setTimeout as pause } from 'node:timers/promises';
import { createTokenVault, shopifyLifetimes } from '#store-simulator/oauth/token-vault.ts';
import { SeededRandom } from '#testing/simulation/seeded-random.ts';
import type { OrderOfShop, TokenOffice } from './canned-shopify.ts';
import { type ChaosWorld, ordersIn } from './chaos-world.ts';

export interface ExpiryResult {
  /** Refreshes that Shopify carried out, and those of them whose answer was lost. */
  refreshes: number;
  lost: number;
  /** The most of one shop at a time. */
  atOnce: number;
  /** Refresh tokens that Shopify did not take, and shops that had to be connected again. */
  refused: number;
  loggedOut: number;
  notRested: number;
}

/** A token holds so briefly that every call to Shopify finds it expired. */
const lifetimes = { ...shopifyLifetimes, accessMs: 1_000 };
/** Long enough that two refreshes of a shop at a time would meet. */
const graceMs = 10;
const scopes = ['read_orders', 'write_orders'];

export interface ExpiringTokens extends TokenOffice {
  seen: Pick<ExpiryResult, 'refreshes' | 'lost' | 'atOnce' | 'refused'>;
}

/** Gives out tokens that expire at once, and loses one in five answers to a refresh after it was carried out. */
export function expiringTokens(seed: number): ExpiringTokens {
  const random = new SeededRandom(seed);
  const vault = createTokenVault(lifetimes, Date.now);
  const underWay = new Map<string, number>();
  const seen = { refreshes: 0, lost: 0, atOnce: 0, refused: 0 };
  const refresh: TokenOffice['answer'] = async (shop, request) => {
    const reply = vault.refresh(shop, String(request['refresh_token']), scopes);
    await pause(graceMs);
    if (reply === null) {
      seen.refused += 1;
      return { status: 400, body: { error: 'invalid_grant' } };
    }
    seen.refreshes += 1;
    if (!random.chance(0.2)) return { status: 200, body: reply };
    seen.lost += 1;
    return null;
  };
  return {
    seen,
    isGood: (shop, accessToken) => vault.shopOf(accessToken) === shop,
    answer: async (shop, request) => {
      if (request['grant_type'] !== 'refresh_token') return { status: 200, body: vault.issue(shop, scopes) };
      const now = (underWay.get(shop) ?? 0) + 1;
      underWay.set(shop, now);
      seen.atOnce = Math.max(seen.atOnce, now);
      return refresh(shop, request).finally(() => underWay.set(shop, (underWay.get(shop) ?? 1) - 1));
    },
  };
}

const shops = Array.from({ length: 8 }, (_, index) => `expiring-${index}.myshopify.com`);
const ordersPerShop = 4;

/** Webhooks of orders that change keep both processes calling Shopify until `expiries` tokens were refreshed. */
export async function expireTokens(
  world: ChaosWorld,
  { seen }: ExpiringTokens,
  { expiries, restMs }: { expiries: number; restMs: number },
): Promise<ExpiryResult> {
  await world.install(...shops);
  const orders = shops.flatMap((shop) => ordersIn([shop], ordersPerShop));
  await Promise.all(orders.map((order) => world.pay(order)));
  const change = (order: OrderOfShop) => {
    world.shopify.touch(order);
    return world.fleet.post({ ...order, topic: 'orders/updated' });
  };
  for (const until = Date.now() + restMs; seen.refreshes < expiries && Date.now() < until; await pause(200))
    await Promise.all(orders.map(change));
  const notRested = await world.untilRested(orders, restMs);
  const [row] = await world.query<{ count: number }>('select count(*)::int4 as count from shop where reconnect');
  return { ...seen, loggedOut: row?.count ?? Number.NaN, notRested };
}
