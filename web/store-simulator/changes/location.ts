import { gid } from '../state/gid.ts';
import type { LocationRecord } from '../state/records.ts';
import type { ShopState } from '../state/shop-state.ts';
import { countryName, provinceName } from '../state/south-africa.ts';
import { restTime } from '../webhooks/rest-time.ts';

/** A location as typed; what is left out is null. */
export type NewLocation = { name: string } & Partial<
  Omit<LocationRecord, 'kind' | 'name' | 'country' | 'province' | 'createdAt' | 'updatedAt'>
>;

/** Adds a location; fires `locations/create` unless `quiet`. */
export function addLocation(shop: ShopState, typed: NewLocation, quiet = false): LocationRecord {
  const countryCode = typed.countryCode ?? 'ZA';
  const location: LocationRecord = {
    address1: null,
    address2: null,
    city: null,
    provinceCode: null,
    zip: null,
    phone: null,
    latitude: null,
    longitude: null,
    isActive: true,
    fulfillsOnlineOrders: true,
    fulfillmentService: null,
    ...typed,
    kind: 'Location',
    id: typed.id ?? shop.nextId(),
    countryCode,
    country: countryName(countryCode),
    province: provinceName(typed.provinceCode ?? null),
    createdAt: shop.now(),
    updatedAt: shop.now(),
  };
  shop.locations.set(location.id, location);
  if (!quiet) {
    shop.publish([{ topic: 'locations/create', body: locationBody(shop, location) }]);
  }
  return location;
}

/** Changes a location's own record; fires `locations/update`. */
export function updateLocation(
  shop: ShopState,
  location: LocationRecord,
  patch: Partial<Omit<LocationRecord, 'kind' | 'id'>>,
): LocationRecord {
  Object.assign(location, patch, { updatedAt: shop.now() });
  if (patch.provinceCode && !patch.province) {
    location.province = provinceName(patch.provinceCode);
  }
  shop.publish([{ topic: 'locations/update', body: locationBody(shop, location) }]);
  return location;
}

function locationBody(shop: ShopState, location: LocationRecord): Record<string, unknown> {
  return {
    id: BigInt(location.id),
    admin_graphql_api_id: gid('Location', location.id),
    name: location.name,
    address1: location.address1,
    address2: location.address2,
    city: location.city,
    zip: location.zip,
    province: location.province,
    country: location.countryCode,
    phone: location.phone,
    created_at: restTime(location.createdAt, shop.ianaTimezone),
    updated_at: restTime(location.updatedAt, shop.ianaTimezone),
    country_code: location.countryCode,
    country_name: location.country,
    province_code: location.provinceCode,
    legacy: location.fulfillmentService !== null,
    active: location.isActive,
  };
}
