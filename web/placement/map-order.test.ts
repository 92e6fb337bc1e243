import { describe, expect, it } from 'vitest';
import type { Corrections } from '#api-contract/order.ts';
import { defaultSettings, type Settings, settings as settingsSchema } from '#api-contract/settings.ts';
import { exampleAddress, exampleFulfillmentOrder, exampleLine, exampleLocation, exampleOrder } from './example-order.ts';
import type { LocationId } from './ids.ts';
import { type MappedDelivery, mapOrder } from './map-order.ts';
import type { AssignedLocation, ShopAddress, ShopOrder } from './shop-order.ts';

function map(order: Partial<ShopOrder> = {}, corrections?: Corrections, settings: Settings = defaultSettings): MappedDelivery {
  const { deliveries } = mapOrder(exampleOrder(order), settings, { correctionsFor: () => corrections });
  return deliveries[0] as MappedDelivery;
}
const at = (location: Partial<AssignedLocation>, corrections?: Corrections, settings?: Settings) =>
  map({ fulfillmentOrders: [exampleFulfillmentOrder({ location: exampleLocation(location) })] }, corrections, settings);
const to = (address: Partial<ShopAddress>, corrections?: Corrections) => map({ shippingAddress: exampleAddress(address) }, corrections);
const field = (delivery: MappedDelivery, name: string) => delivery.fields.find((mapped) => mapped.field === name);
const codes = ({ problems }: MappedDelivery) => problems.map((problem) => `${problem.field}: ${problem.code}`);
const parcel = { weightKg: 1, heightM: 0.2, widthM: 0.2, lengthM: 0.3 };

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
        items: [{ weight: 0.5, height: 0.2, width: 0.2, length: 0.3, quantity: 2, name: 'Mug – Blue', is_fragile: false, price: 149.95 }],
      },
      store: { id: '9001', name: 'Woodstock Store', region: 'Western Cape' },
      problems: [],
    });
  });

  it('says of every value where it comes from', () => {
    const { fields } = map({ fulfillmentOrders: [exampleFulfillmentOrder({ lines: [exampleLine({ productTags: ['Fragile'] }), exampleLine({ title: '', variantTitle: null, unitPrice: null })] })] });
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
    const { deliveries } = mapOrder(exampleOrder({ fulfillmentOrders }), defaultSettings, { correctionsFor: () => undefined });
    expect(deliveries.map(({ locationKey, lines }) => [locationKey, lines.length])).toEqual([['unknown', 2], ['unknown-2', 1]]);
    expect(deliveries[1]).toMatchObject({ location: { id: null, name: '(no name)' }, store: { id: null, name: null } });
  });

  it('leaves out what a driver cannot or must not bring', () => {
    const fulfillmentOrders = [
      exampleFulfillmentOrder({ lines: [exampleLine(), exampleLine({ id: 'tip', requiresShipping: false }), exampleLine({ id: 'gone', remainingQuantity: 0 })] }),
      ...['SCHEDULED', 'ON_HOLD', 'CLOSED', 'CANCELLED', 'INCOMPLETE', 'NEW'].map((status) => exampleFulfillmentOrder({ id: `x${status}`, status })),
      exampleFulfillmentOrder({ id: '502', methodType: 'PICK_UP' }),
      exampleFulfillmentOrder({ id: '503', location: exampleLocation({ isFulfillmentService: true }) }),
    ];
    expect(map({ fulfillmentOrders }).lines).toEqual([{ fulfillmentOrderId: '501', lineId: '601', quantity: 2 }]);
  });

  it('gives no delivery for an order without goods', () => {
    expect(mapOrder(exampleOrder({ fulfillmentOrders: [] }), defaultSettings, { correctionsFor: () => undefined })).toEqual({ deliveries: [] });
  });

  it('names a guest’s order in place of the customer', () => {
    expect(map({ customer: null }).request?.customer_identifier).toBe('order-820982911946154508');
  });

  it('never sends what the interface forbids, and says which part', () => {
    const broken = { ...defaultSettings, parcel: { ...parcel, weightKg: -1 } };
    const line = exampleLine({ weight: null });
    const delivery = map({ fulfillmentOrders: [exampleFulfillmentOrder({ lines: [line] })] }, undefined, broken);
    expect(delivery.request).toBeNull();
    expect(delivery.problems).toMatchObject([{ code: 'request_not_allowed', field: 'items', params: { fields: 'items' } }]);
  });
});

describe('the pickup', () => {
  const own = settingsSchema.parse({ locations: { 9001: { contactName: 'Sipho', contactPhone: '083 111 2222', remarks: 'Back door' } } });

  it('takes contact and remarks from the settings of the location', () => {
    expect(at({}, undefined, own).request).toMatchObject({
      pickup_contact_name: 'Sipho', pickup_contact_phone: '0831112222', pickup_remarks: 'Back door',
    });
  });

  it('does not take the settings of another location of the same name', () => {
    expect(at({ id: '9002' as LocationId }, undefined, own).request?.pickup_contact_name).toBe('Woodstock Store');
    expect(at({ id: null }, undefined, own).request?.pickup_contact_name).toBe('Woodstock Store');
  });

  it('falls back to the location’s phone and says why', () => {
    const bad = settingsSchema.parse({ locations: { 9001: { contactPhone: '123' } } });
    expect(field(at({}, undefined, bad), 'pickup_contact_phone')?.origin).toContain('(not usable: settings of the location)');
  });

  it.each<[string, Partial<AssignedLocation>, string]>([
    ['a street', { address1: null }, 'pickup_address: pickup_street_missing'],
    ['a city', { city: '' }, 'pickup_address: pickup_city_missing'],
    ['a place in South Africa', { countryCode: 'BW' }, 'pickup_address: pickup_outside_south_africa'],
    ['a phone', { phone: null }, 'pickup_contact_phone: pickup_phone_missing'],
    ['a South African phone', { phone: '+44 20 7946 0958' }, 'pickup_contact_phone: pickup_phone_not_south_african'],
    ['ten digits', { phone: '082123456' }, 'pickup_contact_phone: pickup_phone_not_ten_digits'],
    ['one phone', { phone: '(035) 574 1004/5/6/7' }, 'pickup_contact_phone: pickup_phone_several_numbers'],
    ['a phone that exists', { phone: '099 000 0000' }, 'pickup_contact_phone: pickup_phone_invalid'],
    ['a name', { name: ' ' }, 'pickup_contact_name: pickup_name_missing'],
  ])('needs %s', (_what, location, problem) => {
    const delivery = at(location);
    expect(codes(delivery)).toEqual([problem]);
    expect(delivery.request).toBeNull();
  });

  it.each([
    [{ latitude: 0, longitude: 0 }, '(0, 0)'],
    [{ latitude: -33.9, longitude: null }, 'only one'],
    [{ latitude: 18.4571, longitude: -33.9279 }, 'outside South Africa'],
    [{ latitude: Number.NaN, longitude: 18 }, 'not numbers'],
    [{ latitude: null, longitude: null }, 'none given'],
  ])('sends no coordinates for %j, and is placed all the same', (location, why) => {
    const delivery = at(location);
    expect(delivery.request).not.toBeNull();
    expect(delivery.request).not.toHaveProperty('pickup_coordinates');
    expect(field(delivery, 'pickup_coordinates')?.origin).toContain(why);
  });

  it('gives the region as the province, also where it does not know it', () => {
    expect(at({ province: 'GT' }).store.region).toBe('Gauteng');
    expect(at({ province: 'Elsewhere' }).store.region).toBe('Elsewhere');
    expect(at({ province: null }).store.region).toBeNull();
  });
});

describe('the drop-off', () => {
  it.each<[string, Partial<ShopAddress>, string]>([
    ['a street', { address1: ' ' }, 'dropoff_address: dropoff_street_missing'],
    ['a city (Woodstock alone is no address)', { address1: '375 Albert Rd', city: null }, 'dropoff_address: dropoff_city_missing'],
    ['a country', { country: null, countryCode: null, province: 'Somewhere' }, 'dropoff_address: dropoff_country_unknown'],
  ])('needs %s', (_what, address, problem) => {
    expect(codes(to(address))).toEqual([problem]);
  });

  it('needs an address, a name and a phone', () => {
    expect(codes(map({ shippingAddress: null, customer: null }))).toEqual([
      'dropoff_address: dropoff_address_missing',
      'dropoff_contact_name: dropoff_name_missing',
      'dropoff_contact_phone: dropoff_phone_missing',
    ]);
  });

  it.each<[string, Partial<ShopOrder>, string]>([
    ['address name', {}, 'Thandi Nkosi'],
    ['first and last name', { shippingAddress: exampleAddress({ name: '', firstName: 'T', lastName: null }) }, 'T'],
    ['company', { shippingAddress: exampleAddress({ name: null, firstName: null, lastName: null, company: 'Acme' }) }, 'Acme'],
    ['customer', { shippingAddress: exampleAddress({ name: null, firstName: null, lastName: null }) }, 'Thandi Nkosi'],
    ['display name', { shippingAddress: exampleAddress({ name: null, firstName: null, lastName: null }), customer: { id: '1', firstName: null, lastName: null, displayName: 'Mama T', phone: null } }, 'Mama T'],
  ])('names the recipient by %s', (_source, order, name) => {
    expect(map(order).request?.dropoff_contact_name).toBe(name);
  });

  it.each(['t@example.com', '+27 82 123 4567'])('does not take %s for a name', (displayName) => {
    const customer = { id: '1', firstName: null, lastName: null, displayName, phone: null };
    expect(codes(map({ customer, shippingAddress: exampleAddress({ name: null, firstName: null, lastName: null }) }))).toEqual([
      'dropoff_contact_name: dropoff_name_missing',
    ]);
  });

  it.each<[string, (string | null)[], string]>([
    ['shipping address', ['0821111111', '0822222222', '0823333333', '0824444444'], '0821111111'],
    ['shipping line', ['abc', '+27822222222', '0823333333', '0824444444'], '0822222222'],
    ['order', [null, '', '0823333333', '0824444444'], '0823333333'],
    ['customer', [null, null, '+44 20 7946 0958', '0824444444'], '0824444444'],
  ])('takes the first usable phone: %s', (source, [address = null, line = null, order = null, customer = null], phone) => {
    const delivery = map({
      shippingAddress: exampleAddress({ phone: address }),
      shippingLines: [{ title: 'Local Delivery', code: null, phone: line }],
      phone: order,
      customer: { id: '1', firstName: null, lastName: null, displayName: null, phone: customer },
    });
    expect(delivery.request?.dropoff_contact_phone).toBe(phone);
    expect(field(delivery, 'dropoff_contact_phone')?.origin).toMatch(new RegExp(`^${source}`));
  });

  it.each([
    ['+1 555-555-5555', 'not_south_african'],
    ['08612345678', 'not_ten_digits'],
    ['0821234567 / 0839876543', 'several_numbers'],
    ['0990000000', 'invalid'],
  ])('says of %s what is wrong, without repeating it', (phone, problem) => {
    const delivery = to({ phone });
    expect(codes(delivery)).toEqual([`dropoff_contact_phone: dropoff_phone_${problem}`]);
    expect(JSON.stringify(delivery.problems)).not.toContain(phone);
    expect(field(delivery, 'dropoff_contact_phone')?.problem).toContain('phone');
  });

  it.each<[string, Partial<ShopAddress>, string]>([
    ['Shopify did not validate', { coordinatesValidated: false }, 'did not validate'],
    ['carry an error', { validationResultSummary: 'ERROR' }, 'error'],
    ['lie in another province', { province: 'Gauteng', provinceCode: 'GP' }, 'stated province'],
    ['have no province to lie in', { province: null, provinceCode: null }, 'stated province'],
    ['lie outside South Africa', { latitude: 51, longitude: 0 }, 'outside South Africa'],
    ['are half', { latitude: null }, 'only one'],
  ])('leaves out coordinates that %s', (_why, address, origin) => {
    const delivery = to(address);
    expect(delivery.request).not.toBeNull();
    expect(delivery.request).not.toHaveProperty('dropoff_coordinates');
    expect(field(delivery, 'dropoff_coordinates')?.origin).toContain(origin);
  });

  it.each([{ provinceCode: 'WC', province: null }, { provinceCode: null, province: 'Wes-Kaap' }, { validationResultSummary: null }])(
    'keeps validated coordinates with %j',
    (address) => {
      expect(to(address).request?.dropoff_coordinates).toBe('-33.9208, 18.4148');
    },
  );
});

describe('what Shopify keeps from the app', () => {
  const bare = exampleAddress({
    name: null, firstName: null, lastName: null, address1: null, address2: null, city: null, zip: null, phone: null, latitude: null, longitude: null,
  });
  const withheld = ['dropoff_address: dropoff_address_withheld', 'dropoff_contact_name: dropoff_name_withheld', 'dropoff_contact_phone: dropoff_phone_withheld'];

  it.each<[string, Partial<ShopOrder>, string[]]>([
    ['an address of country and province only', { shippingAddress: bare, customer: null }, withheld],
    ['the whole address by name', { shippingAddress: null, customer: null, redacted: ['shippingAddress'] }, withheld],
    ['the street alone', { shippingAddress: exampleAddress({ address1: null }), redacted: ['shippingAddress.address1'] }, withheld.slice(0, 1)],
    ['the city alone', { shippingAddress: exampleAddress({ city: null }), redacted: ['shippingAddress.city'] }, withheld.slice(0, 1)],
    ['the phone alone', { shippingAddress: exampleAddress({ phone: null }), redacted: ['shippingAddress.phone'] }, withheld.slice(2)],
    ['the names', { shippingAddress: exampleAddress({ name: null, firstName: null, lastName: null }), customer: null, redacted: ['customer.firstName'] }, withheld.slice(1, 2)],
  ])('is named: %s', (_case, order, problems) => {
    expect(codes(map(order))).toEqual(problems);
  });
});

describe('corrections', () => {
  it('win over everything, and say so', () => {
    const corrections: Corrections = {
      dropoff_contact_phone: '+27 (0)84 555 6666', dropoff_contact_name: ' New Name ', dropoff_address: '1 New St, Cape Town', dropoff_coordinates: '-33.93,18.42',
      dropoff_remarks: 'Side gate', pickup_contact_phone: '0311234567', pickup_contact_name: 'Desk', pickup_address: '2 Dock Rd', pickup_coordinates: '-33.9, 18.43', pickup_remarks: 'Bay 4',
    };
    const delivery = at({ countryCode: 'BW' }, corrections);
    expect(delivery.request).toMatchObject({
      dropoff_contact_phone: '0845556666', dropoff_contact_name: 'New Name', dropoff_address: '1 New St, Cape Town', dropoff_coordinates: '-33.93, 18.42',
      dropoff_remarks: 'Side gate', pickup_contact_phone: '0311234567', pickup_contact_name: 'Desk', pickup_address: '2 Dock Rd', pickup_coordinates: '-33.9, 18.43', pickup_remarks: 'Bay 4',
    });
    for (const name of Object.keys(corrections)) expect(field(delivery, name)?.origin).toMatch(/^corrected by a person/);
  });

  it('that are null leave the value out', () => {
    const delivery = map({ note: 'x' }, { dropoff_coordinates: null, dropoff_remarks: null, pickup_coordinates: null });
    for (const name of ['dropoff_coordinates', 'dropoff_remarks', 'pickup_coordinates']) {
      expect(delivery.request).not.toHaveProperty(name);
      expect(field(delivery, name)?.origin).toBe('left out by a person');
    }
  });

  it('of an address leave out the old address’s coordinates', () => {
    const delivery = map({}, { dropoff_address: '1 New St, Cape Town', pickup_address: '2 Dock Rd, Cape Town' });
    expect(delivery.request).not.toHaveProperty('dropoff_coordinates');
    expect(delivery.request).not.toHaveProperty('pickup_coordinates');
  });

  it.each<[Corrections, string]>([
    [{ dropoff_contact_phone: '123' }, 'dropoff_contact_phone: dropoff_phone_not_ten_digits'],
    [{ pickup_contact_phone: '123' }, 'pickup_contact_phone: pickup_phone_not_ten_digits'],
    [{ dropoff_coordinates: '0, 0' }, 'dropoff_coordinates: dropoff_coordinates_unusable'],
    [{ pickup_coordinates: '51, 0' }, 'pickup_coordinates: pickup_coordinates_unusable'],
  ])('that are wrong themselves, as %j, are not sent', (corrections, problem) => {
    const delivery = map({}, corrections);
    expect(codes(delivery)).toEqual([problem]);
    expect(delivery.request).toBeNull();
  });

  it('reach the delivery at their location only', () => {
    const fulfillmentOrders = [exampleFulfillmentOrder(), exampleFulfillmentOrder({ id: '502', location: exampleLocation({ id: '9002' as LocationId }) })];
    const { deliveries } = mapOrder(exampleOrder({ fulfillmentOrders }), defaultSettings, {
      correctionsFor: (key) => (key === '9002' ? { pickup_contact_name: 'Desk' } : undefined),
    });
    expect(deliveries.map(({ request }) => request?.pickup_contact_name)).toEqual(['Woodstock Store', 'Desk']);
  });
});
