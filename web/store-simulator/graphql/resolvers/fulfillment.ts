import type { FulfillmentEventRecord, FulfillmentRecord } from '../../state/fulfillment-records.ts';
import { gid } from '../../state/gid.ts';
import type { LineRecord } from '../../state/order-records.ts';
import { listConnection, type PageArgs, pageArgs } from '../connection.ts';
import { field, plain } from '../field.ts';
import { idField, legacyIdFields } from './identity.ts';

interface FulfilledLine {
  id: string;
  line: LineRecord;
  quantity: number;
}

export const fulfillmentTypes = {
  Fulfillment: {
    ...legacyIdFields,
    ...plain<FulfillmentRecord>('name', 'order', 'location', 'status', 'createdAt', 'updatedAt'),
    displayStatus: field(({ status, events }: FulfillmentRecord) =>
      status === 'CANCELLED' ? 'CANCELED' : (events.at(-1)?.status ?? 'FULFILLED'),
    ),
    totalQuantity: field((fulfillment: FulfillmentRecord) =>
      fulfillment.lines.reduce((sum, line) => sum + line.quantity, 0),
    ),
    requiresShipping: field((fulfillment: FulfillmentRecord) =>
      fulfillment.lines.some(({ line }) => line.requiresShipping),
    ),
    trackingInfo: field<FulfillmentRecord, { first?: number | null }>(
      (fulfillment, { first }) => fulfillment.tracking.slice(0, first ?? undefined),
      ['first'],
    ),
    events: field<FulfillmentRecord, PageArgs>(
      (fulfillment, args) => listConnection(fulfillment.events, args),
      pageArgs,
    ),
    fulfillmentOrders: field<FulfillmentRecord, PageArgs>(
      (fulfillment, args) => listConnection(fulfillment.fulfillmentOrders, args),
      pageArgs,
    ),
    fulfillmentLineItems: field<FulfillmentRecord, PageArgs>(
      (fulfillment, args) => listConnection(fulfillment.lines, args),
      pageArgs,
    ),
  },
  FulfillmentTrackingInfo: plain<{ company: string; number: string; url: string }>('company', 'number', 'url'),
  FulfillmentLineItem: {
    id: field((entry: FulfilledLine) => gid('FulfillmentLineItem', entry.id)),
    lineItem: field((entry: FulfilledLine) => entry.line),
    quantity: field((entry: FulfilledLine) => entry.quantity),
  },
  FulfillmentEvent: {
    ...idField,
    ...plain<FulfillmentEventRecord>('status', 'happenedAt', 'createdAt', 'estimatedDeliveryAt', 'message'),
    ...plain<FulfillmentEventRecord>('latitude', 'longitude', 'address1', 'city', 'province', 'country', 'zip'),
  },
};
