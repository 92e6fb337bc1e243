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

export interface FulfillmentOrderRecord {
  kind: 'FulfillmentOrder';
  id: string;
  order: OrderRecord;
  status: FulfillmentOrderStatus;
  requestStatus: string;
  location: LocationRecord;
  /** False where Shopify gives only the snapshot of a location that is gone. */
  hasLocation: boolean;
  deliveryMethodId: string;
  methodType: DeliveryMethodType | null;
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
  lines: { id: string; line: LineRecord; quantity: number }[];
  tracking: { company: string | null; number: string | null; url: string | null }[];
  events: FulfillmentEventRecord[];
  createdAt: number;
  updatedAt: number;
}
