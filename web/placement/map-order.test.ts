import { describe, expect, it } from 'vitest';
import type { Corrections } from '#api-contract/order.ts';
import type { Settings } from '#api-contract/settings.ts';
import { defaultSettings } from '#api-contract/testing/default-settings.ts';
import type { LocationId } from './ids.ts';
import { type MappedDelivery, mapOrder } from './map-order.ts';
import type { ShopOrder } from './shop-order.ts';
import { exampleFulfillmentOrder, exampleLine, exampleLocation, exampleOrder } from './testing/example-order.ts';

function map(
  order: Partial<ShopOrder> = {},
  corrections?: Corrections,
  settings: Settings = defaultSettings,
): MappedDelivery {
  const { deliveries } = mapOrder(exampleOrder(order), settings, { correctionsFor: () => corrections });
  return deliveries[0] as MappedDelivery;
}

describe('mapOrder', () => {
  it('makes one delivery of an order at one location', () => {
    expect(map({ note: 'Ring twice' })).toMatchObject({
      locationKey: '9001',
      location: { id: '9001', name: 'Woodstock Store' },
      lines: [{ fulfillmentOrderId: '501', lineId: '601', quantity: 2 }],
      request: {
        pickup_address: '375 Albert Rd, Woodstock, Cape Town, Western Cape, 7915, South Africa',
        pickup_contact_name: 'Woodstock Store',
        pickup_contact_phone: '0214478194',
        pickup_coordinates: '-33.9279, 18.4571',
        dropoff_address: '71 Wale St, Schotsche Kloof, Cape Town, Western Cape, 8001, South Africa',
        dropoff_contact_name: 'Thandi Nkosi',
        dropoff_contact_phone: '0821234567',
        dropoff_remarks: 'Ring twice',
        dropoff_coordinates: '-33.9208, 18.4148',
        customer_identifier: '7001',
        items: [
          {
            weight: 0.5,
            height: 0.2,
            width: 0.2,
            length: 0.3,
            quantity: 2,
            name: 'Mug – Blue',
            is_fragile: false,
            price: 149.95,
          },
        ],
      },
      store: { id: '9001', name: 'Woodstock Store', region: 'Western Cape' },
      problems: [],
    });
  });

  it('says of every value where it comes from', () => {
    const { fields } = map({
      fulfillmentOrders: [
        exampleFulfillmentOrder({
          lines: [
            exampleLine({ productTags: ['Fragile'] }),
            exampleLine({ title: '', variantTitle: null, unitPrice: null }),
          ],
        }),
      ],
    });
    expect(fields.map((mapped) => `${mapped.field}: ${mapped.origin}`)).toEqual([
      'pickup_address: address of the location',
      'pickup_contact_name: name of the location',
      'pickup_contact_phone: phone of the location, normalised from +27 21 447 8194',
      'pickup_remarks: none given',
      'pickup_coordinates: coordinates of the location',
      'dropoff_address: shipping address',
      'dropoff_contact_name: name of the shipping address',
      'dropoff_contact_phone: shipping address, normalised from 082 123 4567',
      'dropoff_remarks: none given',
      'dropoff_coordinates: shipping address, validated by Shopify',
      "customer_identifier: the customer's id in Shopify",
      'items[0]: weight: order line; measures: default parcel; fragile: product tag; price: unit price in shop money',
      'items[1]: weight: order line; measures: default parcel; fragile: no; price: left out, not in rand',
    ]);
    expect(fields.at(-2)?.value).toBe('2 × Mug – Blue: 0.5 kg, 0.2 × 0.2 × 0.3 m, fragile, R 149.95');
    expect(fields.at(-1)?.value).toBe('2 × item: 0.5 kg, 0.2 × 0.2 × 0.3 m');
  });

  it('makes one delivery per location, in the order of the oldest fulfilment order, whatever order they come in', () => {
    const cape = exampleLocation();
    const rand = exampleLocation({ id: '9002' as LocationId, name: 'Sandton' });
    const fulfillmentOrders = [
      exampleFulfillmentOrder({ id: '1000', location: cape, lines: [exampleLine({ id: 'c' })] }),
      exampleFulfillmentOrder({ id: '99', location: rand, lines: [exampleLine({ id: 'a' })] }),
      exampleFulfillmentOrder({ id: '999', location: cape, lines: [exampleLine({ id: 'b' })] }),
      exampleFulfillmentOrder({ id: '999', location: cape, lines: [] }),
    ];
    const mapped = (given: typeof fulfillmentOrders) =>
      mapOrder(exampleOrder({ fulfillmentOrders: given }), defaultSettings, { correctionsFor: () => undefined });
    const { deliveries } = mapped(fulfillmentOrders);
    expect(deliveries.map(({ locationKey, lines }) => [locationKey, ...lines.map(({ lineId }) => lineId)])).toEqual([
      ['9002', 'a'],
      ['9001', 'b', 'c'],
    ]);
    expect(mapped(fulfillmentOrders.toReversed())).toEqual({ deliveries });
  });

  it('groups locations without id by what Shopify says of them', () => {
    const one = exampleLocation({ id: null });
    const other = exampleLocation({ id: null, name: ' ', address1: '1 Other Rd' });
    const fulfillmentOrders = [one, other, { ...one, name: 'Woodstock  Store' }].map((location, index) =>
      exampleFulfillmentOrder({ id: String(index), location }),
    );
    const { deliveries } = mapOrder(exampleOrder({ fulfillmentOrders }), defaultSettings, {
      correctionsFor: () => undefined,
    });
    expect(deliveries.map(({ locationKey, lines }) => [locationKey, lines.length])).toEqual([
      ['unknown', 2],
      ['unknown-2', 1],
    ]);
    expect(deliveries[1]).toMatchObject({ location: { id: null, name: '(no name)' }, store: { id: null, name: null } });
  });

  it('leaves out what a driver cannot or must not bring', () => {
    const fulfillmentOrders = [
      exampleFulfillmentOrder({
        lines: [
          exampleLine(),
          exampleLine({ id: 'tip', requiresShipping: false }),
          exampleLine({ id: 'gone', remainingQuantity: 0 }),
        ],
      }),
      ...['SCHEDULED', 'ON_HOLD', 'CLOSED', 'CANCELLED', 'INCOMPLETE', 'NEW'].map((status) =>
        exampleFulfillmentOrder({ id: `x${status}`, status }),
      ),
      exampleFulfillmentOrder({ id: '502', methodType: 'PICK_UP' }),
      exampleFulfillmentOrder({ id: '503', location: exampleLocation({ isFulfillmentService: true }) }),
    ];
    expect(map({ fulfillmentOrders }).lines).toMatchObject([{ fulfillmentOrderId: '501', lineId: '601', quantity: 2 }]);
  });

  it('gives no delivery for an order without goods', () => {
    expect(
      mapOrder(exampleOrder({ fulfillmentOrders: [] }), defaultSettings, { correctionsFor: () => undefined }),
    ).toEqual({ deliveries: [] });
  });

  it('names a guest’s order in place of the customer', () => {
    expect(map({ customer: null }).request?.customer_identifier).toBe('order-820982911946154508');
  });

  it('never sends what the interface forbids, and says which part', () => {
    const broken = { ...defaultSettings, parcel: { ...defaultSettings.parcel, weightKg: -1 } };
    const line = exampleLine({ weight: null });
    const delivery = map({ fulfillmentOrders: [exampleFulfillmentOrder({ lines: [line] })] }, undefined, broken);
    expect(delivery.request).toBeNull();
    expect(delivery.problems).toMatchObject([
      { code: 'request_not_allowed', field: 'items', params: { fields: 'items' } },
    ]);
  });
});
