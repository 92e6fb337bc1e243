import type { LineRecord, OrderRecord } from './order-records.ts';
import type { LocationRecord } from './records.ts';

export type DeliveryMethodType = 'LOCAL' | 'NONE' | 'PICKUP_POINT' | 'PICK_UP' | 'RETAIL' | 'SHIPPING';

export type FulfillmentOrderStatus =
  | 'CANCELLED'
  | 'CLOSED'
  | 'INCOMPLETE'
  | 'IN_PROGRESS'
  | 'ON_HOLD'
  | 'OPEN'
  | 'SCHEDULED';

export interface HoldRecord {
  kind: 'FulfillmentHold';
  id: string;
  reason: string;
  displayReason: string;
  reasonNotes: string | null;
}

export interface FulfillmentOrderLineRecord {
  kind: 'FulfillmentOrderLineItem';
  id: string;
  line: LineRecord;
  totalQuantity: number;
  remainingQuantity: number;
}

/** What checkout kept of the delivery option; null is what Shopify gives where it kept nothing. */
export interface DeliveryMethodRecord {
  id: string;
  methodType: DeliveryMethodType;
  presentedName: string | null;
  serviceCode: string | null;
  minDeliveryDateTime: number | null;
  maxDeliveryDateTime: number | null;
  /** Local Delivery asks the buyer for a phone and instructions of its own. */
  additionalInformation: { phone: string | null; instructions: string | null } | null;
}

export interface FulfillmentOrderRecord {
  kind: 'FulfillmentOrder';
  id: string;
  order: OrderRecord;
  status: FulfillmentOrderStatus;
  requestStatus: string;
  location: LocationRecord;
  /** False where Shopify gives only the snapshot of a location that is gone. */
  hasLocation: boolean;
  deliveryMethod: DeliveryMethodRecord | null;
  /** Where it is not the phone of the order's shipping address. */
  destinationPhone: string | null;
  fulfillAt: number | null;
  fulfillBy: number | null;
  holds: HoldRecord[];
  lines: FulfillmentOrderLineRecord[];
  createdAt: number;
  updatedAt: number;
}

export interface FulfillmentEventRecord {
  kind: 'FulfillmentEvent';
  id: string;
  status: string;
  happenedAt: number;
  createdAt: number;
  estimatedDeliveryAt: number | null;
  message: string | null;
  latitude: number | null;
  longitude: number | null;
  address1: string | null;
  city: string | null;
  province: string | null;
  country: string | null;
  zip: string | null;
}

export interface FulfillmentRecord {
  kind: 'Fulfillment';
  id: string;
  name: string;
  order: OrderRecord;
  location: LocationRecord;
  fulfillmentOrders: FulfillmentOrderRecord[];
  status: 'CANCELLED' | 'SUCCESS';
  lines: {
    id: string;
    line: LineRecord;
    fulfillmentOrder: FulfillmentOrderRecord;
    entry: FulfillmentOrderLineRecord;
    quantity: number;
  }[];
  tracking: { company: string | null; number: string | null; url: string | null }[];
  events: FulfillmentEventRecord[];
  createdAt: number;
  updatedAt: number;
}
