import { z } from 'zod';

/**
 * What stands first of an order, worst first: a driver who comes for nothing, one who was not cancelled though a person wanted
 * that, one who comes for goods that Shopify holds or for an order that it warns of, goods that nobody brought or collected, a part without a driver, a driver who
 * does not know of a change, comes while the location is closed, or on a later day than was promised; then how far it is. `state`: nothing but its state and reason.
 */
const headlineWhat = z.enum([
  ...['ended', 'two_drivers', 'brought', 'not_cancelled', 'on_hold', 'fraud_risk', 'called_off', 'failed', 'returned'],
  ...[
    'late',
    'part_refused',
    'location_closed',
    'later_day',
    'changed',
    'cancelling',
    'test',
    'delivered',
    'on_its_way',
    'booked',
    'state',
  ],
] as const);
export type HeadlineWhat = z.infer<typeof headlineWhat>;

export const headline = z.object({
  what: headlineWhat,
  tone: z.enum(['success', 'info', 'warning', 'critical']),
  /** The delivery that it is about; null where it is about the order. */
  orderReference: z.string().nullable(),
  /** Deliveries that it counts, and of how many. */
  count: z.int(),
  of: z.int(),
});
export type Headline = z.infer<typeof headline>;
