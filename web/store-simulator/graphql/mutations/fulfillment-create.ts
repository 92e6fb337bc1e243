import { fulfil, type Taken } from '../../changes/fulfil.ts';
import type { FulfillmentOrderRecord } from '../../state/fulfillment-records.ts';
import { parseGid } from '../../state/gid.ts';
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
    const fulfillment = fulfil(context.shop, taken, input.trackingInfo ?? null);
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
