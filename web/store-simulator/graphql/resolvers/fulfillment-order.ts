import type {
  DeliveryMethodRecord,
  FulfillmentOrderLineRecord,
  FulfillmentOrderRecord,
  HoldRecord,
} from '../../state/fulfillment-records.ts';
import { gid } from '../../state/gid.ts';
import { grams } from '../../state/order-figures.ts';
import type { AddressRecord, LocationRecord } from '../../state/records.ts';
import { listConnection, type PageArgs, pageArgs } from '../connection.ts';
import { type AdminContext, field, plain } from '../field.ts';
import { idField } from './identity.ts';

/** Which fulfilment orders the token may see: others are not in any list, and unknown by id. */
export function visibleFulfillmentOrders(list: FulfillmentOrderRecord[], context: AdminContext) {
  return list.filter(({ location }) =>
    location.fulfillmentService
      ? context.scopes.has('read_third_party_fulfillment_orders')
      : context.scopes.has('read_merchant_managed_fulfillment_orders'),
  );
}

const actions: Record<string, string[]> = {
  OPEN: ['CREATE_FULFILLMENT', 'REPORT_PROGRESS', 'MOVE', 'HOLD', 'SPLIT'],
  IN_PROGRESS: ['CREATE_FULFILLMENT', 'MARK_AS_OPEN', 'SPLIT'],
  SCHEDULED: ['MARK_AS_OPEN', 'MOVE', 'HOLD'],
  ON_HOLD: ['RELEASE_HOLD', 'HOLD', 'MOVE', 'SPLIT'],
};

type AdditionalInformation = NonNullable<DeliveryMethodRecord['additionalInformation']>;
type Assigned = FulfillmentOrderRecord;
const snapshot = (name: keyof LocationRecord) => field((assigned: Assigned) => assigned.location[name]);

export const fulfillmentOrderTypes = {
  FulfillmentOrder: {
    ...idField,
    ...plain<FulfillmentOrderRecord>('status', 'requestStatus', 'fulfillAt', 'fulfillBy', 'createdAt', 'updatedAt'),
    ...plain<FulfillmentOrderRecord>('order', 'deliveryMethod'),
    orderId: field((fulfillmentOrder: FulfillmentOrderRecord) => gid('Order', fulfillmentOrder.order.id)),
    orderName: field((fulfillmentOrder: FulfillmentOrderRecord) => fulfillmentOrder.order.name),
    orderProcessedAt: field((fulfillmentOrder: FulfillmentOrderRecord) => fulfillmentOrder.order.processedAt),
    assignedLocation: field((fulfillmentOrder: FulfillmentOrderRecord) => fulfillmentOrder),
    fulfillmentHolds: field((fulfillmentOrder: FulfillmentOrderRecord) => fulfillmentOrder.holds),
    supportedActions: field((fulfillmentOrder: FulfillmentOrderRecord) =>
      (actions[fulfillmentOrder.status] ?? []).map((action) => ({ action })),
    ),
    destination: field(destinationOf),
    lineItems: field<FulfillmentOrderRecord, PageArgs>(
      (fulfillmentOrder, args) => listConnection(fulfillmentOrder.lines, args),
      pageArgs,
    ),
    remainingLineItemsWeight: field((fulfillmentOrder: FulfillmentOrderRecord) => ({
      value: fulfillmentOrder.lines.reduce((sum, entry) => sum + grams(entry.line.weight) * entry.remainingQuantity, 0),
      unit: 'GRAMS',
    })),
    fulfillments: field<FulfillmentOrderRecord, PageArgs>(
      (fulfillmentOrder, args) =>
        listConnection(
          fulfillmentOrder.order.fulfillments.filter((one) => one.fulfillmentOrders.includes(fulfillmentOrder)),
          args,
        ),
      pageArgs,
    ),
  },
  FulfillmentOrderSupportedAction: plain<{ action: string }>('action'),
  FulfillmentOrderAssignedLocation: {
    name: snapshot('name'),
    address1: snapshot('address1'),
    address2: snapshot('address2'),
    city: snapshot('city'),
    province: snapshot('province'),
    zip: snapshot('zip'),
    phone: snapshot('phone'),
    countryCode: snapshot('countryCode'),
    location: field((assigned: Assigned) => (assigned.hasLocation ? assigned.location : null)),
  },
  DeliveryMethod: {
    id: field((method: DeliveryMethodRecord) => gid('DeliveryMethod', method.id)),
    ...plain<DeliveryMethodRecord>('methodType', 'presentedName', 'serviceCode', 'additionalInformation'),
    ...plain<DeliveryMethodRecord>('minDeliveryDateTime', 'maxDeliveryDateTime'),
  },
  DeliveryMethodAdditionalInformation: plain<AdditionalInformation>('phone', 'instructions'),
  FulfillmentOrderDestination: {
    id: field((destination: AddressRecord) => gid('FulfillmentOrderDestination', destination.id)),
    ...plain<AddressRecord>('firstName', 'lastName', 'company', 'address1', 'address2', 'city', 'province', 'zip'),
    ...plain<AddressRecord>('countryCode', 'phone'),
  },
  FulfillmentHold: { ...idField, ...plain<HoldRecord>('reason', 'displayReason', 'reasonNotes') },
  FulfillmentOrderLineItem: {
    ...idField,
    ...plain<FulfillmentOrderLineRecord>('totalQuantity', 'remainingQuantity'),
    lineItem: field((entry: FulfillmentOrderLineRecord) => entry.line),
    requiresShipping: field((entry: FulfillmentOrderLineRecord) => entry.line.requiresShipping),
    weight: field((entry: FulfillmentOrderLineRecord) => entry.line.weight),
    sku: field((entry: FulfillmentOrderLineRecord) => entry.line.sku),
    productTitle: field((entry: FulfillmentOrderLineRecord) => entry.line.title),
    variantTitle: field((entry: FulfillmentOrderLineRecord) => entry.line.variantTitle),
    vendor: field((entry: FulfillmentOrderLineRecord) => entry.line.vendor),
    variant: field((entry: FulfillmentOrderLineRecord) => entry.line.variant),
  },
};

/** Where the goods of a fulfilment order go: the order's address, with a phone of its own where it has one. */
function destinationOf({ order, deliveryMethod, destinationPhone }: FulfillmentOrderRecord): AddressRecord | null {
  const address = deliveryMethod?.methodType === 'NONE' ? null : order.shippingAddress;
  return address && { ...address, phone: destinationPhone ?? address.phone };
}
