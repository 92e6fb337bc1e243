import { z } from 'zod';
import { language } from './language.ts';
import { deliveryState, progress, reason, ruleTrace, slot } from './order.ts';
import { waitingOrder } from './waiting.ts';

export const counts = z.object({
  paid: z.int(),
  placed: z.int(),
  inProgress: z.int(),
  skipped: z.int(),
  /** Of the skipped ones, those that wait for a person because the shop sends by hand. */
  toSend: z.int(),
  held: z.int(),
  needsAttention: z.int(),
  cancelled: z.int(),
  /** Orders that Shopify has as paid and this app has not, older than 15 minutes. 0 for ever; null where nobody knows. */
  unexplained: z.int().nullable(),
});
export type Counts = z.infer<typeof counts>;

/** `GET /api/overview`. */
export const overview = z.object({
  status: z.enum([
    ...['working', 'manual', 'test_mode', 'paused', 'no_key', 'key_refused', 'service_down', 'address_wrong'],
    ...['reads_refused', 'reconnect', 'key_unchecked', 'scopes_missing'],
  ] as const),
  statusMessage: z.string(),
  statusNextStep: z.string().nullable(),
  testMode: z.boolean(),
  paused: z.boolean(),
  last24h: counts,
  last7d: counts,
  /** When all orders were last compared with Shopify's list, RFC 3339; older than 15 minutes, `unexplained` is not known. */
  comparedAt: z.string().nullable(),
  /** What is soonest too late first, then what is too late already; at most 20. */
  waiting: z.array(waitingOrder),
  /** All that wait. */
  waitingCount: z.int(),
  /** What changed after a driver was booked and nobody has dealt with, soonest slot first. */
  changed: z.array(
    z.object({
      orderId: z.string(),
      orderName: z.string().nullable(),
      orderReference: z.string(),
      what: z.enum(['ended', 'failed', 'returned', 'address', 'goods', 'other']),
      slot: slot.nullable(),
    }),
  ),
  /** Today's slots where the driver drives, soonest first, with the live deliveries booked for each. */
  day: z.array(
    z.object({
      slot,
      booked: z.int(),
      onItsWay: z.int(),
      delivered: z.int(),
      /** Its time is over and nobody has collected; 0 where the service does not say what was collected. */
      late: z.int(),
    }),
  ),
  nextSlots: z.array(
    z.object({ orderId: z.string(), orderName: z.string().nullable(), orderReference: z.string(), slot }),
  ),
  /** Seconds from payment to placed over the last 7 days; null where nothing was placed. */
  paidToPlacedSeconds: z.object({ median: z.number().nullable(), p95: z.number().nullable() }),
  /** Placed deliveries per local day, oldest first, 14 days. */
  perDay: z.array(z.object({ date: z.string(), placed: z.int() })),
  quarantinedWebhooks: z.int(),
  driftAlarms: z.int(),
  /** Deliveries whose goods nobody took in, and about which nobody has decided. */
  undelivered: z.int(),
  /** Orders that a person is to send, because the shop sends by hand; of any age. */
  toSend: z.int(),
  /** Customers who asked for their data and were not answered yet; when the first of them must be. */
  dataRequests: z.object({ open: z.int(), nextDueAt: z.string().nullable() }),
  setup: z.object({
    keySet: z.boolean(),
    testKeySet: z.boolean(),
    /** The service has accepted the stored key: when it was checked, or by taking a delivery. */
    keyAccepted: z.boolean(),
    testKeyAccepted: z.boolean(),
    testOrderPlaced: z.boolean(),
    locationsComplete: z.boolean(),
    firstPlaced: z.boolean(),
    /** Somebody has confirmed the shop's e-mail address; null where the app sends no mail. */
    mailConfirmed: z.boolean().nullable(),
    dismissed: z.boolean(),
  }),
  /** What the person who reads it chose for the panel; null: never did. */
  language: language.nullable(),
  /** For links into the Shopify admin. */
  shop: z.object({ domain: z.string(), timeZone: z.string(), currency: z.string() }),
});
export type Overview = z.infer<typeof overview>;

export const deliverySorts = [
  'updated_desc',
  'updated_asc',
  'slot_asc',
  'slot_desc',
  'number_desc',
  'number_asc',
] as const;

/** Query of `GET /api/deliveries`. `query` finds order number, order name, reference or delivery id. */
export const deliveriesQuery = z.object({
  state: z
    .string()
    .optional()
    .transform((value) => (value ? value.split(',').filter(Boolean) : []))
    .pipe(z.array(deliveryState)),
  query: z.string().trim().max(255).optional(),
  from: z.iso.datetime({ offset: true }).or(z.iso.date()).optional(),
  to: z.iso.datetime({ offset: true }).or(z.iso.date()).optional(),
  locationId: z.string().regex(/^\d+$/).optional(),
  /**
   * `needs_you`: by their state or by an open alarm; `to_send`: wait for a person because the shop sends by hand;
   * `left_out`: without these; `changed`: since booking.
   */
  view: z.enum(['needs_you', 'to_send', 'left_out', 'changed']).optional(),
  sort: z.enum(deliverySorts).default('updated_desc'),
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(250).default(25),
});
export type DeliveriesQuery = z.infer<typeof deliveriesQuery>;

/**
 * Body of `POST /api/deliveries/search`, which answers as the list does under the same filters. The text finds what
 * `query` does, and orders by whole words of the buyer's name and by phone number; it belongs into no address.
 */
export const deliverySearchBody = deliveriesQuery
  .omit({ query: true })
  .extend({ text: z.string().trim().min(1).max(255) });

/** One row: a delivery of an order, or an order that has none (reference null). */
export const deliveryRow = z.object({
  orderId: z.string(),
  orderNumber: z.int().nullable(),
  orderName: z.string().nullable(),
  orderReference: z.string().nullable(),
  deliveryId: z.string().nullable(),
  customerName: z.string().nullable(),
  state: deliveryState,
  reason: reason.nullable(),
  slot: slot.nullable(),
  locationName: z.string().nullable(),
  /** How far the driver is, as in the order. */
  progress: progress.nullable(),
  drift: z.boolean(),
  testMode: z.boolean(),
  updatedAt: z.string(),
});
export type DeliveryRow = z.infer<typeof deliveryRow>;

/** `GET /api/deliveries`. */
export const deliveriesPage = z.object({
  deliveries: z.array(deliveryRow),
  nextCursor: z.string().nullable(),
  /** Rows per state under the same filters but the state's and the view's. */
  stateCounts: z.record(deliveryState, z.int()),
  /** The same for lists that no state names. */
  viewCounts: z.object({ needsYou: z.int(), toSend: z.int(), changed: z.int() }),
});
export type DeliveriesPage = z.infer<typeof deliveriesPage>;

/** A metafield that the settings name, and where the merchant has defined it. */
const definedMetafield = z.object({
  name: z.string(),
  on: z.array(z.enum(['product', 'variant'])),
  /** Shopify's word, e.g. `json`; null where it is not defined. */
  type: z.string().nullable(),
});

/** `GET /api/locations`. */
export const locationsView = z.object({
  locations: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      address: z.string(),
      phone: z.string().nullable(),
      coordinates: z.string().nullable(),
      isActive: z.boolean(),
      isFulfillmentService: z.boolean(),
      /** Fields the service needs and this location lacks, e.g. `contactPhone`. */
      missing: z.array(z.string()),
    }),
  ),
  /** Delivery method titles seen on the shop's recent orders, for the rules. */
  deliveryMethods: z.array(z.string()),
  /** Null where Shopify could not be asked. */
  metafields: z.object({ parcel: definedMetafield, fragile: definedMetafield }).nullable(),
});
export type LocationsView = z.infer<typeof locationsView>;

/** `GET /api/audit`. */
export const auditPage = z.object({
  entries: z.array(
    z.object({
      at: z.string(),
      actor: z.string(),
      action: z.string(),
      orderId: z.string().nullable(),
      orderReference: z.string().nullable(),
      /** What changed, without personal data. */
      detail: z.string(),
    }),
  ),
  nextCursor: z.string().nullable(),
});
export type AuditPage = z.infer<typeof auditPage>;

/** `POST /api/rehearsal`: what the rules (the given ones over the stored) would do with the last 50 orders. */
export const rehearsalBody = z.strictObject({ automation: z.record(z.string(), z.unknown()).optional() });
export const rehearsalResult = z.object({
  orders: z.array(
    z.object({
      orderId: z.string(),
      orderName: z.string(),
      processedAt: z.string(),
      state: deliveryState,
      reason: reason.nullable(),
      rules: z.array(ruleTrace),
    }),
  ),
});
export type RehearsalResult = z.infer<typeof rehearsalResult>;

/** `POST /api/settings/courier/test`. */
export const courierTestResult = z.object({
  ok: z.boolean(),
  /** What the service said, or what came of a test order. */
  message: z.string(),
  /** What a key check found; null where none was made. */
  kind: z.enum(['accepted', 'key', 'address', 'unreachable']).nullable(),
});
export type CourierTestResult = z.infer<typeof courierTestResult>;

/** A customer's request to see what is stored about them; the merchant has 30 days to answer it. */
export const dataRequestView = z.object({
  id: z.string(),
  requestedAt: z.string(),
  dueAt: z.string(),
  /** The name is null where nothing is stored of the order, or no longer. */
  orders: z.array(z.object({ orderId: z.string(), orderName: z.string().nullable() })),
  answeredAt: z.string().nullable(),
  answeredBy: z.string().nullable(),
});
export type DataRequestView = z.infer<typeof dataRequestView>;

/** `GET /api/data-requests`: those that wait for an answer first. */
export const dataRequestList = z.object({ requests: z.array(dataRequestView) });
export type DataRequestList = z.infer<typeof dataRequestList>;
