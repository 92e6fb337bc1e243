import { z } from 'zod';

/** Coordinates of the interface: `"<latitude>, <longitude>"` in decimal degrees. */
const coordinates = z.string().regex(/^-?\d{1,2}(\.\d+)?, -?\d{1,3}(\.\d+)?$/);
const phone = z.string().regex(/^0\d{9}$/);
const text = z.string().min(1);
const measure = z.number().positive().finite();

/** One parcel of the interface, section 2.2: metres and kilograms. */
const item = z.strictObject({
  weight: measure,
  height: measure,
  width: measure,
  length: measure,
  quantity: z.int().positive(),
  name: text.optional(),
  is_fragile: z.boolean().optional(),
  price: z.number().nonnegative().finite().optional(),
});

/**
 * The body of `POST /v1/same-day-asap` (interface section 2.1), strict on what is sent. The store fields are added
 * by the service profile, because the interface does not publish their names: see `StoreFields`.
 */
export const placementRequest = z.strictObject({
  pickup_address: text,
  pickup_contact_name: text,
  pickup_contact_phone: phone,
  pickup_remarks: text.max(2000).optional(),
  pickup_coordinates: coordinates.optional(),
  dropoff_address: text,
  dropoff_contact_name: text,
  dropoff_contact_phone: phone,
  dropoff_remarks: text.max(2000).optional(),
  dropoff_coordinates: coordinates.optional(),
  customer_identifier: text.max(255),
  order_reference: text.max(255),
  items: z.array(item).min(1),
});

export type PlacementRequest = z.infer<typeof placementRequest>;
export type PlacementItem = PlacementRequest['items'][number];

/** The originating store; the profile decides under which names it is sent. */
export interface StoreFields {
  id: string | null;
  name: string | null;
  region: string | null;
}
