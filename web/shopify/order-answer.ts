import { z } from 'zod';

/*
 * What Shopify answers about an order, parsed once. Tolerant on purpose: an optional field that is missing, null (as
 * redacted fields are) or of another kind becomes null; only ids, quantities and states must be there.
 */
export const text = z
  .string()
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);
export const number = z
  .number()
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);
const metafield = z
  .looseObject({ value: z.string() })
  .nullish()
  .catch(null)
  .transform((found) => found?.value ?? null);

const shopMoney = z
  .looseObject({ shopMoney: z.looseObject({ amount: z.coerce.number(), currencyCode: z.string() }) })
  .transform(({ shopMoney: { amount, currencyCode } }) => ({ amount, currency: currencyCode }));

const pageInfo = z.looseObject({ hasNextPage: z.boolean(), endCursor: z.string().nullish() });

/** A connection's nodes and, where there are more, the cursor to go on from. */
const page = <T extends z.ZodType>(node: T) =>
  z.looseObject({ nodes: z.array(node), pageInfo }).transform((found) => ({
    nodes: found.nodes,
    nextCursor: found.pageInfo.hasNextPage ? (found.pageInfo.endCursor ?? null) : null,
  }));

const weight = z.looseObject({ value: z.number(), unit: z.enum(['GRAMS', 'KILOGRAMS', 'OUNCES', 'POUNDS']) });

const lineAnswer = z.looseObject({
  id: z.string(),
  variantTitle: text,
  remainingQuantity: z.int(),
  totalQuantity: z.int(),
  requiresShipping: z.boolean(),
  weight: weight.nullish().catch(null),
  lineItem: z.looseObject({
    id: z.string(),
    quantity: z.int(),
    title: z.string().catch(''),
    isGiftCard: z.boolean().catch(false),
    originalUnitPriceSet: shopMoney.nullish().catch(null),
    product: z
      .looseObject({ tags: z.array(z.string()).catch([]), parcel: metafield, fragile: metafield })
      .nullish()
      .catch(null),
  }),
  variant: z.looseObject({ parcel: metafield, fragile: metafield }).nullish().catch(null),
});

const locationAddress = z.looseObject({
  address1: text,
  address2: text,
  city: text,
  province: text,
  zip: text,
  country: text,
  countryCode: text,
  phone: text,
  latitude: number,
  longitude: number,
});

const assignedLocation = z.looseObject({
  name: z.string().catch(''),
  address1: text,
  address2: text,
  city: text,
  province: text,
  zip: text,
  countryCode: text,
  phone: text,
  location: z
    .looseObject({
      id: z.string(),
      name: text,
      isFulfillmentService: z.boolean().catch(false),
      address: locationAddress.nullish().catch(null),
    })
    .nullish()
    .catch(null),
});

const deliveryMethod = z.looseObject({
  methodType: text,
  presentedName: text,
  serviceCode: text,
  minDeliveryDateTime: text,
  maxDeliveryDateTime: text,
  additionalInformation: z.looseObject({ phone: text, instructions: text }).nullish().catch(null),
});

const fulfillmentOrderAnswer = z.looseObject({
  id: z.string(),
  updatedAt: z.string(),
  status: z.string(),
  fulfillAt: text,
  deliveryMethod: deliveryMethod.nullish().catch(null),
  destination: z.looseObject({ phone: text }).nullish().catch(null),
  fulfillmentHolds: z.array(z.looseObject({ displayReason: text, reasonNotes: text })).catch([]),
  assignedLocation,
  lineItems: page(lineAnswer),
});

const customer = z.looseObject({
  id: z.string(),
  firstName: text,
  lastName: text,
  defaultPhoneNumber: z.looseObject({ phoneNumber: text }).nullish().catch(null),
});

const address = z.looseObject({
  name: text,
  firstName: text,
  lastName: text,
  company: text,
  address1: text,
  address2: text,
  city: text,
  province: text,
  provinceCode: text,
  zip: text,
  country: text,
  countryCodeV2: text,
  phone: text,
  latitude: number,
  longitude: number,
  coordinatesValidated: z.boolean().catch(false),
  validationResultSummary: text,
});

const shippingLine = z.looseObject({
  title: z.string().catch(''),
  code: text,
  phone: text,
  isRemoved: z.boolean().catch(false),
});

const transaction = z.looseObject({ kind: z.string(), status: z.string(), processedAt: text });

/** `ReadOrder`. */
export const orderAnswer = z.looseObject({
  order: z
    .looseObject({
      id: z.string(),
      number: z.int(),
      name: z.string(),
      note: text,
      test: z.boolean(),
      createdAt: z.string(),
      processedAt: z.string(),
      updatedAt: z.string(),
      cancelledAt: text,
      displayFinancialStatus: text,
      paymentGatewayNames: z.array(z.string()).catch([]),
      sourceName: text,
      currentTotalPriceSet: shopMoney,
      risk: z.looseObject({ recommendation: text }).nullish().catch(null),
      tags: z.array(z.string()).catch([]),
      customAttributes: z.array(z.looseObject({ key: z.string(), value: text })).catch([]),
      phone: text,
      customer: customer.nullish().catch(null),
      shippingAddress: address.nullish().catch(null),
      shippingLines: page(shippingLine).nullish().catch(null),
      transactions: z.array(transaction).catch([]),
      fulfillmentOrders: page(fulfillmentOrderAnswer),
    })
    .nullable(),
});

/** `ReadOrderFulfillmentOrders`. */
export const fulfillmentOrdersAnswer = z.looseObject({
  order: z.looseObject({ updatedAt: z.string(), fulfillmentOrders: page(fulfillmentOrderAnswer) }).nullable(),
});

/** `ReadFulfillmentOrderTimes`. */
export const fulfillmentOrderTimesAnswer = z.looseObject({
  order: z
    .looseObject({
      updatedAt: z.string(),
      fulfillmentOrders: z.looseObject({ nodes: z.array(fulfillmentOrderAnswer.pick({ id: true, updatedAt: true })) }),
    })
    .nullable(),
});

/** `ReadOrderShippingLines`. */
export const shippingLinesAnswer = z.looseObject({
  order: z.looseObject({ updatedAt: z.string(), shippingLines: page(shippingLine) }).nullable(),
});

/** `ReadFulfillmentOrderLines`. */
export const linesAnswer = z.looseObject({
  fulfillmentOrder: z.looseObject({ updatedAt: z.string(), lineItems: page(lineAnswer) }).nullable(),
});

export type OrderAnswer = NonNullable<z.infer<typeof orderAnswer>['order']>;
export type FulfillmentOrderAnswer = z.infer<typeof fulfillmentOrderAnswer>;
export type ShippingLineAnswer = z.infer<typeof shippingLine>;
export type LineAnswer = z.infer<typeof lineAnswer>;
