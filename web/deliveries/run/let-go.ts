import { type CourierMode, courierMode, type Settings } from '#api-contract/settings.ts';
import { afterChange, type Decided, isWaiting, type OrderAggregate, readAnew } from '../order.ts';
import type { Ports } from '../ports/ports.ts';
import type { ShopRecord } from '../ports/stores.ts';
import type { RunningOrder } from './running-order.ts';

/** News of a location is taken in after so long, when who read it before has put down what the order lacks. */
const settledMs = 5_000;
/** A run that took longer looks again after so long, and not at once: Shopify may be slow for hours. */
const lookAgainMs = 300_000;

/**
 * Has an order that waits read anew where the settings that it was judged by are no more, or a location's news may have
 * come before it waited. Who changed them woke up what waited by then; what is written as waiting only afterwards must
 * look again, for nobody else wakes it.
 *
 * @param tookMs from before the order was read until it was written.
 */
export async function lookAgainIfLetGo(
  ports: Pick<Ports, 'shops'>,
  { shop, record }: Pick<RunningOrder, 'shop' | 'record'>,
  tookMs = 0,
): Promise<void> {
  if (await isLetGoByShop(ports, shop)) await record(dueIn(0));
  else if (tookMs > settledMs) await record(dueIn(lookAgainMs));
}

/**
 * A press that leaves something waiting has it read anew a while later, in the same write: it may end before it has looked
 * again, and news of a location may have come while it read. The run that follows does not read what only lacks something.
 */
export const withLateLook =
  <R>(decide: (aggregate: OrderAggregate) => Decided<R>) =>
  (aggregate: OrderAggregate): Decided<R> => {
    const { change, result } = decide(aggregate);
    if (!change?.order || !isWaiting(afterChange(aggregate, change))) return { change, result };
    return { change: readAnew(change, aggregate.now + lookAgainMs), result };
  };

/** What it lacks, too, is found only by reading the order. */
const dueIn =
  (ms: number) =>
  ({ order, now }: OrderAggregate): Decided<null> => ({ change: order && readAnew({ order }, now + ms), result: null });

/** Whether the merchant took away what an order may wait for: a pause has ended, a key was entered, the settings that orders go by changed. */
export async function isLetGoByShop(ports: Pick<Ports, 'shops'>, seen: ShopRecord): Promise<boolean> {
  const shop = await ports.shops.settledShop(seen.domain);
  if (!shop) return false;
  const newKeys = courierMode.options.filter((mode) => {
    const account = shop.accounts[mode];
    return account !== null && account.account !== seen.accounts[mode]?.account;
  });
  return wakesWaitingOrders({ before: seen.settings, after: shop.settings, newKeys });
}

/** What a person changed: the settings before and after, and the modes whose API key was set anew. */
export interface SettingsChange {
  before: Settings;
  after: Settings;
  newKeys: readonly CourierMode[];
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
