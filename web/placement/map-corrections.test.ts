import { describe, expect, it } from 'vitest';
import type { Corrections } from '#api-contract/order.ts';
import type { Settings } from '#api-contract/settings.ts';
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

describe('corrections', () => {
  it('win over everything, and say so', () => {
    const corrections: Corrections = {
      dropoff_contact_phone: '+27 (0)84 555 6666',
      dropoff_contact_name: ' New Name ',
      dropoff_address: '1 New St, Cape Town',
      dropoff_coordinates: '-33.93,18.42',
      dropoff_remarks: 'Side gate',
      pickup_contact_phone: '0311234567',
      pickup_contact_name: 'Desk',
      pickup_address: '2 Dock Rd',
      pickup_coordinates: '-33.9, 18.43',
      pickup_remarks: 'Bay 4',
    };
    const delivery = at({ countryCode: 'BW' }, corrections);
    expect(delivery.request).toMatchObject({
      dropoff_contact_phone: '0845556666',
      dropoff_contact_name: 'New Name',
      dropoff_address: '1 New St, Cape Town',
      dropoff_coordinates: '-33.93, 18.42',
      dropoff_remarks: 'Side gate',
      pickup_contact_phone: '0311234567',
      pickup_contact_name: 'Desk',
      pickup_address: '2 Dock Rd',
      pickup_coordinates: '-33.9, 18.43',
      pickup_remarks: 'Bay 4',
    });
    for (const name of Object.keys(corrections))
      expect(field(delivery, name)?.origin).toMatch(/^corrected by a person/);
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
    const fulfillmentOrders = [
      exampleFulfillmentOrder(),
      exampleFulfillmentOrder({ id: '502', location: exampleLocation({ id: '9002' as LocationId }) }),
    ];
    const { deliveries } = mapOrder(exampleOrder({ fulfillmentOrders }), defaultSettings, {
      correctionsFor: (key) => (key === '9002' ? { pickup_contact_name: 'Desk' } : undefined),
    });
    expect(deliveries.map(({ request }) => request?.pickup_contact_name)).toEqual(['Woodstock Store', 'Desk']);
  });
});
