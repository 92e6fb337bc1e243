/** What the canned store keeps of an order. */
export interface CannedOrder {
  number: number;
  note: string | null;
  updatedAt: string;
  at: string;
  places: readonly Place[];
}

export const page = <T>(nodes: T[]) => ({ nodes, pageInfo: { hasNextPage: false, endCursor: null } });
const money = (amount: string) => ({ shopMoney: { amount, currencyCode: 'ZAR' } });

/** What a list shows of an order. */
export function orderSummary({ number, updatedAt, at }: CannedOrder) {
  return {
    id: `gid://shopify/Order/${number}`,
    number,
    name: `#${number}`,
    updatedAt,
    processedAt: at,
    displayFinancialStatus: 'PAID',
    cancelledAt: null,
  };
}

/** All that placing an order needs of it. */
export function orderAnswer(order: CannedOrder | null) {
  if (!order) return null;
  return {
    ...orderSummary(order),
    note: order.note,
    createdAt: order.at,
    test: false,
    sourceName: 'web',
    currentTotalPriceSet: money('199.98'),
    tags: [],
    customAttributes: [],
    phone: null,
    customer: {
      id: `gid://shopify/Customer/7${order.number}`,
      firstName: 'Thandi',
      lastName: 'Nkosi',
      defaultPhoneNumber: { phoneNumber: '+27821234567' },
    },
    shippingAddress,
    risk: { recommendation: 'ACCEPT' },
    shippingLines: page([{ title: 'Same day', code: 'SAME_DAY', phone: null, isRemoved: false }]),
    transactions: [{ kind: 'CAPTURE', status: 'SUCCESS', processedAt: order.at }],
    fulfillmentOrders: page(order.places.map((place) => fulfillmentOrder(order.number, place))),
  };
}

const shippingAddress = {
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
  phone: '+27 82 447 8194',
  latitude: -33.93,
  longitude: 18.45,
  coordinatesValidated: true,
  validationResultSummary: 'NO_ISSUES',
};

/** Where goods are, and what; `digit` begins the ids. */
interface Place {
  digit: number;
  name: string;
  street: string;
  title: string;
}

export const places: readonly Place[] = [
  { digit: 5, name: 'Main St', street: '71 Wale St', title: 'Kettle' },
  { digit: 8, name: 'Long St', street: '120 Long St', title: 'Mug' },
];

function fulfillmentOrder(number: number, { digit, name, street, title }: Place) {
  const address = {
    address1: street,
    address2: null,
    city: 'Cape Town',
    province: 'Western Cape',
    zip: '8001',
    countryCode: 'ZA',
    phone: '021 481 3938',
  };
  return {
    id: `gid://shopify/FulfillmentOrder/${digit}${number}`,
    updatedAt: '2026-11-21T08:00:00Z',
    status: 'OPEN',
    fulfillAt: null,
    deliveryMethod: { methodType: 'LOCAL', presentedName: 'Same day', serviceCode: 'SAME_DAY' },
    destination: { phone: null },
    fulfillmentHolds: [],
    assignedLocation: {
      name,
      ...address,
      location: {
        id: `gid://shopify/Location/${digit}`,
        name,
        isFulfillmentService: false,
        address: { ...address, country: 'South Africa', latitude: -33.92, longitude: 18.41 },
      },
    },
    lineItems: page([
      {
        id: `gid://shopify/FulfillmentOrderLineItem/6${digit}${number}`,
        variantTitle: null,
        remainingQuantity: 1,
        totalQuantity: 1,
        requiresShipping: true,
        weight: { value: 500, unit: 'GRAMS' },
        lineItem: {
          id: `gid://shopify/LineItem/7${digit}${number}`,
          quantity: 1,
          title,
          isGiftCard: false,
          originalUnitPriceSet: money('199.98'),
          product: { tags: [], parcel: null, fragile: null },
        },
        variant: { parcel: null },
      },
    ]),
  };
}
