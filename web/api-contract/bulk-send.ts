import { z } from 'zod';
import { deliveryState, reasonCode } from './order.ts';

/** `POST /api/orders/send`. */
export const bulkSendBody = z.strictObject({ orderIds: z.array(z.string().min(1).max(80)).min(1).max(250) });
/** What became of each. */
export const bulkSendResult = z.object({
  results: z.array(
    z.object({
      orderId: z.string(),
      /** null where no order of this shop was found. */
      orderName: z.string().nullable(),
      ok: z.boolean(),
      state: deliveryState.nullable(),
      message: z.string(),
      /** What words `message` in another language. */
      why: reasonCode.optional(),
    }),
  ),
});
export type BulkSendResult = z.infer<typeof bulkSendResult>;
