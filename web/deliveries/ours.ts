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

const same = (a: string, b: string): boolean => fold(a) === fold(b);
const fold = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase();
