import { z } from 'zod';

export const STATES = ['PENDING PICKUP', 'PENDING DROPOFF', 'DELIVERED', 'FAILED', 'RETURNED', 'CANCELLED'] as const;
export const state = z.enum(STATES).meta({ id: 'State' });
export type State = z.output<typeof state>;

const instant = z.iso.datetime({ offset: true });
const nullableText = z.string().nullable();

const slot = z
  .object({ start: instant, end: instant })
  .describe('[start, end), RFC 3339 with the offset of Africa/Johannesburg')
  .meta({ id: 'ScheduledSlot' });

const item = z
  .object({
    weight: z.number(),
    height: z.number(),
    width: z.number(),
    length: z.number(),
    quantity: z.int(),
    name: nullableText,
    is_fragile: z.boolean().nullable(),
    price: z.number().nullable(),
  })
  .meta({ id: 'Item' });

const location = z
  .object({
    coordinates: z.string(),
    place: nullableText.describe('What the geocoder understood; null where coordinates were sent'),
    area: z.string(),
  })
  .meta({ id: 'ResolvedLocation' });

/** The delivery record: the answer of a placement, of every look-up and of a cancellation. */
export const deliveryRecord = z
  .object({
    id: z.string().meta({ examples: ['D-100001'] }),
    state,
    service_level: z.literal('SAME_DAY'),
    message: z.string(),
    scheduled_slot: slot,
    distance_estimate: z.int().min(0).describe('metres'),
    time_estimate: z.int().min(0).describe('seconds'),
    order_reference: nullableText,
    customer_identifier: nullableText,
    pickup_address: z.string(),
    pickup_contact_name: z.string(),
    pickup_contact_phone: z.string(),
    pickup_remarks: nullableText,
    pickup_coordinates: nullableText,
    dropoff_address: z.string(),
    dropoff_contact_name: z.string(),
    dropoff_contact_phone: z.string(),
    dropoff_remarks: nullableText,
    dropoff_coordinates: nullableText,
    items: z.array(item).nullable(),
    store_id: nullableText,
    store_name: nullableText,
    store_region: nullableText,
    further_field: nullableText,
    resolved_pickup: location,
    resolved_dropoff: location,
    tracking_url: z.url().describe('A page for whoever has the link'),
    confirmation_image_url: z.url().nullable().describe('The proof, once DELIVERED'),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'Delivery' });
export type DeliveryRecord = z.output<typeof deliveryRecord>;
