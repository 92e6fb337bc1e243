import { z } from 'zod';

const driftAbout = z.enum([
  ...[
    'request',
    'order_ended',
    'on_hold',
    'goods_gone',
    'goods_without_driver',
    'not_delivered',
    'not_cancelled',
    'fraud_risk',
    'later_day',
    'location_closed',
  ],
] as const);
/** One difference between what was placed and what the order is now: of the request, or what became of it. */
const driftItem = z.object({ about: driftAbout, field: z.string(), placed: z.string(), now: z.string() });
export type DriftItem = z.infer<typeof driftItem>;

/** What became of an order that Shopify no longer shows. */
export const noLongerShown = 'no longer shown';

/** A difference as it is shown: closed once a person pressed "Done" on it. `by` as in the audit. */
export const driftView = driftItem.extend({
  closed: z.object({ at: z.string(), by: z.string() }).nullable(),
});
export type DriftView = z.infer<typeof driftView>;
