import { type CourierMode, type Settings, settings } from '#api-contract/settings.ts';
import type {
  Cancellation,
  DeliveryRecord,
  ReadDriverState,
  ServiceDelivery,
  ServiceState,
} from '#deliveries/delivery.ts';
import type { OrderAggregate, OrderRecord } from '#deliveries/order.ts';
import type { ShopAccount, ShopRecord } from '#deliveries/ports/stores.ts';
import { newDelivery } from '#deliveries/run/new-delivery.ts';
import { goodInBothModes } from '#deliveries/service-health.ts';
import type { DeliveryId, LocationId, OrderId, OrderReference, ShopDomain } from '#placement/ids.ts';
import type { PlacementRequest } from '#placement/placement-request.ts';

/** The moment at which the examples are looked at: Saturday 10:00 in Johannesburg. */
export const now = Date.parse('2026-11-21T08:00:00Z');
const exampleShopDomain = 'example.myshopify.com' as ShopDomain;
const exampleOrderId = '7001' as OrderId;

export const exampleRequest: PlacementRequest = {
  order_reference: '1001',
  customer_identifier: '501',
  pickup_address: '1 Main Rd, Cape Town, 8001',
  pickup_contact_name: 'Shop',
  pickup_contact_phone: '0215550000',
  dropoff_address: '71 Wale St, Cape Town, 8001',
  dropoff_contact_name: 'Thandi Nkosi',
  dropoff_contact_phone: '0821234567',
  items: [{ weight: 1, height: 0.1, width: 0.1, length: 0.1, quantity: 1, name: 'Kettle' }],
};

/** A delivery of which nothing was sent yet; tests change what they are about. */
export function exampleDelivery(changes: Partial<DeliveryRecord> = {}): DeliveryRecord {
  const orderReference = changes.orderReference ?? ('1001' as OrderReference);
  const request = { ...exampleRequest, order_reference: orderReference };
  const facts = {
    ...{ shop: exampleShopDomain, orderId: exampleOrderId, orderReference, account: 'live account' },
    ...{ mode: 'live' as const, openedAt: null, word: null, deadlineAt: null, replaces: null },
    ...{ locationKey: '9001', locationId: '9001' as LocationId, locationName: 'Main', said: null },
    lines: [{ fulfillmentOrderId: '501', lineId: '5010', lineItemId: '70', quantity: 1, fulfilledBefore: 0 }],
    ...{ request, body: JSON.stringify(request) },
  };
  return { ...newDelivery(facts, now - 60_000), ...changes };
}

/** One whose request is on its way under fence 3, by a worker that is at it. */
export function inFlight(changes: Partial<DeliveryRecord> = {}): DeliveryRecord {
  const sent = { state: 'placing', fence: 3, leaseUntil: now + 5_000, doubt: 'unanswered', attempts: 1 } as const;
  return exampleDelivery({ ...sent, dueAt: null, ...changes });
}

/** One that is being looked up under fence 3, after an answer was lost. */
export function lookedUp(changes: Partial<DeliveryRecord> = {}): DeliveryRecord {
  return inFlight({ state: 'confirming', everUnknown: true, ...changes });
}

/** A driver who is to be cancelled because the order ended, at once. */
export function exampleCancellation(changes: Partial<Cancellation> = {}): Cancellation {
  return {
    ...{ because: 'order_ended', stage: 'wanted', dueAt: now, tries: 0, calling: false, asked: false },
    ...{ newReference: null, actor: null },
    ...changes,
  };
}

/** A paid order as it is stored. */
export function exampleRecord(changes: Partial<OrderRecord> = {}): OrderRecord {
  return {
    ...{ shop: exampleShopDomain, orderId: exampleOrderId, number: 1001, name: '#1001', customerName: 'Thandi Nkosi' },
    ...{ state: 'queued', reason: null, waitsFor: null, rules: [], testOrder: false, paid: true },
    ...{ processedAt: now - 60_000, paidAt: now - 60_000, shopifyUpdatedAt: now - 60_000, cancelledAt: null },
    ...{
      openedAt: null,
      fraudRisk: null,
      locationIds: ['9001'],
      sendableFrom: null,
      prepared: [],
      dueAt: null,
      wordUntil: null,
    },
    ...{
      corrections: {},
      givenAtFault: null,
      firstPhones: null,
      saidWhenCorrected: {},
      noteHash: '',
      ownWrite: null,
      echoFingerprint: null,
    },
    ...{ firstSeenAt: now - 60_000, updatedAt: now - 60_000 },
    ...changes,
  };
}

/** What is stored of an order with these deliveries. */
export function aggregateOf(deliveries: DeliveryRecord[], order: Partial<OrderRecord> | null = {}): OrderAggregate {
  return { order: order && exampleRecord(order), deliveries, erased: false, now, health: goodInBothModes };
}

const accountOf = (mode: CourierMode): ShopAccount => ({
  ...{ mode, apiKey: `${mode} key`, account: `${mode} account`, last4: 'key1' },
});

/** A shop that sends: both keys, live, no rule that could stop the examples. */
export function exampleShop(
  changes: Partial<ShopRecord> = {},
  own: { paused?: boolean; automation?: Partial<Settings['automation']>; prefix?: string } = {},
): ShopRecord {
  const { paused = false, automation = {}, prefix = '' } = own;
  return {
    ...{ domain: exampleShopDomain, installedAt: 1, uninstalledAt: null, reconnect: false, name: 'Example' },
    ...{ timeZone: 'Africa/Johannesburg', currency: 'ZAR' },
    settings: settings.parse({ paused, automation, reference: { prefix } }),
    accounts: { live: accountOf('live'), test: accountOf('test') },
    ...changes,
  };
}

/** What the service has of the example delivery. */
export function booked(changes: Partial<ServiceDelivery> = {}): ServiceDelivery {
  return {
    deliveryId: 'D-1' as DeliveryId,
    slot: { start: '2026-11-21T12:00:00Z', end: '2026-11-21T14:00:00Z' },
    ...{ distanceEstimateMetres: 5_400, timeEstimateSeconds: 900, state: 'PENDING PICKUP' },
    ...{ orderReference: '1001', customerIdentifier: exampleRequest.customer_identifier },
    ...{ pickupAddress: exampleRequest.pickup_address, dropoffAddress: exampleRequest.dropoff_address },
    dropoffContactPhone: exampleRequest.dropoff_contact_phone,
    ...{ cost: null, trackingUrl: null, photoUrl: null, raw: '{}' },
    ...changes,
  };
}

const meanings: Readonly<Record<string, ServiceState>> = {
  ...{ 'PENDING PICKUP': 'booked', 'PENDING DROPOFF': 'on_its_way', CANCELLED: 'cancelled' },
};
/** What the service's words mean. */
export const driverState: ReadDriverState = (word) => meanings[word ?? ''] ?? null;
