import type { DeliveryRecord } from './delivery.ts';
import type { ServiceDelivery } from './ports.ts';

/**
 * Whether a delivery found under our reference is the one we sent. After an unknown attempt of ours what the answer
 * shows must agree (`what_is_there`); on a first attempt nothing is ours without proof, so customer, drop-off and
 * pickup must all be shown and agree (`whole`).
 */
export function isOurs(ours: DeliveryRecord, found: ServiceDelivery, proof: 'whole' | 'what_is_there'): boolean {
  const { request } = ours;
  const pairs: [string | null, string][] = [
    [found.customerIdentifier, request.customer_identifier],
    [found.dropoffAddress, request.dropoff_address],
    [found.pickupAddress, request.pickup_address],
  ];
  const reference = found.orderReference === null || found.orderReference === ours.orderReference;
  return (
    reference && pairs.every(([theirs, mine]) => (theirs === null ? proof === 'what_is_there' : same(theirs, mine)))
  );
}

/**
 * Whether what was found is what an earlier attempt of ours sent, before a person corrected the request: same reference
 * and same customer, another address. An attempt of ours must have ended unknown.
 */
export function isOursUncorrected(ours: DeliveryRecord, found: ServiceDelivery): boolean {
  const reference = found.orderReference === null || found.orderReference === ours.orderReference;
  const customer =
    found.customerIdentifier !== null && same(found.customerIdentifier, ours.request.customer_identifier);
  return ours.everUnknown && reference && customer;
}

const same = (a: string, b: string): boolean => fold(a) === fold(b);
const fold = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase();
