import { z } from 'zod';
import { parseCoordinates } from '../geocoder/coordinates.ts';
import { optional, pathText, requiredText, text } from './text.ts';

const PHONE = /^[0-9]{10}$/;
const COORDINATES = '^-?[0-9]{1,3}(\\.[0-9]{1,15})?, -?[0-9]{1,3}(\\.[0-9]{1,15})?$';

const address = requiredText(500);
const contactName = requiredText(255);
const phone = z
  .string()
  .refine((value) => PHONE.test(value), 'must be exactly 10 digits, e.g. 0215550101')
  .meta({ pattern: PHONE.source });
const coordinates = z
  .string()
  .refine(
    (value) => parseCoordinates(value) !== null,
    'must be "<latitude>, <longitude>" in decimal degrees, comma and space separated',
  )
  .meta({ pattern: COORDINATES, examples: ['-33.9249, 18.4241'] });
const measure = z.number().positive().max(1_000_000);

/** Interface section 2.2: kilograms and metres. */
const item = z
  .object({
    weight: measure.describe('kg'),
    height: measure.describe('m'),
    width: measure.describe('m'),
    length: measure.describe('m'),
    quantity: z.int().positive().max(1_000_000),
    name: optional(text(255)),
    is_fragile: optional(z.boolean()),
    price: optional(z.number().min(0).max(1_000_000_000_000)),
  })
  .meta({ id: 'Item' });

const fields = {
  pickup_address: address,
  pickup_contact_name: contactName,
  pickup_contact_phone: phone,
  pickup_remarks: optional(text(2000)),
  pickup_coordinates: optional(coordinates),
  dropoff_address: address,
  dropoff_contact_name: contactName,
  dropoff_contact_phone: phone,
  dropoff_remarks: optional(text(2000)),
  dropoff_coordinates: optional(coordinates),
  customer_identifier: optional(pathText(255)),
  order_reference: optional(pathText(255)),
  items: optional(z.array(item).max(1000)),
  store_id: optional(text(255)),
  store_name: optional(text(255)),
  store_region: optional(text(255)),
  further_field: optional(text(255)),
};

/** The body of `POST /v1/same-day-asap` (interface section 2.1). Unknown fields are tolerated and not kept. */
export const placement = z.object(fields).meta({ id: 'Placement' });
export type Placement = z.output<typeof placement>;

/** The body of `POST /v1/deliveries`: the same, and the slot that the client chose from `GET /v1/slots`. */
export const slotPlacement = z
  .object({
    ...fields,
    scheduled_slot: z.object({
      start: z.iso.datetime({ offset: true, error: 'must be an RFC 3339 instant, e.g. 2026-11-23T09:00:00+02:00' }),
    }),
  })
  .meta({ id: 'SlotPlacement' });
