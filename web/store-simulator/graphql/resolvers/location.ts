import { gid } from '../../state/gid.ts';
import type { LocationRecord } from '../../state/records.ts';
import { field, plain } from '../field.ts';
import { legacyIdFields } from './identity.ts';
import { ownerFields } from './metafield.ts';

export const locationTypes = {
  Location: {
    ...legacyIdFields,
    ...ownerFields,
    ...plain<LocationRecord>('name', 'isActive', 'fulfillsOnlineOrders', 'createdAt', 'updatedAt'),
    isFulfillmentService: field((location: LocationRecord) => location.fulfillmentService !== null),
    shipsInventory: field((location: LocationRecord) => location.fulfillsOnlineOrders),
    address: field((location: LocationRecord) => location),
    fulfillmentService: field((location: LocationRecord) => (location.fulfillmentService ? location : null)),
  },
  LocationAddress: {
    ...plain<LocationRecord>('address1', 'address2', 'city', 'country', 'countryCode', 'latitude', 'longitude'),
    ...plain<LocationRecord>('phone', 'province', 'provinceCode', 'zip'),
    formatted: field((location: LocationRecord) =>
      [location.address1, location.address2, location.zip, location.city, location.province, location.country].filter(
        (part) => part !== null,
      ),
    ),
  },
  FulfillmentService: {
    id: field((location: LocationRecord) => gid('FulfillmentService', location.id)),
    serviceName: field((location: LocationRecord) => location.fulfillmentService),
    handle: field((location: LocationRecord) => location.fulfillmentService?.toLowerCase().replaceAll(/\W+/g, '-')),
    type: field(() => 'THIRD_PARTY'),
    location: field((location: LocationRecord) => location),
  },
};
