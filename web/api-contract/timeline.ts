import { z } from 'zod';

const at = z.string();
const orderReference = z.string();

/** One thing that happened to an order; `at` is RFC 3339. */
export const timelineEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('paid'), at }),
  /** Calls to the service that came to nothing before it took the delivery, the last of them at `at`. */
  z.object({ kind: z.literal('attempts'), at, orderReference, count: z.number().int(), outcome: z.string() }),
  z.object({
    kind: z.enum(['booked', 'on_its_way', 'delivered', 'failed', 'returned', 'cancelled']),
    at,
    orderReference,
  }),
  /** A person's action, with `by` and `action` as in the audit. */
  z.object({
    kind: z.literal('action'),
    at,
    by: z.string(),
    action: z.string(),
    orderReference: z.string().nullable(),
    detail: z.string(),
  }),
]);
export type TimelineEvent = z.infer<typeof timelineEvent>;
