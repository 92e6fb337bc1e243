import type { Corrections, Reason } from '#api-contract/order.ts';
import type { Settings } from '#api-contract/settings.ts';
import { addressLimit, addressLine, inSouthAfricaByName } from './address.ts';
import { cleanText, clip } from './clean-text.ts';
import { pointInProvince } from './coordinates.ts';
import {
  correctedCoordinates,
  mapCoordinates,
  mapName,
  mapPhone,
  mapRemarks,
  type Source,
  wordsWithPhone,
} from './map-contact.ts';
import { byPerson, faulty, found, leftOut, type MappedValue } from './mapped-value.ts';
import type { PhoneProblem } from './phone.ts';
import { placementReason } from './placement-reasons.ts';
import { isPostalAddress } from './post-box.ts';
import { provinceOf } from './province.ts';
import { isRedacted, isWithheld } from './redaction.ts';
import { dropoffRemarks } from './remarks.ts';
import type { FulfillmentOrder, ShopOrder } from './shop-order.ts';

/**
 * The drop-off half of the request, from the order and what checkout asked for the goods of this delivery; a person's
 * corrections win.
 */
export function mapDropoff(
  order: ShopOrder,
  fulfillmentOrders: readonly FulfillmentOrder[],
  settings: Settings,
  corrections: Corrections,
) {
  const phones =
    corrections.dropoff_contact_phone === undefined
      ? phoneSources(order, fulfillmentOrders)
      : [{ name: byPerson, value: corrections.dropoff_contact_phone }];
  return {
    dropoff_address: dropoffAddress(order, corrections),
    dropoff_contact_name: mapName(
      'dropoff_contact_name',
      [{ name: byPerson, value: corrections.dropoff_contact_name }, ...nameSources(order)],
      () => missing(order, 'name', ['shippingAddress.name', 'shippingAddress.firstName', 'customer']),
    ),
    dropoff_contact_phone: mapPhone('dropoff_contact_phone', phones, (problem) => phoneReason(order, problem)),
    dropoff_remarks: mapRemarks(corrections.dropoff_remarks, {
      name: 'instructions at checkout, order note, chosen note attributes and words beside the phone number',
      value: dropoffRemarks(order, fulfillmentOrders, settings.instructions.attributeNames, wordsWithPhone(phones)),
    }),
    dropoff_coordinates: dropoffCoordinates(order, corrections),
  };
}

function dropoffAddress(order: ShopOrder, corrections: Corrections): MappedValue {
  const corrected = clip(cleanText(corrections.dropoff_address), addressLimit);
  if (corrected !== '') return found(corrected, byPerson);
  const address = order.shippingAddress;
  const line = address && addressLine(address);
  if (address && isPostalAddress(address)) return faulty('dropoff_address', placementReason('dropoff_post_box'));
  if (address && line?.ok && inSouthAfricaByName(address) !== 'unknown') return found(line.line, 'shipping address');
  return faulty('dropoff_address', addressReason(order));
}

function addressReason(order: ShopOrder): Reason {
  const address = order.shippingAddress;
  if (!address) {
    return placementReason(
      isRedacted(order, 'shippingAddress') ? 'dropoff_address_withheld' : 'dropoff_address_missing',
    );
  }
  const line = addressLine(address);
  if (line.ok) return placementReason('dropoff_country_unknown');
  const path = line.problem === 'city_missing' ? 'shippingAddress.city' : 'shippingAddress.address1';
  if (isRedacted(order, path) || isWithheld(address)) return placementReason('dropoff_address_withheld');
  return placementReason(`dropoff_${line.problem}`);
}

function nameSources({ shippingAddress: address, customer }: ShopOrder): Source[] {
  const fullName = (first?: string | null, last?: string | null) => [first ?? '', last ?? ''].join(' ');
  return [
    { name: 'name of the shipping address', value: address?.name },
    { name: 'first and last name of the shipping address', value: fullName(address?.firstName, address?.lastName) },
    { name: 'company of the shipping address', value: address?.company },
    { name: 'name of the customer', value: fullName(customer?.firstName, customer?.lastName) },
    // Shopify's display name falls back to the email address or the phone number, and neither is a name.
    { name: 'display name of the customer', value: customer?.displayName?.replace(/^.*@.*$|^[+\d\s()-]*$/su, '') },
  ];
}

function phoneSources(order: ShopOrder, fulfillmentOrders: readonly FulfillmentOrder[]): Source[] {
  const address: Source = { name: 'shipping address', value: order.shippingAddress?.phone };
  const own: Source = { name: 'order', value: order.phone };
  const changed = order.changedPhone === undefined ? [] : [{ address, order: own }[order.changedPhone]];
  return [
    ...changed,
    ...fulfillmentOrders.map(({ contactPhone }) => ({ name: 'delivery method at checkout', value: contactPhone })),
    ...fulfillmentOrders.map(({ destinationPhone }) => ({ name: 'destination', value: destinationPhone })),
    address,
    // An edit that puts another line in the place of one leaves the buyer's phone with that.
    ...[...order.shippingLines, ...order.removedShippingLines].map(({ phone }) => ({
      name: 'shipping line',
      value: phone,
    })),
    own,
    { name: 'customer', value: order.customer?.phone },
  ];
}

function phoneReason(order: ShopOrder, problem: PhoneProblem): Reason {
  if (problem !== 'missing') return placementReason(`dropoff_phone_${problem}`);
  const ofGoods = order.redacted.filter((path) =>
    /^fulfillmentOrders\..*(?:destination|additionalInformation)/u.test(path),
  );
  return missing(order, 'phone', ['shippingAddress.phone', 'shippingLines', 'phone', 'customer.phone', ...ofGoods]);
}

/** A name or phone that is not there: because Shopify keeps it from the app, or because nobody gave it. */
function missing(order: ShopOrder, what: 'name' | 'phone', paths: readonly string[]): Reason {
  const address = order.shippingAddress;
  const withheld = paths.some((path) => isRedacted(order, path)) || (address !== null && isWithheld(address));
  return placementReason(`dropoff_${what}_${withheld ? 'withheld' : 'missing'}`);
}

/**
 * The address's coordinates only where Shopify validated them, found no error and the point lies in the province, where
 * one is stated: a junk street often carries the city's centre, and coordinates take precedence over the address.
 */
function dropoffCoordinates(order: ShopOrder, corrections: Corrections): MappedValue {
  const { dropoff_coordinates: corrected, dropoff_address: correctedAddress } = corrections;
  if (corrected !== undefined) {
    return correctedCoordinates('dropoff_coordinates', corrected, () =>
      placementReason('dropoff_coordinates_unusable'),
    );
  }
  if (correctedAddress !== undefined) return leftOut('left out: the address was corrected');
  const address = order.shippingAddress;
  if (!address) return leftOut('none given');
  const { latitude, longitude } = address;
  const mapped = mapCoordinates(latitude, longitude, 'shipping address, validated by Shopify');
  if (mapped.value === null) return mapped;
  if (!address.coordinatesValidated) return leftOut('left out: Shopify did not validate them');
  if (address.validationResultSummary === 'ERROR') return leftOut('left out: Shopify found an error in the address');
  const stated = [address.provinceCode, address.province].filter((province) => cleanText(province) !== '');
  if (stated.length === 0) return mapped;
  const known = stated.filter((province) => provinceOf(province) !== null);
  if (known.length === 0) return leftOut('left out: the stated province is not one of South Africa');
  const inStated = known.some((province) => pointInProvince(Number(latitude), Number(longitude), province));
  return inStated ? mapped : leftOut('left out: the point is not in the stated province');
}
