import type { Corrections, Reason } from '#api-contract/order.ts';
import type { Settings } from '#api-contract/settings.ts';
import { addressLimit, addressLine, inSouthAfricaByName } from './address.ts';
import { cleanText, clip } from './clean-text.ts';
import { correctedCoordinates, mapCoordinates, mapName, mapPhone, mapRemarks } from './map-contact.ts';
import { byPerson, faulty, found, leftOut, type MappedValue } from './mapped-value.ts';
import type { PhoneProblem } from './phone.ts';
import { placementReason } from './placement-reasons.ts';
import { isPostalAddress } from './post-box.ts';
import type { AssignedLocation } from './shop-order.ts';

/** The pickup half of the request, from the assigned location and the shop's settings for it (matched by id). */
export function mapPickup(location: AssignedLocation, settings: Settings, corrections: Corrections) {
  const own = location.id === null ? undefined : settings.locations[location.id];
  const name = locationName(location);
  return {
    pickup_address: pickupAddress(location, corrections, name),
    pickup_contact_name: mapName(
      'pickup_contact_name',
      [
        { name: byPerson, value: corrections.pickup_contact_name },
        { name: 'settings of the location', value: own?.contactName },
        { name: 'name of the location', value: location.name },
      ],
      () => placementReason('pickup_name_missing'),
    ),
    pickup_contact_phone: mapPhone(
      'pickup_contact_phone',
      corrections.pickup_contact_phone === undefined
        ? [
            { name: 'settings of the location', value: own?.contactPhone },
            { name: 'phone of the location', value: location.phone },
          ]
        : [{ name: byPerson, value: corrections.pickup_contact_phone }],
      (problem) => phoneReason(problem, name),
    ),
    pickup_remarks: mapRemarks(corrections.pickup_remarks, { name: 'settings of the location', value: own?.remarks }),
    pickup_coordinates: pickupCoordinates(location, corrections),
  };
}

/** For reasons: a location without a name still has to be pointed at. */
export function locationName(location: Pick<AssignedLocation, 'name' | 'id'>): string {
  return clip(cleanText(location.name), 255) || `(${location.id ?? 'no name'})`;
}

function pickupAddress(location: AssignedLocation, corrections: Corrections, name: string): MappedValue {
  const corrected = clip(cleanText(corrections.pickup_address), addressLimit);
  if (corrected !== '') return found(corrected, byPerson);
  if (inSouthAfricaByName(location) === 'no') {
    return faulty('pickup_address', placementReason('pickup_outside_south_africa', { location: name }));
  }
  if (isPostalAddress(location)) {
    return faulty('pickup_address', placementReason('pickup_post_box', { location: name }));
  }
  const address = addressLine(location);
  if (address.ok) return found(address.line, 'address of the location');
  return faulty('pickup_address', placementReason(`pickup_${address.problem}`, { location: name }));
}

/** A corrected address makes the location's point wrong, so it is not sent with it. */
function pickupCoordinates(location: AssignedLocation, corrections: Corrections): MappedValue {
  const { pickup_coordinates: corrected, pickup_address: address } = corrections;
  if (corrected !== undefined) {
    return correctedCoordinates('pickup_coordinates', corrected, () => placementReason('pickup_coordinates_unusable'));
  }
  if (address !== undefined) return leftOut('left out: the address was corrected');
  return mapCoordinates(location.latitude, location.longitude, 'coordinates of the location');
}

function phoneReason(problem: PhoneProblem, location: string): Reason {
  return placementReason(`pickup_phone_${problem}`, { location });
}
