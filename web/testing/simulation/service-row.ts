import type { ServiceDelivery, ServiceState } from '#deliveries/delivery.ts';
import type { CancelOutcome } from '#deliveries/ports/courier.ts';
import type { DeliveryId } from '#placement/ids.ts';
import type { PlacementRequest } from '#placement/placement-request.ts';
import type { CancelFault } from './service-faults.ts';

/** A delivery as the service keeps it. */
export interface ServiceRow extends ServiceDelivery {
  orderReference: string;
  body: string;
  /** Epoch ms. */
  storedAt: number;
  /** The service has said no to cancelling it while no driver had it. */
  cancelRefused: boolean;
  /** What it said of it so far, with what it says now. */
  past: string[];
  /** The service ended it by itself. */
  calledOff: boolean;
  /** A notification was taken in since it was last cancelled, or that was taken back. */
  told: boolean;
}

/** How a look-up shows a delivery: as it was sent, with addresses as a geocoder writes them, or without the customer too. */
export type Shows = 'as_sent' | 'rewritten' | 'rewritten_without_customer';

/** Whose deliveries another system places under the same account. */
export const stranger = 'someone-else';
export const isForeign = ({ customerIdentifier }: ServiceRow): boolean => customerIdentifier === stranger;

/** Johannesburg keeps one offset all year. */
const offsetMs = 2 * 3_600_000;

export const dayMs = 86_400_000;

/** What clocks say at an instant (epoch ms) where the drivers drive, as if it were UTC. */
export const localTime = (at: number): Date => new Date(at + offsetMs);

export const localDay = (at: number): string => localTime(at).toISOString().slice(0, 10);

/** The afternoon of a day (`yyyy-mm-dd`): of the one on which he is booked, where the service has a driver left. */
export const slotAt = (day: string) => ({ start: `${day}T12:00:00.000Z`, end: `${day}T14:00:00.000Z` });

/** The `count`th delivery, as it was asked for. */
export function serviceRow(request: PlacementRequest, body: string, count: number, storedAt: number): ServiceRow {
  return {
    deliveryId: `D-${count}` as DeliveryId,
    slot: slotAt(localDay(storedAt)),
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
    body,
    storedAt,
    cancelRefused: false,
    past: [],
    calledOff: false,
    told: false,
  };
}

/** The service's word once a driver has the goods. */
const onItsWay = 'PENDING DROPOFF';

const meanings: Readonly<Record<string, ServiceState>> = {
  [onItsWay]: 'on_its_way',
  DELIVERED: 'delivered',
  FAILED: 'failed',
  RETURNED: 'returned',
  CANCELLED: 'cancelled',
};

/** What the service's words mean. */
export function stateOf(word: string | null): ServiceState {
  return meanings[word ?? ''] ?? 'booked';
}

export function setState(row: ServiceRow, state: string): void {
  row.state = state;
  row.past.push(state);
}

export const lostCancel: CancelOutcome = { kind: 'failed', message: 'no answer' };

/** A call to cancel arrives: what no driver has yet is cancelled; the answer may be lost. */
export function cancelRow(row: ServiceRow | undefined, fault: CancelFault): CancelOutcome {
  if (fault === 'lost_before') return lostCancel;
  if (row?.state !== 'PENDING PICKUP' || fault === 'refused') {
    if (row?.state === 'PENDING PICKUP') row.cancelRefused = true;
    return { kind: 'refused', message: `it is ${row?.state ?? 'unknown'}` };
  }
  setState(row, 'CANCELLED');
  return fault === 'lost_after' ? lostCancel : { kind: 'cancelled' };
}

/** A driver collects the goods of a delivery that was not cancelled. */
export function collectGoods(row: ServiceRow): void {
  if (row.state === 'PENDING PICKUP') setState(row, onItsWay);
}

export function shownAs(row: ServiceRow, shows: Shows): ServiceDelivery {
  if (shows === 'as_sent') return { ...row };
  const rewrite = (address: string | null) => address && `${address.toUpperCase().replace(/,.*/, '')}, 8001, RSA`;
  const { pickupAddress, dropoffAddress } = row;
  const shown = { ...row, pickupAddress: rewrite(pickupAddress), dropoffAddress: rewrite(dropoffAddress) };
  return shows === 'rewritten' ? shown : { ...shown, customerIdentifier: null, dropoffContactPhone: null };
}

/** What people did at the service, by reference, and the ids of the jobs that it was told to cancel. */
export const newDispatched = () => ({
  anew: new Map<string, 'at_once' | 'late'>(),
  deleted: new Set<string>(),
  toldToCancel: new Set<string>(),
  /** What another job of its reference took the place of. */
  former: [] as ServiceRow[],
});
