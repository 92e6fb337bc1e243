import type { Settings } from '#api-contract/settings.ts';
import type { Ports } from '../ports/ports.ts';
import type { ShopRecord } from '../ports/stores.ts';

const modes = ['live', 'test'] as const;

/**
 * Whether the merchant took away what an order waits for after this run had looked at the shop: a pause has ended, a key
 * was entered, the settings that orders go by changed. Who did that woke up what waited by then; what is committed as
 * waiting only afterwards must look again, for nobody else wakes it.
 */
export async function isLetGoByShop(ports: Pick<Ports, 'shops'>, seen: ShopRecord): Promise<boolean> {
  const shop = await ports.shops.shop(seen.domain);
  if (!shop) return false;
  const newKeys = modes.filter((mode) => {
    const account = shop.accounts[mode];
    return account !== null && account.account !== seen.accounts[mode]?.account;
  });
  return wakesWaitingOrders({ before: seen.settings, after: shop.settings, newKeys });
}

/** What a person changed: the settings before and after, and the modes whose API key was set anew. */
export interface SettingsChange {
  before: Settings;
  after: Settings;
  newKeys: readonly ('live' | 'test')[];
}

/**
 * Whether waiting orders are to be looked at again: the shop goes on after a pause, a key was entered, or what decides on
 * orders and maps them changed (a shorter edit window releases what waits for it, as the phone number of a location does).
 * Orders that wait for something else find the same answer again and keep waiting.
 */
export function wakesWaitingOrders({ before, after, newKeys }: SettingsChange): boolean {
  const resumed = before.paused && !after.paused;
  return (
    resumed ||
    newKeys.length > 0 ||
    (!after.paused && JSON.stringify(decisive(before)) !== JSON.stringify(decisive(after)))
  );
}

const decisive = ({ automation, locations, parcel }: Settings): unknown[] => [automation, locations, parcel];
