import { z } from 'zod';
import { progress, slot } from './order.ts';
import { askedInstant } from './times.ts';

/** Query of `GET /api/packing-list`: a slot as Home shows it; without `end` where the service gave none. */
export const packingListQuery = z.object({
  start: askedInstant,
  end: askedInstant.optional(),
});

/** One parcel to hand over: what is packed, for whom, under which name. No address, no phone. */
const packedDelivery = z.object({
  orderId: z.string(),
  orderName: z.string().nullable(),
  orderReference: z.string(),
  /** Null where it cannot be decrypted, and there are no items then. */
  recipient: z.string().nullable(),
  locationName: z.string(),
  /** As they were sent to the service; the name is null where Shopify gave none. */
  items: z.array(z.object({ name: z.string().nullable(), quantity: z.int(), isFragile: z.boolean() })),
  progress: progress.nullable(),
  /** The slot is over and nobody has collected it; false where the service does not say what was collected. */
  isLate: z.boolean(),
  /** Nobody has it yet, and a person has to decide something first: its order ended, changed or is on hold, or another driver comes. */
  needsPerson: z.boolean(),
});
export type PackedDelivery = z.infer<typeof packedDelivery>;

/** `GET /api/packing-list`: the live deliveries booked for one slot, by pickup location and number. */
export const packingList = z.object({
  slot,
  deliveries: z.array(packedDelivery),
  /** How many more are booked for it; the list has an end. */
  more: z.int(),
});
export type PackingList = z.infer<typeof packingList>;
