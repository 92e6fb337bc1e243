import { z } from 'zod';

/**
 * How far a delivery is, for the one who waits for it. `arranging`: a driver is not booked yet; `not_delivered`: the driver
 * could not hand it over.
 */
const buyerStage = z.enum(['arranging', 'booked', 'on_its_way', 'delivered', 'not_delivered', 'cancelled']);
export type BuyerStage = z.infer<typeof buyerStage>;

/** `POST /api/buyer/order`: the order, and for a guest the number that only its buyer was given. */
export const buyerOrderBody = z.strictObject({
  /** Digits or a gid. */
  orderId: z.string().max(80),
  confirmationNumber: z.string().max(40).nullable(),
});

/** What a buyer may know of their own order; nothing in it is personal. */
export const buyerOrder = z.object({
  /** Empty where nothing of the order goes by same-day delivery, or nobody knows yet. */
  deliveries: z.array(
    z.object({
      stage: buyerStage,
      /** RFC 3339, with the offset of where the driver drives. */
      slot: z
        .object({
          start: z.string(),
          end: z.string().nullable(),
          /** Its time has passed, and nothing says that the goods were handed over. */
          isOver: z.boolean(),
        })
        .nullable(),
      /** Where the driver can be followed, while one is to come; null where the service shows no such page. */
      trackingUrl: z.string().nullable(),
    }),
  ),
  /** IANA zone in which a slot is shown. */
  timeZone: z.string(),
  /** True where it is worth asking again in a moment. */
  moving: z.boolean(),
});
export type BuyerOrder = z.infer<typeof buyerOrder>;
