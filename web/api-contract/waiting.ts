import { z } from 'zod';
import { reason } from './order.ts';

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
  /** What is missing and can be given in the row itself; nothing was sent for the order yet. */
  missing: z.enum(['dropoff_contact_phone', 'dropoff_contact_name', 'dropoff_address']).nullable(),
});
export type WaitingOrder = z.infer<typeof waitingOrder>;
