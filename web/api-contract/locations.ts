import { z } from 'zod';

/** A metafield that the settings name, and where the merchant has defined it. */
const definedMetafield = z.object({
  name: z.string(),
  on: z.array(z.enum(['product', 'variant'])),
  /** Shopify's word, e.g. `json`; null where it is not defined. */
  type: z.string().nullable(),
});

/** `GET /api/locations`. */
export const locationsView = z.object({
  locations: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      address: z.string(),
      phone: z.string().nullable(),
      coordinates: z.string().nullable(),
      isActive: z.boolean(),
      isFulfillmentService: z.boolean(),
      /** Fields the service needs and this location lacks, e.g. `contactPhone`. */
      missing: z.array(z.string()),
    }),
  ),
  /** Delivery method titles seen on the shop's recent orders, for the rules. */
  deliveryMethods: z.array(z.string()),
  /** Null where Shopify could not be asked. */
  metafields: z.object({ parcel: definedMetafield, fragile: definedMetafield }).nullable(),
});
export type LocationsView = z.infer<typeof locationsView>;
