import { z } from 'zod';

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
