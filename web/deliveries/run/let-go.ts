import type { Ports } from '../ports/ports.ts';
import type { ShopRecord } from '../ports/stores.ts';
import { isShut } from '../service-health.ts';
import { wakesHeldOrders } from './settings-changed.ts';

const modes = ['live', 'test'] as const;

/**
 * Whether the merchant took away what held an order after this turn had looked at the shop: a pause has ended, a key was
 * entered, the rules of automation changed. Who did that woke up what was held by then; what is committed as held only
 * afterwards must look again, for nobody else wakes it.
 */
export async function isLetGoByShop(ports: Pick<Ports, 'shops'>, seen: ShopRecord): Promise<boolean> {
  const shop = await ports.shops.shop(seen.shop);
  if (!shop) return false;
  const newKeys = modes.filter((mode) => {
    const account = shop.accounts[mode];
    return account !== null && account.account !== seen.accounts[mode]?.account;
  });
  return wakesHeldOrders({ before: seen.settings, after: shop.settings, newKeys });
}

/** The same for the gate between the shop and the service, which whoever heard a good answer has opened. */
export async function isLetGoByGate(
  ports: Pick<Ports, 'shops' | 'clock'>,
  { shop }: ShopRecord,
  mode: 'live' | 'test',
): Promise<boolean> {
  return !isShut(await ports.shops.gate(shop, mode), ports.clock.now());
}
