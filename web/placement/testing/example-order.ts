import type { LocationId, OrderId } from '../ids.ts';
import type {
  AssignedLocation,
  FulfillmentOrder,
  FulfillmentOrderLine,
  ShopAddress,
  ShopOrder,
} from '../shop-order.ts';

/** A paid order that can be placed as it stands; tests change what they are about. */
export function exampleOrder(changes: Partial<ShopOrder> = {}): ShopOrder {
  return {
    id: '820982911946154508' as OrderId,
    number: 1001,
    name: '#1001',
    note: null,
    test: false,
    createdAt: changes.processedAt ?? '2026-11-21T08:00:00Z',
    processedAt: '2026-11-21T08:00:00Z',
    updatedAt: '2026-11-21T08:00:05Z',
    cancelledAt: null,
    paidAt: '2026-11-21T08:00:00Z',
    financialStatus: 'PAID',
    paymentGateways: ['shopify_payments'],
    sourceName: 'web',
    total: { amount: 499.9, currency: 'ZAR' },
    riskRecommendation: 'NONE',
    tags: [],
    customAttributes: [],
    phone: null,
    customer: { id: '7001', firstName: 'Thandi', lastName: 'Nkosi', displayName: 'Thandi Nkosi', phone: null },
    shippingAddress: exampleAddress(),
    shippingLines: [{ title: 'Same Day', code: 'same-day', phone: null }],
    removedShippingLines: [],
    fulfillmentOrders: [exampleFulfillmentOrder()],
    redacted: [],
    ...changes,
  };
}

export function exampleAddress(changes: Partial<ShopAddress> = {}): ShopAddress {
  return {
    name: 'Thandi Nkosi',
    firstName: 'Thandi',
    lastName: 'Nkosi',
    company: null,
    address1: '71 Wale St',
    address2: 'Schotsche Kloof',
    city: 'Cape Town',
    province: 'Western Cape',
    provinceCode: 'WC',
    zip: '8001',
    country: 'South Africa',
    countryCode: 'ZA',
    phone: '082 123 4567',
    latitude: -33.9208,
    longitude: 18.4148,
    coordinatesValidated: true,
    validationResultSummary: 'NO_ISSUES',
    ...changes,
  };
}

export function exampleFulfillmentOrder(changes: Partial<FulfillmentOrder> = {}): FulfillmentOrder {
  return {
    id: '501',
    status: 'OPEN',
    methodType: 'SHIPPING',
    presentedName: 'Same Day',
    serviceCode: 'same-day',
    minDeliveryDateTime: null,
    maxDeliveryDateTime: null,
    contactPhone: null,
    instructions: null,
    destinationPhone: null,
    fulfillAt: null,
    holds: [],
    location: exampleLocation(),
    lines: [exampleLine()],
    ...changes,
  };
}

export function exampleLocation(changes: Partial<AssignedLocation> = {}): AssignedLocation {
  return {
    id: '9001' as LocationId,
    name: 'Woodstock Store',
    isFulfillmentService: false,
    address1: '375 Albert Rd',
    address2: 'Woodstock',
    city: 'Cape Town',
    province: 'Western Cape',
    zip: '7915',
    countryCode: 'ZA',
    country: 'South Africa',
    phone: '+27 21 447 8194',
    latitude: -33.9279,
    longitude: 18.4571,
    ...changes,
  };
}

export function exampleLine(changes: Partial<FulfillmentOrderLine> = {}): FulfillmentOrderLine {
  return {
    id: '601',
    lineItemId: '701',
    title: 'Mug',
    variantTitle: 'Blue',
    remainingQuantity: 2,
    totalQuantity: 2,
    orderedQuantity: 2,
    requiresShipping: true,
    isGiftCard: false,
    weight: { value: 500, unit: 'GRAMS' },
    unitPrice: { amount: 149.95, currency: 'ZAR' },
    productTags: [],
    variantParcel: null,
    productParcel: null,
    fragile: null,
    ...changes,
  };
}
