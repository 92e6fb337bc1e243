import { describe, expect, it } from 'vitest';
import type { Corrections } from '#api-contract/order.ts';
import { defaultSettings } from '#api-contract/testing/default-settings.ts';
import { drift } from './drift.ts';
import type { LocationId } from './ids.ts';
import { type MappedDelivery, type MappedRequest, mapOrder } from './map-order.ts';
import type { OrderWords } from './order-says.ts';
import type { FulfillmentOrder, ShopOrder } from './shop-order.ts';
import {
  exampleAddress,
  exampleFulfillmentOrder,
  exampleLine,
  exampleLocation,
  exampleOrder,
} from './testing/example-order.ts';

const mug = exampleLine();
const sandton = exampleLocation({
  id: '9002' as LocationId,
  name: 'Sandton',
  address1: '1 Rivonia Rd',
  address2: null,
  city: 'Sandton',
  province: 'Gauteng',
  zip: '2196',
});
const pickup = '375 Albert Rd, Woodstock, Cape Town, Western Cape, 7915, South Africa';

const mapped = (order: ShopOrder): MappedDelivery | null =>
  mapOrder(order, defaultSettings, { correctionsFor: () => undefined }).deliveries[0] ?? null;
const withFulfillment = (changes: Partial<FulfillmentOrder>) =>
  exampleOrder({ fulfillmentOrders: [exampleFulfillmentOrder(changes)] });
const placedFrom = (order: ShopOrder) => mapped(order)?.request as MappedRequest;
const nowIn = (order: ShopOrder) => ({ there: mapped(order), goTo: mapped(order) });
const saidIn = (order: ShopOrder) => mapped(order)?.said ?? null;
const between = (before: ShopOrder, after: ShopOrder) => drift(placedFrom(before), nowIn(after), after, saidIn(before));

describe('drift', () => {
  it('is nothing where nothing changed', () => {
    expect(between(exampleOrder(), exampleOrder())).toEqual([]);
  });

  it.each([
    [{ cancelledAt: '2026-11-21T09:00:00Z' }, 'cancelled'],
    [{ financialStatus: 'REFUNDED' }, 'refunded'],
  ])('tells that the order ended: %j', (changes, now) => {
    expect(between(exampleOrder(), exampleOrder(changes))).toEqual([
      { about: 'order_ended', field: 'order', placed: 'to be delivered', now },
    ]);
  });

  it('tells of a changed address, contact, phone and point', () => {
    const shippingAddress = exampleAddress({
      address2: 'Unit 5',
      name: 'Sipho',
      phone: '0839876543',
      latitude: -33.93,
    });
    expect(between(exampleOrder(), exampleOrder({ shippingAddress }))).toEqual([
      {
        about: 'request',
        field: 'dropoff_address',
        placed: '71 Wale St, Schotsche Kloof, Cape Town, Western Cape, 8001, South Africa',
        now: '71 Wale St, Unit 5, Cape Town, Western Cape, 8001, South Africa',
      },
      { about: 'request', field: 'dropoff_contact_name', placed: 'Thandi Nkosi', now: 'Sipho' },
      { about: 'request', field: 'dropoff_contact_phone', placed: '0821234567', now: '0839876543' },
      { about: 'request', field: 'dropoff_coordinates', placed: '-33.9208, 18.4148', now: '-33.93, 18.4148' },
    ]);
  });

  it('tells what the order says now where no driver could use it', () => {
    const shippingAddress = exampleAddress({ address1: 'PO Box 12', phone: '082 123' });
    const after = exampleOrder({ shippingAddress, phone: null, customer: null, shippingLines: [] });
    expect(between(exampleOrder(), after)).toMatchObject([
      { field: 'dropoff_address', now: 'PO Box 12, Schotsche Kloof, Cape Town, 8001, South Africa' },
      { field: 'dropoff_contact_phone', now: '082 123' },
    ]);
  });

  it.each<[string, { latitude: number | null; longitude: number | null }]>([
    ['came', { latitude: null, longitude: null }],
    ['moved', { latitude: -33.95, longitude: 18.45 }],
  ])('is nothing where only the point of the same address %s', (_what, point) => {
    const before = exampleOrder({ shippingAddress: exampleAddress(point) });
    expect(between(before, exampleOrder())).toEqual([]);
    expect(between(exampleOrder(), before)).toEqual([]);
    const location = exampleLocation(point);
    expect(between(withFulfillment({ location }), exampleOrder())).toEqual([]);
  });

  it('tells of values that went missing', () => {
    expect(
      between(exampleOrder(), exampleOrder({ shippingAddress: null })).map(({ field, now }) => [field, now]),
    ).toEqual([
      ['dropoff_address', ''],
      ['dropoff_contact_phone', ''],
      ['dropoff_coordinates', ''],
    ]);
  });

  describe('of what a person corrected', () => {
    const corrections: Corrections = { dropoff_contact_phone: '0821234567', dropoff_address: '1 Corrected Rd' };
    const withAddress = (changes: Parameters<typeof exampleAddress>[0]) =>
      exampleOrder({ shippingAddress: exampleAddress(changes) });
    const before = withAddress({ phone: '082 12', address1: null });
    const afterwards = (after: ShopOrder, said = correctedMapping(before).said as OrderWords | null) => {
      const now = { there: correctedMapping(after), goTo: correctedMapping(after) };
      return drift(correctedMapping(before).request as MappedRequest, now, after, said);
    };
    const correctedMapping = (order: ShopOrder) =>
      mapOrder(order, defaultSettings, { correctionsFor: () => corrections }).deliveries[0] as MappedDelivery;

    it.each<[string, ShopOrder, [string, string, string][]]>([
      ['the order as it was', before, []],
      [
        'another phone',
        withAddress({ phone: '083 987 6543', address1: null }),
        [['dropoff_contact_phone', '0821234567', '0839876543']],
      ],
      [
        'another mistyped phone',
        withAddress({ phone: '083 98', address1: null }),
        [['dropoff_contact_phone', '0821234567', '083 98']],
      ],
      ['the very correction', withAddress({ phone: '+27 82 123 4567', address1: null }), []],
      [
        'another address, and its point',
        withAddress({ phone: '082 12', address1: '9 New Rd', latitude: -33.9 }),
        [
          [
            'dropoff_address',
            '1 Corrected Rd',
            '9 New Rd, Schotsche Kloof, Cape Town, Western Cape, 8001, South Africa',
          ],
          ['dropoff_coordinates', '', '-33.9, 18.4148'],
        ],
      ],
      ['only another point', withAddress({ phone: '082 12', address1: null, latitude: -33.9 }), []],
      [
        'no address at all',
        exampleOrder({ shippingAddress: null }),
        [
          ['dropoff_address', '1 Corrected Rd', ''],
          ['dropoff_contact_phone', '0821234567', ''],
        ],
      ],
    ])('tells what the order says otherwise since then: %s', (_case, after, expected) => {
      expect(afterwards(after).map(({ field, placed, now }) => [field, placed, now])).toEqual(expected);
      expect(afterwards(after, null)).toEqual([]);
    });
  });

  it('is nothing for a note, a tag or the way a phone is typed', () => {
    const after = exampleOrder({
      note: 'Same-day delivery 1001: x',
      tags: ['a'],
      shippingAddress: exampleAddress({ phone: '+27821234567' }),
    });
    expect(between(exampleOrder(), after)).toEqual([]);
  });

  it('is nothing once all was fulfilled from the location', () => {
    expect(
      between(exampleOrder(), withFulfillment({ status: 'CLOSED', lines: [{ ...mug, remainingQuantity: 0 }] })),
    ).toEqual([]);
  });

  it.each<[string, ShopOrder, string]>([
    [
      'to another location',
      withFulfillment({ location: sandton }),
      '1 Rivonia Rd, Sandton, Gauteng, 2196, South Africa',
    ],
    [
      'to a location without address',
      withFulfillment({ location: exampleLocation({ name: 'Depot', address1: null }) }),
      'Depot',
    ],
    ['nowhere', withFulfillment({ status: 'CANCELLED' }), ''],
  ])('tells that the goods moved %s', (_where, after, now) => {
    expect(drift(placedFrom(exampleOrder()), { there: null, goTo: null }, after, null)).toEqual([
      { about: 'request', field: 'pickup_address', placed: pickup, now },
    ]);
  });

  it('tells of another phone and address where all goods have moved, and of nothing else about the other place', () => {
    const before = exampleOrder();
    const shippingAddress = exampleAddress({ phone: '0839876543', address2: 'Unit 5' });
    const fulfillmentOrders = [exampleFulfillmentOrder({ location: sandton })];
    const after = exampleOrder({ shippingAddress, fulfillmentOrders });
    const told = drift(placedFrom(before), { there: null, goTo: mapped(after) }, after, saidIn(before));
    expect(told.map(({ field }) => field)).toEqual(['pickup_address', 'dropoff_address', 'dropoff_contact_phone']);
    expect(told[2]).toMatchObject({ about: 'request', now: '0839876543' });
  });
});
