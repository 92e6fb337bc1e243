import { connection } from './stub-shopify.ts';

type Fields = Record<string, unknown>;

const money = (amount: string) => ({ shopMoney: { amount, currencyCode: 'ZAR' } });

/** One line of a fulfilment order, as Shopify's schema has it. */
export function stubLine(id: string, fields: Fields = {}): Fields {
  return {
    id: `gid://shopify/FulfillmentOrderLineItem/${id}`,
    variantTitle: 'Large',
    remainingQuantity: 2,
    totalQuantity: 2,
    requiresShipping: true,
    weight: { value: 500, unit: 'GRAMS' },
    lineItem: {
      id: `gid://shopify/LineItem/8${id}`,
      quantity: 3,
      title: `Line ${id}`,
      isGiftCard: false,
      originalUnitPriceSet: money('89.99'),
      product: {
        tags: ['fragile'],
        metafield: ({ namespace, key }: { namespace: string; key: string }) =>
          namespace === 'custom' ? { value: key === 'parcel' ? '{"height":0.1}' : 'true' } : null,
      },
    },
    variant: { metafield: null },
    ...fields,
  };
}

/** A fulfilment order at a merchant's own location, with these lines. */
export function stubFulfillmentOrder(id: string, lines: readonly Fields[], fields: Fields = {}): Fields {
  return {
    id: `gid://shopify/FulfillmentOrder/${id}`,
    updatedAt: '2026-11-21T08:00:00Z',
    status: 'OPEN',
    fulfillAt: null,
    deliveryMethod: {
      methodType: 'LOCAL',
      presentedName: 'Local Delivery',
      serviceCode: 'local',
      minDeliveryDateTime: '2026-11-21T12:00:00Z',
      maxDeliveryDateTime: '2026-11-21T16:00:00Z',
      additionalInformation: { phone: '+27725550119', instructions: 'Gate code 1234' },
    },
    destination: { phone: '+27214478194' },
    fulfillmentHolds: [],
    assignedLocation: {
      name: 'Main St (snapshot)',
      address1: '1 Old Street',
      address2: null,
      city: 'Cape Town',
      province: 'Western Cape',
      zip: '8001',
      countryCode: 'ZA',
      phone: null,
      location: {
        id: 'gid://shopify/Location/7',
        name: 'Main St',
        isFulfillmentService: false,
        address: {
          address1: '71 Wale St',
          address2: 'Schotsche Kloof',
          city: 'Cape Town',
          province: 'Western Cape',
          zip: '8001',
          country: 'South Africa',
          countryCode: 'ZA',
          phone: '021 481 3938',
          latitude: -33.92,
          longitude: 18.41,
        },
      },
    },
    lineItems: connection(lines),
    ...fields,
  };
}

/** A paid order whose id exceeds 2^53. */
export function stubOrder(fulfillmentOrders: readonly Fields[], fields: Fields = {}): Fields {
  return {
    id: 'gid://shopify/Order/820982911946154508',
    number: 1001,
    name: '#1001',
    note: 'Ring twice',
    test: false,
    createdAt: '2026-11-21T07:59:05Z',
    processedAt: '2026-11-21T07:59:00Z',
    updatedAt: '2026-11-21T08:00:00Z',
    cancelledAt: null,
    displayFinancialStatus: 'PAID',
    paymentGatewayNames: ['shopify_payments'],
    sourceName: 'web',
    currentTotalPriceSet: money('199.98'),
    tags: ['vip'],
    customAttributes: [{ key: 'gate', value: '4411' }],
    phone: null,
    customer: {
      id: 'gid://shopify/Customer/9007199254740995',
      firstName: 'Thandi',
      lastName: 'Nkosi',
      defaultPhoneNumber: { phoneNumber: '+27821234567' },
    },
    shippingAddress: {
      name: 'Thandi Nkosi',
      firstName: 'Thandi',
      lastName: 'Nkosi',
      company: null,
      address1: '375 Albert Rd',
      address2: 'Woodstock',
      city: 'Cape Town',
      province: 'Western Cape',
      provinceCode: 'WC',
      zip: '7915',
      country: 'South Africa',
      countryCodeV2: 'ZA',
      phone: '+27 21 447 8194',
      latitude: -33.93,
      longitude: 18.45,
      coordinatesValidated: true,
      validationResultSummary: 'NO_ISSUES',
    },
    risk: { recommendation: 'ACCEPT' },
    shippingLines: connection([
      { title: 'Post', code: 'custom', phone: null, isRemoved: true },
      { title: 'Same day', code: 'SAME_DAY', phone: '+27821112222', isRemoved: false },
    ]),
    transactions: [
      { kind: 'AUTHORIZATION', status: 'SUCCESS', processedAt: '2026-11-21T07:50:00Z' },
      { kind: 'CAPTURE', status: 'SUCCESS', processedAt: '2026-11-21T07:58:00Z' },
      { kind: 'CAPTURE', status: 'FAILURE', processedAt: '2026-11-21T07:59:30Z' },
    ],
    fulfillmentOrders: connection(fulfillmentOrders),
    ...fields,
  };
}
