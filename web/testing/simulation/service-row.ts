import type { ServiceDelivery } from '#deliveries/delivery.ts';
import type { DeliveryId } from '#placement/ids.ts';
import type { PlacementRequest } from '#placement/placement-request.ts';

/** A delivery as the service keeps it. */
export interface ServiceRow extends ServiceDelivery {
  orderReference: string;
  /** Whose goods, from where: two rows with the same are two drivers for one kettle. */
  goods: string;
  body: string;
  /** Epoch ms. */
  storedAt: number;
}

/** How a look-up shows a delivery: as it was sent, with addresses as a geocoder writes them, or without the customer too. */
export type Shows = 'as_sent' | 'rewritten' | 'rewritten_without_customer';

const slot = { start: '2026-11-21T12:00:00.000Z', end: '2026-11-21T14:00:00.000Z' };

/** The `count`th delivery, as it was asked for. */
export function serviceRow(request: PlacementRequest, body: string, count: number, storedAt: number): ServiceRow {
  return {
    deliveryId: `D-${count}` as DeliveryId,
    slot,
    distanceEstimateMetres: 5_400,
    timeEstimateSeconds: 900,
    state: 'PENDING PICKUP',
    orderReference: request.order_reference,
    customerIdentifier: request.customer_identifier,
    pickupAddress: request.pickup_address ?? null,
    dropoffAddress: request.dropoff_address ?? null,
    dropoffContactPhone: request.dropoff_contact_phone ?? null,
    trackingUrl: null,
    cost: null,
    photoUrl: null,
    raw: '{}',
    goods: `${request.customer_identifier}|${request.pickup_address}`,
    body,
    storedAt,
  };
}

export function shownAs(row: ServiceRow, shows: Shows): ServiceDelivery {
  if (shows === 'as_sent') return row;
  const rewrite = (address: string | null) => address && `${address.toUpperCase().replace(/,.*/, '')}, 8001, RSA`;
  const { pickupAddress, dropoffAddress } = row;
  const shown = { ...row, pickupAddress: rewrite(pickupAddress), dropoffAddress: rewrite(dropoffAddress) };
  return shows === 'rewritten' ? shown : { ...shown, customerIdentifier: null, dropoffContactPhone: null };
}
