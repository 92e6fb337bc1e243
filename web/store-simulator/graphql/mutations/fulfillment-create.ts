import { orderChanged } from '../../changes/touch.ts';
import type {
  FulfillmentOrderLineRecord,
  FulfillmentOrderRecord,
  FulfillmentRecord,
} from '../../state/fulfillment-records.ts';
import { parseGid } from '../../state/gid.ts';
import { wholeSecond } from '../../state/instants.ts';
import type { ShopState } from '../../state/shop-state.ts';
import { accessDenied, notModelled } from '../errors.ts';
import { type AdminContext, field } from '../field.ts';
import { userError } from './user-error.ts';

interface FulfillmentInput {
  lineItemsByFulfillmentOrder: {
    fulfillmentOrderId: string;
    fulfillmentOrderLineItems?: { id: string; quantity: number }[] | null;
  }[];
  trackingInfo?: {
    company?: string | null;
    number?: string | null;
    url?: string | null;
    numbers?: string[] | null;
    urls?: string[] | null;
  } | null;
  notifyCustomer?: boolean | null;
  originAddress?: unknown;
}

interface Taken {
  fulfillmentOrder: FulfillmentOrderRecord;
  entry: FulfillmentOrderLineRecord;
  quantity: number;
}

const refusal = (message: string) => ({ fulfillment: null, userErrors: [userError(['fulfillment'], message)] });

/** `fulfillmentCreate`: one location a call; a fulfilment order with nothing left closes. */
export const fulfillmentCreate = field<unknown, { fulfillment: FulfillmentInput; message?: string | null }>(
  (_root, { fulfillment: input }, context) => {
    if (input.originAddress) {
      throw notModelled('FulfillmentInput.originAddress');
    }
    if (input.trackingInfo?.numbers || input.trackingInfo?.urls) {
      throw notModelled('several tracking numbers');
    }
    const taken: Taken[] = [];
    for (const group of input.lineItemsByFulfillmentOrder) {
      const result = takeLines(group, context);
      if (typeof result === 'string') {
        return refusal(result);
      }
      taken.push(...result);
    }
    const first = taken[0];
    if (!first) {
      return refusal('Fulfillment order line items quantity must be greater than 0.');
    }
    if (taken.some(({ fulfillmentOrder }) => fulfillmentOrder.location !== first.fulfillmentOrder.location)) {
      return refusal('All fulfillment orders must be assigned to the same location.');
    }
    if (taken.some(({ fulfillmentOrder }) => fulfillmentOrder.order !== first.fulfillmentOrder.order)) {
      return refusal('All fulfillment orders must belong to the same order.');
    }
    const fulfillment = record(context.shop, taken, input);
    orderChanged(context.shop, fulfillment.order);
    return { fulfillment, userErrors: [] };
  },
  ['fulfillment', 'message'],
);

/** What a group takes out of its fulfilment order, or why it cannot. */
function takeLines(
  group: FulfillmentInput['lineItemsByFulfillmentOrder'][number],
  context: AdminContext,
): Taken[] | string {
  const fulfillmentOrder = context.shop.fulfillmentOrders.get(parseGid(group.fulfillmentOrderId)?.id ?? '');
  if (!fulfillmentOrder) {
    return 'Fulfillment order does not exist.';
  }
  requireScope(fulfillmentOrder, context);
  const { id, status, lines } = fulfillmentOrder;
  if (status !== 'OPEN' && status !== 'IN_PROGRESS') {
    return `Fulfillment order ${id} has an unfulfillable status= ${status.toLowerCase()}.`;
  }
  if (!group.fulfillmentOrderLineItems?.length) {
    return lines
      .filter((entry) => entry.remainingQuantity > 0)
      .map((entry) => ({ fulfillmentOrder, entry, quantity: entry.remainingQuantity }));
  }
  const taken = group.fulfillmentOrderLineItems.map(({ id: lineGid, quantity }) => {
    const entry = lines.find((line) => line.id === parseGid(lineGid)?.id);
    return entry && quantity > 0 && quantity <= entry.remainingQuantity ? { fulfillmentOrder, entry, quantity } : null;
  });
  const usable = taken.filter((one) => one !== null);
  return usable.length === taken.length ? usable : 'Invalid fulfillment order line item quantity requested.';
}

function requireScope(fulfillmentOrder: FulfillmentOrderRecord, context: AdminContext): void {
  const scope = fulfillmentOrder.location.fulfillmentService
    ? 'write_third_party_fulfillment_orders'
    : 'write_merchant_managed_fulfillment_orders';
  if (!context.scopes.has(scope)) {
    throw accessDenied('fulfillmentCreate', `\`${scope}\` access scope.`);
  }
}

function record(shop: ShopState, taken: Taken[], input: FulfillmentInput): FulfillmentRecord {
  const { order, location } = (taken[0] as Taken).fulfillmentOrder;
  const at = wholeSecond(shop.now());
  for (const { entry, quantity } of taken) {
    entry.remainingQuantity -= quantity;
    entry.line.fulfilledQuantity += quantity;
  }
  const fulfillmentOrders = [...new Set(taken.map(({ fulfillmentOrder }) => fulfillmentOrder))];
  for (const fulfillmentOrder of fulfillmentOrders) {
    fulfillmentOrder.updatedAt = at;
    if (fulfillmentOrder.lines.every((entry) => entry.remainingQuantity === 0)) {
      fulfillmentOrder.status = 'CLOSED';
    }
  }
  const tracking = input.trackingInfo;
  const fulfillment: FulfillmentRecord = {
    kind: 'Fulfillment',
    id: shop.nextId(),
    name: `${order.name}-F${order.fulfillments.length + 1}`,
    order,
    location,
    fulfillmentOrders,
    lines: taken.map(({ entry, quantity }) => ({ id: shop.nextId(), line: entry.line, quantity })),
    tracking: tracking
      ? [{ company: tracking.company ?? null, number: tracking.number ?? null, url: tracking.url ?? null }]
      : [],
    events: [],
    createdAt: at,
    updatedAt: at,
  };
  order.fulfillments.push(fulfillment);
  shop.fulfillments.set(fulfillment.id, fulfillment);
  return fulfillment;
}
