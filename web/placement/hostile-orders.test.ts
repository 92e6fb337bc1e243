import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reason, ruleTrace } from '#api-contract/order.ts';
import { settings as settingsSchema } from '#api-contract/settings.ts';
import { defaultSettings } from '#api-contract/testing/default-settings.ts';
import { drift } from './drift.ts';
import { decide } from './eligibility.ts';
import { mapOrder } from './map-order.ts';
import { placementRequest } from './placement-request.ts';
import type { ShopOrder } from './shop-order.ts';
import { exampleOrder } from './testing/example-order.ts';
import { whatIsWrongWithHeld } from './testing/what-is-wrong-with-held.ts';

const awkward = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e082 123 4567',
  '082 123 4567',
  '+27 (0)82 123 4567',
  'Same-day delivery 1001: x',
  'ZA',
  'WC',
  'KZN',
  '8001',
  '0',
  'x'.repeat(3000),
  `x${' '.repeat(20_000)}x`,
  '<script>',
  '{name}',
  '$&',
  '__proto__',
  '{"heightM":1,"widthM":1,"lengthM":1}',
];
const text = fc.oneof(fc.constantFrom(...awkward), fc.string({ unit: 'binary', maxLength: 40 }));
const maybe = fc.option(text);
const number = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.constantFrom(0, -0, Number.NaN, Infinity, -Infinity, 1e308, 5e-324, -33.92, 18.42),
);
const instant = fc.oneof(text, fc.constantFrom('2026-11-21T08:00:00Z', '+275760-09-13T00:00:00.000Z', '2026-13-45'));
const money = fc.record({ amount: number, currency: fc.oneof(text, fc.constant('ZAR')) });

const address = fc.record({
  name: maybe,
  firstName: maybe,
  lastName: maybe,
  company: maybe,
  address1: maybe,
  address2: maybe,
  city: maybe,
  province: maybe,
  provinceCode: maybe,
  zip: maybe,
  country: maybe,
  countryCode: maybe,
  phone: maybe,
  latitude: fc.option(number),
  longitude: fc.option(number),
  coordinatesValidated: fc.boolean(),
  validationResultSummary: fc.option(fc.constantFrom('ERROR', 'NO_ISSUES', 'x')),
});
const location = fc.record({
  id: fc.option(fc.constantFrom('1', '2', '__proto__')),
  name: text,
  isFulfillmentService: fc.boolean(),
  address1: maybe,
  address2: maybe,
  city: maybe,
  province: maybe,
  zip: maybe,
  countryCode: maybe,
  country: maybe,
  phone: maybe,
  latitude: fc.option(number),
  longitude: fc.option(number),
});
const line = fc.record({
  id: text,
  title: text,
  variantTitle: maybe,
  remainingQuantity: fc.oneof(number, fc.integer({ min: 1, max: 9 })),
  orderedQuantity: number,
  totalQuantity: number,
  requiresShipping: fc.boolean(),
  isGiftCard: fc.boolean(),
  weight: fc.option(
    fc.record({ value: number, unit: fc.constantFrom('GRAMS', 'KILOGRAMS', 'OUNCES', 'POUNDS', 'STONES') }),
  ),
  unitPrice: fc.option(money),
  productTags: fc.array(text, { maxLength: 3 }),
  variantParcel: maybe,
  productParcel: maybe,
  fragile: maybe,
});
const fulfillmentOrder = fc.record({
  id: text,
  status: fc.constantFrom(
    'OPEN',
    'OPEN',
    'IN_PROGRESS',
    'SCHEDULED',
    'ON_HOLD',
    'INCOMPLETE',
    'CLOSED',
    'CANCELLED',
    'NEW',
  ),
  methodType: fc.option(fc.constantFrom('LOCAL', 'NONE', 'PICKUP_POINT', 'PICK_UP', 'RETAIL', 'SHIPPING', 'DRONE')),
  presentedName: maybe,
  serviceCode: maybe,
  minDeliveryDateTime: fc.option(instant),
  maxDeliveryDateTime: fc.option(instant),
  contactPhone: maybe,
  instructions: maybe,
  destinationPhone: maybe,
  fulfillAt: fc.option(instant),
  holds: fc.array(text, { maxLength: 3 }),
  location,
  lines: fc.array(line, { maxLength: 4 }),
});
const shippingLine = fc.record({ title: text, code: maybe, phone: maybe });

const wild = fc.record({
  id: text,
  number,
  name: text,
  note: maybe,
  test: fc.boolean(),
  createdAt: instant,
  processedAt: instant,
  updatedAt: instant,
  cancelledAt: fc.option(instant),
  paidAt: fc.option(instant),
  financialStatus: fc.option(fc.oneof(text, fc.constantFrom('PAID', 'PARTIALLY_REFUNDED'))),
  paymentGateways: fc.array(text, { maxLength: 2 }),
  sourceName: maybe,
  total: money,
  riskRecommendation: fc.option(fc.oneof(text, fc.constantFrom('CANCEL', 'INVESTIGATE'))),
  tags: fc.array(text, { maxLength: 3 }),
  customAttributes: fc.array(fc.record({ key: text, value: maybe }), { maxLength: 3 }),
  phone: maybe,
  changedPhone: fc.constantFrom('address' as const, 'order' as const),
  customer: fc.option(fc.record({ id: text, firstName: maybe, lastName: maybe, displayName: maybe, phone: maybe })),
  shippingAddress: fc.option(address),
  shippingLines: fc.array(shippingLine, { maxLength: 3 }),
  removedShippingLines: fc.array(shippingLine, { maxLength: 3 }),
  fulfillmentOrders: fc.array(fulfillmentOrder, { maxLength: 4 }),
  redacted: fc.array(text, { maxLength: 2 }),
});

/** Sound orders of which some parts are wild, so that many can be placed after all. */
const hostile = fc
  .tuple(wild, fc.subarray([...Object.keys(exampleOrder()), 'changedPhone'] as (keyof ShopOrder)[]))
  .map(([order, keys]) => exampleOrder(Object.fromEntries(keys.map((key) => [key, order[key]])) as Partial<ShopOrder>));

const settings = fc.constantFrom(
  defaultSettings,
  settingsSchema.parse({
    instructions: { attributeNames: ['\u200b', '{name}'] },
    fragileTag: '',
    locations: { 1: { contactName: '\u0000', contactPhone: 'x', remarks: '\u0007' } },
  }),
  settingsSchema.parse({
    automation: {
      mode: 'all',
      trigger: 'afterEditWindow',
      provinces: ['x'],
      postcodes: ['8001'],
      minValue: 1,
      maxWeightKg: 1,
      cutOff: '12:00',
      locationIds: ['1'],
      includeTags: ['\u0000'],
      excludeTags: ['x'],
    },
  }),
);
const corrections = fc.oneof(
  fc.constant(undefined),
  fc.record(
    {
      dropoff_contact_phone: text,
      dropoff_contact_name: text,
      dropoff_address: text,
      dropoff_coordinates: maybe,
      dropoff_remarks: maybe,
      pickup_address: text,
      pickup_coordinates: maybe,
    },
    { requiredKeys: [] },
  ),
);
const withoutReference = placementRequest.omit({ order_reference: true });

describe('whatever Shopify gives', () => {
  it('the mapping never throws, and gives either a request that the interface allows or the problems', () => {
    let requests = 0;
    fc.assert(
      fc.property(hostile, settings, corrections, (order, given, corrected) => {
        for (const delivery of mapOrder(order, given, { correctionsFor: () => corrected }).deliveries) {
          expect(delivery.request === null).toBe(delivery.problems.length > 0);
          expect(delivery.lines.length).toBeGreaterThan(0);
          for (const problem of delivery.problems) {
            expect(reason.parse(problem).field).not.toBeNull();
            expect(problem.code).not.toBe('request_not_allowed');
          }
          if (delivery.request === null) continue;
          requests += 1;
          expect(withoutReference.parse(delivery.request)).toEqual(delivery.request);
          const sent = JSON.stringify(delivery.request);
          expect(sent.isWellFormed()).toBe(true);
          expect(sent).not.toMatch(/\\u0000|\\ud[89a-f]/);
        }
      }),
      { numRuns: 1000 },
    );
    expect(requests).toBeGreaterThan(50);
  });

  it('the decision never throws, holds every rule, and gives a reason where it does not place', () => {
    fc.assert(
      fc.property(hostile, settings, number, fc.boolean(), (order, given, paidAt, sentByPerson) => {
        const context = {
          now: Date.parse('2026-11-21T08:00:00Z'),
          installedAt: paidAt,
          timeZone: 'Africa/Johannesburg',
          hasKey: { live: true, test: true },
          sentByPerson,
          paidAt,
        };
        const decision = decide(order, given, context);
        for (const trace of decision.rules) ruleTrace.parse(trace);
        if (decision.verdict !== 'place')
          expect(reason.parse(decision.reason).message).not.toMatch(/\bundefined\b|\[object/);
        if (decision.verdict === 'held') expect(whatIsWrongWithHeld(decision.reason, context.now)).toBeNull();
      }),
      { numRuns: 500 },
    );
  });

  it('an order that is placed has a delivery', () => {
    fc.assert(
      fc.property(hostile, (order) => {
        const context = {
          now: 0,
          installedAt: null,
          timeZone: 'Africa/Johannesburg',
          hasKey: { live: true, test: true },
          sentByPerson: true,
          paidAt: 0,
        };
        if (decide(order, defaultSettings, context).verdict !== 'place') return;
        expect(mapOrder(order, defaultSettings, { correctionsFor: () => undefined }).deliveries.length).toBeGreaterThan(
          0,
        );
      }),
      { numRuns: 500 },
    );
  });

  it('the mapping does not depend on the order in which fulfilment orders are listed', () => {
    fc.assert(
      fc.property(hostile, (order) => {
        const ids = new Set(order.fulfillmentOrders.map(({ id }) => id));
        fc.pre(ids.size === order.fulfillmentOrders.length);
        const context = { correctionsFor: () => undefined };
        const reversed = { ...order, fulfillmentOrders: order.fulfillmentOrders.toReversed() };
        expect(mapOrder(reversed, defaultSettings, context)).toEqual(mapOrder(order, defaultSettings, context));
      }),
    );
  });

  it('drift never throws, and is nothing against the same order', () => {
    const placed = mapOrder(exampleOrder(), defaultSettings, { correctionsFor: () => undefined }).deliveries[0]
      ?.request;
    fc.assert(
      fc.property(hostile, (order) => {
        for (const now of mapOrder(order, defaultSettings, { correctionsFor: () => undefined }).deliveries) {
          if (placed) drift(placed, { there: now, goTo: now }, order, now.said);
          const open = { ...order, cancelledAt: null, financialStatus: 'PAID' };
          if (now.request) expect(drift(now.request, { there: now, goTo: now }, open, now.said)).toEqual([]);
        }
        if (placed) drift(placed, { there: null, goTo: null }, order, null);
      }),
    );
  });
});
