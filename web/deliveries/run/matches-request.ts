import type { PlacementRequest } from '#placement/placement-request.ts';
import type { DeliveryRecord, EarlierRequest, ServiceDelivery } from '../delivery.ts';

/** Whose delivery stands under our reference. `in_doubt`: probably ours, and not proven. */
export type Owner = 'ours' | 'in_doubt' | 'somebody_else';

/**
 * Whose the delivery is that was found under our reference. The customer tells ours from theirs: services write addresses
 * in their own way. After an unknown attempt of ours only another customer disproves it; on a first attempt nothing is
 * ours without proof, so customer, drop-off and pickup must all be shown and agree.
 */
export function ownerOf(ours: DeliveryRecord, found: ServiceDelivery): Owner {
  if (found.orderReference !== null && found.orderReference !== ours.orderReference) return 'in_doubt';
  const sent = ours.earlier ? [ours.request, ours.earlier.request] : [ours.request];
  const { customerIdentifier: customer } = found;
  const isCustomer = customer !== null && sent.some((request) => same(customer, request.customer_identifier));
  if (customer !== null && !isCustomer) return 'somebody_else';
  if (!ours.everUnknown) {
    const isWhole = isCustomer && found.dropoffAddress !== null && found.pickupAddress !== null;
    if (isWhole && agrees(found, ours.request)) return 'ours';
    return isCustomer || sent.some((request) => dropoffAgrees(found, request)) ? 'in_doubt' : 'somebody_else';
  }
  return isCustomer || sent.some((request) => agrees(found, request) || dropoffAgrees(found, request))
    ? 'ours'
    : 'in_doubt';
}

/**
 * The request that the found delivery of ours was booked with: the present one, or the one that went out with an unknown
 * fate before a person corrected it. In doubt it is the earlier one, so that the correction shows as a difference.
 */
export function sentOf(ours: DeliveryRecord, found: ServiceDelivery): EarlierRequest {
  const { earlier } = ours;
  const isPresent = earlier === null || (found.dropoffAddress !== null && agrees(found, ours.request));
  return isPresent ? { request: ours.request, body: ours.body } : earlier;
}

/** Whether nothing that the service shows speaks against it. */
function agrees(found: ServiceDelivery, request: PlacementRequest): boolean {
  const pairs: [string | null, string][] = [
    [found.dropoffAddress, request.dropoff_address],
    [found.pickupAddress, request.pickup_address],
  ];
  const { dropoffContactPhone: phone } = found;
  const isPhone = phone === null || samePhone(phone, request.dropoff_contact_phone);
  return isPhone && pairs.every(([theirs, mine]) => theirs === null || same(theirs, mine));
}

/** The pickup is every order's; where the parcel goes, or whom the driver calls there, is this one's. */
function dropoffAgrees({ dropoffAddress, dropoffContactPhone }: ServiceDelivery, request: PlacementRequest): boolean {
  const isAddress = dropoffAddress !== null && same(dropoffAddress, request.dropoff_address);
  return isAddress || (dropoffContactPhone !== null && samePhone(dropoffContactPhone, request.dropoff_contact_phone));
}

const same = (a: string, b: string): boolean => fold(a) === fold(b);
/** `+27 82 123 4567` is `0821234567`. */
const samePhone = (a: string, b: string): boolean => digitsOf(a) === digitsOf(b);
const digitsOf = (phone: string): string => phone.replace(/\D/g, '').slice(-9);
const fold = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase();
