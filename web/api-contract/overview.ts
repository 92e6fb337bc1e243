import { z } from 'zod';
import { language } from './language.ts';
import { reason, slot } from './order.ts';

/** An order that waits for a person, with what its row on Home says and lets them give. */
export const waitingOrder = z.object({
  orderId: z.string(),
  orderName: z.string().nullable(),
  orderReference: z.string().nullable(),
  /** Null where the order names nobody, or no longer. */
  customerName: z.string().nullable(),
  reason,
  /** RFC 3339; null where Shopify did not say. */
  paidAt: z.string().nullable(),
  /** RFC 3339; past it the app asks a person before it sends. Null where a person has decided that already. */
  deadlineAt: z.string().nullable(),
  /** What is missing or wrong and can be given in the row itself; nothing was sent for the order yet. */
  field: z.enum(['dropoff_contact_phone', 'dropoff_contact_name', 'dropoff_address']).nullable(),
  /** What the order says there, as the buyer gave it; null where it says nothing. */
  given: z.string().nullable(),
});
export type WaitingOrder = z.infer<typeof waitingOrder>;

const counts = z.object({
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
    ...['reads_refused', 'reconnect', 'key_unchecked', 'scopes_missing', 'settings_unread'],
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
  /** What became doubtful after a driver was booked and nobody has dealt with, soonest slot first. */
  changed: z.array(
    z.object({
      orderId: z.string(),
      orderName: z.string().nullable(),
      orderReference: z.string(),
      /**
       * `ended`: the order; `gone`: Shopify no longer shows it. `second_driver`: another one is booked for the same goods; `brought`: has brought them. `not_cancelled`: though a person
       * wanted that; `on_hold`: its goods are, in Shopify, which warns of
       * `fraud_risk`; `called_off`: by the service itself. `unheard`: it has not said what became of goods that were collected. `location_closed`: in the driver's slot. `later_day`: than was promised.
       */
      what: z.enum([
        ...[
          'ended',
          'gone',
          'second_driver',
          'brought',
          'not_cancelled',
          'on_hold',
          'fraud_risk',
          'called_off',
          'failed',
          'returned',
          'unheard',
          'address',
          'goods',
          'location_closed',
          'later_day',
          'method',
          'other',
        ],
      ] as const),
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
      /** Its time is over and nobody has collected, or has not brought it hours later; 0 where the service does not say what was collected. */
      late: z.int(),
    }),
  ),
  nextSlots: z.array(
    z.object({ orderId: z.string(), orderName: z.string().nullable(), orderReference: z.string(), slot }),
  ),
  /** Seconds from payment to placed over the last 7 days; null where nothing was placed, and `p95` under 20 bookings. */
  paidToPlacedSeconds: z.object({ median: z.number().nullable(), p95: z.number().nullable() }),
  /** Placed deliveries per local day, oldest first, 14 days. */
  perDay: z.array(z.object({ date: z.string(), placed: z.int() })),
  quarantinedWebhooks: z.int(),
  driftAlarms: z.int(),
  /** Deliveries whose goods nobody took in, and about which nobody has decided. */
  undelivered: z.int(),
  /** Deliveries that need a person only because a second driver is booked for their goods. */
  secondDrivers: z.int(),
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
  /** Whether opening hours, cut-off and the time for changes leave any hour for the rate at checkout. */
  offerHours: z.boolean(),
  /** What the person who reads it chose for the panel; null: never did. */
  language: language.nullable(),
  /** IANA name, where the driver drives: of slots, opening hours and the cut-off. */
  driverTimeZone: z.string(),
  /** For links into the Shopify admin. */
  shop: z.object({ domain: z.string(), timeZone: z.string(), currency: z.string() }),
});
export type Overview = z.infer<typeof overview>;
