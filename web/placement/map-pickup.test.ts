import { describe, expect, it } from 'vitest';
import type { Corrections } from '#api-contract/order.ts';
import { type Settings, settings as settingsSchema } from '#api-contract/settings.ts';
import { defaultSettings } from '#api-contract/testing/default-settings.ts';
import type { LocationId } from './ids.ts';
import { type MappedDelivery, mapOrder } from './map-order.ts';
import type { AssignedLocation, ShopOrder } from './shop-order.ts';
import { exampleFulfillmentOrder, exampleLocation, exampleOrder } from './testing/example-order.ts';

function map(
  order: Partial<ShopOrder> = {},
  corrections?: Corrections,
  settings: Settings = defaultSettings,
): MappedDelivery {
  const { deliveries } = mapOrder(exampleOrder(order), settings, { correctionsFor: () => corrections });
  return deliveries[0] as MappedDelivery;
}
const at = (location: Partial<AssignedLocation>, corrections?: Corrections, settings?: Settings) =>
  map({ fulfillmentOrders: [exampleFulfillmentOrder({ location: exampleLocation(location) })] }, corrections, settings);
const field = (delivery: MappedDelivery, name: string) => delivery.fields.find((mapped) => mapped.field === name);
const codes = ({ problems }: MappedDelivery) => problems.map((problem) => `${problem.field}: ${problem.code}`);

describe('the pickup', () => {
  const own = settingsSchema.parse({
    locations: { 9001: { contactName: 'Sipho', contactPhone: '083 111 2222', remarks: 'Back door' } },
  });

  it('takes contact and remarks from the settings of the location', () => {
    expect(at({}, undefined, own).request).toMatchObject({
      pickup_contact_name: 'Sipho',
      pickup_contact_phone: '0831112222',
      pickup_remarks: 'Back door',
    });
  });

  it('does not take the settings of another location of the same name', () => {
    expect(at({ id: '9002' as LocationId }, undefined, own).request?.pickup_contact_name).toBe('Woodstock Store');
    expect(at({ id: null }, undefined, own).request?.pickup_contact_name).toBe('Woodstock Store');
  });

  it('falls back to the location’s phone and says why', () => {
    const bad = settingsSchema.parse({ locations: { 9001: { contactPhone: '123' } } });
    expect(field(at({}, undefined, bad), 'pickup_contact_phone')?.origin).toContain(
      '(not usable: settings of the location)',
    );
  });

  it.each<[string, Partial<AssignedLocation>, string]>([
    ['a street', { address1: null }, 'pickup_address: pickup_street_missing'],
    ['a street and no post box', { address1: 'Posbus 12' }, 'pickup_address: pickup_post_box'],
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
