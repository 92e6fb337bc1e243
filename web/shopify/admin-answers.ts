import { z } from 'zod';
import { number, text } from './order-answer.ts';

/* The answers of every operation but the reading of an order: as tolerant as each use allows. */
const userErrors = z.array(z.looseObject({ message: z.string(), code: text.optional() }));
export type UserErrors = z.infer<typeof userErrors>;

const connection = <T extends z.ZodType>(node: T) =>
  z
    .looseObject({
      nodes: z.array(node),
      pageInfo: z.looseObject({ hasNextPage: z.boolean(), endCursor: z.string().nullish() }).optional(),
    })
    .transform(({ nodes, pageInfo }) => ({
      nodes,
      nextCursor: pageInfo?.hasNextPage ? (pageInfo.endCursor ?? null) : null,
    }));

// Not `text`: a note of an unknown form must fail, never pass for an empty one.
const noted = z.looseObject({ note: z.string().nullable(), updatedAt: z.string() });

export const noteAnswer = z.looseObject({
  order: noted
    .extend({ metafield: z.looseObject({ compareDigest: z.string() }).nullish() })
    .transform(({ note, updatedAt, metafield }) => ({
      note,
      updatedAt,
      detailsDigest: metafield?.compareDigest ?? null,
    }))
    .nullable(),
});

export const writeNoteAnswer = z.looseObject({
  orderUpdate: z.looseObject({
    order: noted.transform(({ note, updatedAt }) => ({ note, updatedAt })).nullable(),
    userErrors,
  }),
});

export const metafieldsAnswer = z.looseObject({ metafieldsSet: z.looseObject({ userErrors }).nullable() });
export const tagsAnswer = z.looseObject({ tagsAdd: z.looseObject({ userErrors }).nullable() });
export const triggerFlowAnswer = z.looseObject({ flowTriggerReceive: z.looseObject({ userErrors }).nullable() });
export const fulfilAnswer = z.looseObject({
  fulfillmentCreate: z.looseObject({ fulfillment: z.looseObject({ id: z.string() }).nullish(), userErrors }).nullable(),
});

export const fulfillmentsAnswer = z.looseObject({
  fulfillmentOrder: z
    .looseObject({
      fulfillments: connection(
        z.looseObject({ id: z.string(), trackingInfo: z.array(z.looseObject({ number: text })).catch([]) }),
      ),
    })
    .nullable(),
});

export const fulfillmentEventsAnswer = z.looseObject({
  fulfillment: z
    .looseObject({
      events: z.looseObject({ nodes: z.array(z.looseObject({ status: z.string(), happenedAt: z.string() })) }),
    })
    .nullable(),
});
export const addFulfillmentEventAnswer = z.looseObject({
  fulfillmentEventCreate: z.looseObject({ userErrors }).nullable(),
});

const carrier = z.looseObject({ id: z.string() }).nullish();
export const createCarrierAnswer = z.looseObject({
  carrierServiceCreate: z.looseObject({ carrierService: carrier, userErrors }).nullable(),
});
export const findCarriersAnswer = z.looseObject({
  carrierServices: connection(z.looseObject({ id: z.string(), callbackUrl: text })),
});
export const updateCarrierAnswer = z.looseObject({
  carrierServiceUpdate: z.looseObject({ carrierService: carrier, userErrors }).nullable(),
});
export const deleteCarrierAnswer = z.looseObject({ carrierServiceDelete: z.looseObject({ userErrors }).nullable() });

export const fulfillmentOrderOwner = z.looseObject({
  fulfillmentOrder: z.looseObject({ orderId: z.string() }).nullable(),
});

export const ordersAnswer = z.looseObject({
  orders: connection(
    z.looseObject({
      id: z.string(),
      number: z.int(),
      name: z.string(),
      updatedAt: z.string(),
      processedAt: z.string(),
      displayFinancialStatus: text,
      cancelledAt: text,
    }),
  ),
});

export const locationsAnswer = z.looseObject({
  locations: connection(
    z.looseObject({
      id: z.string(),
      name: z.string(),
      isActive: z.boolean(),
      isFulfillmentService: z.boolean(),
      address: z.looseObject({
        address1: text,
        address2: text,
        city: text,
        province: text,
        zip: text,
        country: text,
        phone: text,
        latitude: number,
        longitude: number,
      }),
    }),
  ),
});

const definitions = z
  .looseObject({ nodes: z.array(z.looseObject({ type: z.looseObject({ name: z.string() }) })) })
  .transform(({ nodes }) => nodes.map(({ type }) => type.name));

export const parcelMetafieldsAnswer = z.looseObject({
  parcelOfProduct: definitions,
  parcelOfVariant: definitions,
  fragileOfProduct: definitions,
  fragileOfVariant: definitions,
});

export const orderOwnerAnswer = z.looseObject({
  order: z.looseObject({ confirmationNumber: text, customer: z.looseObject({ id: z.string() }).nullish() }).nullable(),
});

export const shopAnswer = z.looseObject({
  shop: z.looseObject({
    id: z.string(),
    name: z.string(),
    myshopifyDomain: text,
    ianaTimezone: z.string(),
    contactEmail: z.string().nullish(),
    currencyCode: z.string(),
    plan: z.looseObject({ partnerDevelopment: z.boolean() }),
  }),
  currentAppInstallation: z.looseObject({ accessScopes: z.array(z.looseObject({ handle: z.string() })) }),
});
