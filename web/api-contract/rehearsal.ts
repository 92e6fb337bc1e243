import { z } from 'zod';
import { deliveryState, reason, ruleTrace } from './order.ts';

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
