import type { AutomationSettings } from '#api-contract/settings.ts';
import { hasWantedMethod, linesOf } from './delivery-method.ts';
import type { FulfillmentOrder, FulfillmentOrderLine, ShopOrder } from './shop-order.ts';

/** Which of an order's goods a driver is to bring, and why none are where there are none. */
export interface Goods {
  /** Fulfilment orders whose goods can be collected now, by id. */
  ready: FulfillmentOrder[];
  /** Those that Shopify schedules or holds. */
  waiting: FulfillmentOrder[];
  /** Delivered another way, beside goods whose method is wanted: not even a press sends these along. */
  leftOut: FulfillmentOrder[];
  /** Nothing that is open has a wanted method; only a person may send `ready`. */
  unmatched: boolean;
  /** What the merchant's rules promise a driver: all that is ready or waits, unless what matched is done already. */
  owed: FulfillmentOrder[];
  /** Neither the fulfilment orders nor a shipping line say how the goods travel; only a person may send them. */
  methodUnclear: boolean;
  none: 'nothing_to_ship' | 'already_fulfilled' | 'third_party_location' | 'not_delivered' | null;
  /** Names of the third parties' locations that were left out. */
  thirdParties: string[];
}

const open = ['OPEN', 'IN_PROGRESS'];
const later = ['SCHEDULED', 'ON_HOLD'];
const notDelivered = ['NONE', 'PICKUP_POINT', 'PICK_UP', 'RETAIL'];

/**
 * Sorts an order's fulfilment orders. IN_PROGRESS counts as OPEN: Shopify also uses it for a fulfilment order of
 * which a part was fulfilled, and the remaining quantities say what is still to be brought. What is ready goes
 * without what waits, for a pre-order must not hold up today's goods. Only `methodType` tells delivery from pickup;
 * where it is missing, a shipping line means delivery, and a sale at the counter (POS) none. An order may hold several
 * methods: unless the merchant sends everything, goods with a wanted method go without the others.
 */
export function goodsToDeliver(
  order: ShopOrder,
  automation: Pick<AutomationSettings, 'mode' | 'deliveryMethodTexts'>,
): Goods {
  const all = order.fulfillmentOrders.toSorted(byId);
  const live = all.filter(({ status }) => open.includes(status) || later.includes(status));
  const withGoods = live.filter((fulfillmentOrder) => linesToShip(fulfillmentOrder).length > 0);
  const own = withGoods.filter(isOwn);
  const candidates = own.filter(isDelivered);
  const clear = candidates.filter(({ methodType }) => methodType !== null || linesOf(order).length > 0);
  const methodUnclear =
    clear.length === 0 && candidates.length > 0 && (order.shippingAddress !== null || order.sourceName !== 'pos');
  const isWanted = (fulfillmentOrder: FulfillmentOrder) =>
    automation.mode === 'all' || hasWantedMethod(fulfillmentOrder, order, automation.deliveryMethodTexts);
  const wanted = clear.filter(isWanted);
  const unmatched = wanted.length === 0;
  const toPress = methodUnclear ? candidates : clear;
  const chosen = unmatched ? toPress : wanted;
  const matchedBefore =
    unmatched && all.some((one) => one.status !== 'CANCELLED' && isOwn(one) && isDelivered(one) && isWanted(one));
  return {
    ready: chosen.filter(isReady),
    waiting: chosen.filter((fulfillmentOrder) => !isReady(fulfillmentOrder)),
    leftOut: clear.filter((fulfillmentOrder) => !chosen.includes(fulfillmentOrder)),
    unmatched,
    owed: matchedBefore ? [] : chosen,
    methodUnclear,
    none: chosen.length > 0 ? null : whyNone(all, withGoods, own),
    thirdParties: withGoods.filter((one) => !isOwn(one)).map(({ location }) => location.name),
  };
}

/** Whether its goods can be collected now. */
export function isReady({ status }: FulfillmentOrder): boolean {
  return open.includes(status);
}

const isOwn = ({ location }: FulfillmentOrder): boolean => !location.isFulfillmentService;

/** Whether its goods travel to the buyer, as far as Shopify says. */
export const isDelivered = ({ methodType }: FulfillmentOrder): boolean => !notDelivered.includes(methodType ?? '');

/**
 * The lines of a fulfilment order that a driver can bring, by Shopify's own `requiresShipping` (a physical gift card
 * ships, a digital one does not).
 */
export function linesToShip(fulfillmentOrder: FulfillmentOrder): FulfillmentOrderLine[] {
  return fulfillmentOrder.lines.filter(
    ({ requiresShipping, remainingQuantity }) =>
      requiresShipping && Number.isSafeInteger(remainingQuantity) && remainingQuantity > 0,
  );
}

function whyNone(all: FulfillmentOrder[], withGoods: FulfillmentOrder[], own: FulfillmentOrder[]): Goods['none'] {
  if (own.length > 0) return 'not_delivered';
  if (withGoods.length > 0) return 'third_party_location';
  const fulfilled = all.some(
    ({ status, lines }) =>
      status !== 'CANCELLED' &&
      lines.some(
        ({ requiresShipping, totalQuantity, remainingQuantity }) =>
          requiresShipping && totalQuantity > remainingQuantity,
      ),
  );
  return fulfilled ? 'already_fulfilled' : 'nothing_to_ship';
}

/** Oldest first: ids are digits that grow, too long for a number. */
export function byId(a: FulfillmentOrder, b: FulfillmentOrder): number {
  return a.id.length - b.id.length || (a.id < b.id ? -1 : Number(a.id > b.id));
}
