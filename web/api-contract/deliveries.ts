import { z } from 'zod';
import { deliveryState, progress, reason, slot } from './order.ts';
import { askedDay, askedInstant } from './times.ts';

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
  from: askedInstant.or(askedDay).optional(),
  to: askedInstant.or(askedDay).optional(),
  locationId: z.string().regex(/^\d+$/).optional(),
  /** Of the orders that the balance counts as paid in that time. */
  paid: z.enum(['24h', '7d']).optional(),
  /**
   * `needs_you`: by their state, by an open alarm or because a second driver is booked; `to_send`: wait for a person because the shop sends by hand;
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
const deliveryRow = z.object({
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
  /** As in the order. */
  cancelling: z.boolean(),
  isLate: z.boolean(),
  drift: z.boolean(),
  /** A newer driver is booked for the same goods, and this one may come for nothing. */
  secondDriver: z.boolean(),
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
