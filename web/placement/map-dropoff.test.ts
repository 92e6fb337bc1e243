import { describe, expect, it } from 'vitest';
import type { Corrections } from '#api-contract/order.ts';
import type { Settings } from '#api-contract/settings.ts';
import { defaultSettings } from '#api-contract/testing/default-settings.ts';
import { type MappedDelivery, mapOrder } from './map-order.ts';
import type { ShopAddress, ShopOrder } from './shop-order.ts';
import { exampleAddress, exampleFulfillmentOrder, exampleOrder } from './testing/example-order.ts';

function map(
  order: Partial<ShopOrder> = {},
  corrections?: Corrections,
  settings: Settings = defaultSettings,
): MappedDelivery {
  const { deliveries } = mapOrder(exampleOrder(order), settings, { correctionsFor: () => corrections });
  return deliveries[0] as MappedDelivery;
}
const to = (address: Partial<ShopAddress>, corrections?: Corrections) =>
  map({ shippingAddress: exampleAddress(address) }, corrections);
const field = (delivery: MappedDelivery, name: string) => delivery.fields.find((mapped) => mapped.field === name);
const codes = ({ problems }: MappedDelivery) => problems.map((problem) => `${problem.field}: ${problem.code}`);

describe('words beside the phone number', () => {
  const remarksOf = (delivery: ReturnType<typeof map>) => delivery.request?.dropoff_remarks;
  const shippingAddress = exampleAddress({ phone: '082 123 4567 after 5pm' });

  it('go to the driver as they were typed, below what else he is to read', () => {
    const delivery = map({ shippingAddress, note: 'Ring twice' });
    expect(delivery.request?.dropoff_contact_phone).toBe('0821234567');
    expect(remarksOf(delivery)).toBe('Ring twice\n082 123 4567 after 5pm');
  });

  it('stay away with a number that is not the one taken', () => {
    const customer = { id: '1', firstName: null, lastName: null, displayName: null, phone: '0839876543 (wife)' };
    expect(
      remarksOf(map({ shippingAddress: exampleAddress({ phone: '082 123 4567' }), customer, note: null })),
    ).toBeUndefined();
  });
});

describe('the drop-off', () => {
  it.each<[string, Partial<ShopAddress>, string]>([
    ['a street', { address1: ' ' }, 'dropoff_address: dropoff_street_missing'],
    [
      'a city (Woodstock alone is no address)',
      { address1: '375 Albert Rd', city: null },
      'dropoff_address: dropoff_city_missing',
    ],
    ['a street and no post box', { address1: 'P O Box 12' }, 'dropoff_address: dropoff_post_box'],
    [
      'a street and no counter of the post',
      { address1: 'PostNet Suite 46', address2: 'Private Bag X16' },
      'dropoff_address: dropoff_post_box',
    ],
    ['a street and no private bag', { address1: 'Privaatsak X12' }, 'dropoff_address: dropoff_post_box'],
    ['a street that is one', { address1: 'Cape Town' }, 'dropoff_address: dropoff_street_unusable'],
    [
      'a country',
      { country: null, countryCode: null, province: 'Somewhere' },
      'dropoff_address: dropoff_country_unknown',
    ],
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
    [
      'company',
      { shippingAddress: exampleAddress({ name: null, firstName: null, lastName: null, company: 'Acme' }) },
      'Acme',
    ],
    [
      'company where the form got a dot for each name',
      { shippingAddress: exampleAddress({ name: '. -', firstName: '.', lastName: '-', company: 'Acme' }) },
      'Acme',
    ],
    [
      'what there is, where no letter is anywhere',
      { shippingAddress: exampleAddress({ name: '. -', firstName: '.', lastName: '-' }), customer: null },
      '. -',
    ],
    ['customer', { shippingAddress: exampleAddress({ name: null, firstName: null, lastName: null }) }, 'Thandi Nkosi'],
    [
      'display name',
      {
        shippingAddress: exampleAddress({ name: null, firstName: null, lastName: null }),
        customer: { id: '1', firstName: null, lastName: null, displayName: 'Mama T', phone: null },
      },
      'Mama T',
    ],
  ])('names the recipient by %s', (_source, order, name) => {
    expect(map(order).request?.dropoff_contact_name).toBe(name);
  });

  it.each(['t@example.com', '+27 82 123 4567'])('does not take %s for a name', (displayName) => {
    const customer = { id: '1', firstName: null, lastName: null, displayName, phone: null };
    expect(
      codes(map({ customer, shippingAddress: exampleAddress({ name: null, firstName: null, lastName: null }) })),
    ).toEqual(['dropoff_contact_name: dropoff_name_missing']);
  });

  it.each<[string, (string | null)[], string]>([
    ['delivery method at checkout', [null, null, null, null, '0825555555', '0826666666'], '0825555555'],
    ['destination', ['0821111111', null, null, null, 'abc', '0826666666'], '0826666666'],
    ['shipping address', ['0821111111', '0822222222', '0823333333', '0824444444'], '0821111111'],
    ['shipping line', ['abc', '+27822222222', '0823333333', '0824444444'], '0822222222'],
    ['order', [null, '', '0823333333', '0824444444'], '0823333333'],
    ['customer', [null, null, '+44 20 7946 0958', '0824444444'], '0824444444'],
  ])(
    'takes the first usable phone: %s',
    (source, [
      address = null,
      line = null,
      order = null,
      customer = null,
      method = null,
      destination = null,
    ], phone) => {
      const delivery = map({
        fulfillmentOrders: [exampleFulfillmentOrder({ contactPhone: method, destinationPhone: destination })],
        shippingAddress: exampleAddress({ phone: address }),
        shippingLines: [{ title: 'Local Delivery', code: null, phone: line }],
        phone: order,
        customer: { id: '1', firstName: null, lastName: null, displayName: null, phone: customer },
      });
      expect(delivery.request?.dropoff_contact_phone).toBe(phone);
      expect(field(delivery, 'dropoff_contact_phone')?.origin).toMatch(new RegExp(`^${source}`));
    },
  );

  it.each([
    ['address', 'shipping address', '0821111111'],
    ['order', 'order', '0823333333'],
  ] as const)(
    'takes the phone number that was changed since in the %s before the one of checkout',
    (place, source, phone) => {
      const delivery = map({
        fulfillmentOrders: [exampleFulfillmentOrder({ contactPhone: '0825555555', destinationPhone: '0826666666' })],
        shippingAddress: exampleAddress({ phone: '0821111111' }),
        phone: '0823333333',
        changedPhone: place,
      });
      expect(delivery.request?.dropoff_contact_phone).toBe(phone);
      expect(field(delivery, 'dropoff_contact_phone')?.origin).toBe(source);
    },
  );

  it.each([
    [null, '0822222222'],
    ['0825555555', '0825555555'],
  ])('has a buyer whose phone stands in a line that an edit took out, beside %s', (phone, expected) => {
    const delivery = map({
      ...{ phone: null, customer: null, shippingAddress: exampleAddress({ phone: null }) },
      shippingLines: [{ title: 'Same Day', code: 'custom', phone }],
      removedShippingLines: [{ title: 'Same-day delivery', code: null, phone: '+27822222222' }],
    });
    expect(delivery.request?.dropoff_contact_phone).toBe(expected);
    expect(delivery.said.dropoff_contact_phone).toBe(expected);
  });

  it('says what stands in a line that an edit took out where nobody can be called', () => {
    const delivery = map({
      ...{ phone: null, customer: null, shippingAddress: exampleAddress({ phone: null }) },
      ...{ shippingLines: [], removedShippingLines: [{ title: 'Same Day', code: null, phone: '082 12' }] },
    });
    expect(delivery.said.dropoff_contact_phone).toBe('082 12');
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

  it('does not take a number that may be foreign where the order names one of that country', () => {
    const customer = { id: '1', firstName: 'O', lastName: null, displayName: null, phone: '+380 63 123 4567' };
    const shippingAddress = exampleAddress({ phone: '063 123 4567' });
    expect(codes(map({ shippingAddress, customer }))).toEqual(['dropoff_contact_phone: dropoff_phone_perhaps_foreign']);
    const known = map({ shippingAddress, customer, phone: '+27 63 123 4567' });
    expect(known.request?.dropoff_contact_phone).toBe('0631234567');
    expect(field(known, 'dropoff_contact_phone')?.origin).toContain('not usable: shipping address');
  });

  it('shows the driver what checkout asked, once for goods of two fulfilment orders', () => {
    const asked = { instructions: 'Gate code 1234' };
    const fulfillmentOrders = [exampleFulfillmentOrder(asked), exampleFulfillmentOrder({ ...asked, id: '502' })];
    expect(map({ fulfillmentOrders, note: 'Ring' }).request?.dropoff_remarks).toBe('Gate code 1234\nRing');
  });

  it('names the fault of the first number given, where none is usable', () => {
    const delivery = map({ shippingAddress: exampleAddress({ phone: '082123456' }), phone: '+44 20 7946 0958' });
    expect(codes(delivery)).toEqual(['dropoff_contact_phone: dropoff_phone_not_ten_digits']);
  });

  it.each<[string, Partial<ShopAddress>, string]>([
    ['Shopify did not validate', { coordinatesValidated: false }, 'did not validate'],
    ['carry an error', { validationResultSummary: 'ERROR' }, 'error'],
    ['lie in another province', { province: 'Gauteng', provinceCode: 'GP' }, 'stated province'],
    ['state a province that is none', { province: 'Kaap', provinceCode: null }, 'not one of South Africa'],
    ['lie outside South Africa', { latitude: 51, longitude: 0 }, 'outside South Africa'],
    ['are half', { latitude: null }, 'only one'],
  ])('leaves out coordinates that %s', (_why, address, origin) => {
    const delivery = to(address);
    expect(delivery.request).not.toBeNull();
    expect(delivery.request).not.toHaveProperty('dropoff_coordinates');
    expect(field(delivery, 'dropoff_coordinates')?.origin).toContain(origin);
  });

  it.each([
    { provinceCode: 'WC', province: null },
    { provinceCode: null, province: 'Wes-Kaap' },
    { validationResultSummary: null },
    { provinceCode: null, province: null },
    { provinceCode: '', province: 'WC' },
  ])('keeps validated coordinates with %j', (address) => {
    expect(to(address).request?.dropoff_coordinates).toBe('-33.9208, 18.4148');
  });
});

describe('what Shopify keeps from the app', () => {
  const bare = exampleAddress({
    name: null,
    firstName: null,
    lastName: null,
    address1: null,
    address2: null,
    city: null,
    zip: null,
    phone: null,
    latitude: null,
    longitude: null,
  });
  const withheld = [
    'dropoff_address: dropoff_address_withheld',
    'dropoff_contact_name: dropoff_name_withheld',
    'dropoff_contact_phone: dropoff_phone_withheld',
  ];

  it.each<[string, Partial<ShopOrder>, string[]]>([
    ['an address of country and province only', { shippingAddress: bare, customer: null }, withheld],
    ['the whole address by name', { shippingAddress: null, customer: null, redacted: ['shippingAddress'] }, withheld],
    [
      'the street alone',
      { shippingAddress: exampleAddress({ address1: null }), redacted: ['shippingAddress.address1'] },
      withheld.slice(0, 1),
    ],
    [
      'the city alone',
      { shippingAddress: exampleAddress({ city: null }), redacted: ['shippingAddress.city'] },
      withheld.slice(0, 1),
    ],
    [
      'the phone alone',
      { shippingAddress: exampleAddress({ phone: null }), redacted: ['shippingAddress.phone'] },
      withheld.slice(2),
    ],
    [
      'the names',
      {
        shippingAddress: exampleAddress({ name: null, firstName: null, lastName: null }),
        customer: null,
        redacted: ['customer.firstName'],
      },
      withheld.slice(1, 2),
    ],
  ])('is named: %s', (_case, order, problems) => {
    expect(codes(map(order))).toEqual(problems);
  });
});
