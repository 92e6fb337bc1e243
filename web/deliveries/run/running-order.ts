import type { OrderId, ShopDomain } from '#placement/ids.ts';
import type { ChangeOutcome, Decided, LoadedOrder, OrderAggregate, WaitingWebhook } from '../order.ts';
import type { Ports } from '../ports/ports.ts';
import type { ShopRecord } from '../ports/stores.ts';

/** Which run of an order this is: a run that another has overtaken takes and decides nothing. */
export interface RunOf {
  shop: ShopDomain;
  orderId: OrderId;
  fence: string;
  /** It comes after one that died, maybe just before it could look again at what it had put down as waiting. */
  again?: boolean;
}

/** An order in the hands of a run, or of a person: what one change leaves is what the next begins with, so that it is read once. */
export interface RunningOrder {
  readonly shop: ShopRecord;
  readonly orderId: OrderId;
  /** That waited when it was loaded. */
  readonly webhooks: readonly WaitingWebhook[];
  /** As this run last knew it. */
  known: OrderAggregate;
  /** Written whoever has begun another run since: what a call came to must not be lost. */
  record<R>(decide: (aggregate: OrderAggregate) => Decided<R>): Promise<ChangeOutcome<R>>;
  /** Written only while this is the newest run of the order: nobody would come back to what an older one takes. */
  take<R>(decide: (aggregate: OrderAggregate) => Decided<R>): Promise<ChangeOutcome<R>>;
  /** Whether another run of the order has begun since this one. */
  isOvertaken(): Promise<boolean>;
}

/** The order in the hands of a person, whose press no run overtakes. */
export async function loadForPerson(
  ports: Pick<Ports, 'orders'>,
  shop: ShopRecord,
  orderId: OrderId,
): Promise<RunningOrder> {
  return runningOrder(ports, shop, { orderId, fence: null }, await ports.orders.load(shop.domain, orderId));
}

/** `fence`: null in the hands of a person. */
export function runningOrder(
  ports: Pick<Ports, 'orders'>,
  shop: ShopRecord,
  { orderId, fence }: { orderId: OrderId; fence: string | null },
  loaded: LoadedOrder,
): RunningOrder {
  const change = async <R>(
    decide: (aggregate: OrderAggregate) => Decided<R>,
    only: { fence?: string },
  ): Promise<ChangeOutcome<R>> => {
    const outcome = await ports.orders.change(shop.domain, orderId, decide, { from: running.known, ...only });
    if (outcome.kind === 'done') running.known = outcome.after;
    return outcome;
  };
  const running: RunningOrder = {
    shop,
    orderId,
    webhooks: loaded.webhooks,
    known: loaded,
    record: (decide) => change(decide, {}),
    take: (decide) => change(decide, fence === null ? {} : { fence }),
    isOvertaken: async () => fence !== null && !(await ports.orders.isNewestRun(shop.domain, orderId, fence)),
  };
  return running;
}
