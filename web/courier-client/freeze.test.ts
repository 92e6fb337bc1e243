import { expect, test } from 'vitest';
import type { PlacementRequest } from '#placement/placement-request.ts';
import { freeze } from './freeze.ts';
import { defaultProfile } from './profile.ts';

const request: PlacementRequest = {
  pickup_address: '12 Loop St',
  pickup_contact_name: 'Depot',
  pickup_contact_phone: '0215550101',
  dropoff_address: '3 Kloof Rd',
  dropoff_contact_name: 'Zoë 😀',
  dropoff_contact_phone: '0825550102',
  customer_identifier: '77',
  order_reference: '1001',
  items: [{ weight: 2, height: 0.2, width: 0.3, length: 0.4, quantity: 1 }],
};

test('the interface’s fields in their order, the store fields beside them', () => {
  const body = freeze(request, { id: 's1', name: 'Shop', region: 'Western Cape' }, defaultProfile);
  expect(body).toBe(
    `${JSON.stringify(request).slice(0, -1)},"store_id":"s1","store_name":"Shop","store_region":"Western Cape"}`,
  );
  expect(freeze(request, { id: 's1', name: 'Shop', region: 'Western Cape' }, defaultProfile)).toBe(body);
});

test('null fields and fields without a name are left out; the further field is sent as set', () => {
  const profile = {
    ...defaultProfile,
    storeFields: { id: 'shop', name: null, region: 'area' },
    furtherField: { name: 'city', value: 'CPT' },
  };
  const sent = JSON.parse(freeze(request, { id: 's1', name: 'Shop', region: null }, profile));
  expect(sent).toEqual({ ...request, shop: 's1', city: 'CPT' });
});
