import type { DeliveryState, Reason } from '#api-contract/order.ts';
import { isWaitingForOpening } from '#placement/waiting.ts';
import type { DeliveryRecord } from './delivery.ts';

/** Which state may follow which (behaviour §3). Everything that changes a state goes through `assertTransition`. */
export const transitions: Record<DeliveryState, readonly DeliveryState[]> = {
  queued: ['placing', 'confirming', 'held', 'needs_attention', 'skipped', 'cancelled'],
  placing: ['placed', 'confirming', 'queued', 'held', 'needs_attention'],
  confirming: ['placing', 'placed', 'held', 'needs_attention'],
  held: ['queued', 'placing', 'confirming', 'needs_attention', 'skipped', 'cancelled'],
  needs_attention: ['queued', 'confirming', 'held', 'skipped', 'cancelled'],
  skipped: ['queued', 'held', 'needs_attention', 'cancelled'],
  placed: ['cancelled'],
  cancelled: [],
};

/** States in which the app goes on by itself without being asked. */
export const movingStates: readonly DeliveryState[] = ['queued', 'placing', 'confirming'];

/** @throws Error on a transition the table does not know: a defect of this code, never of input. */
export function assertTransition(from: DeliveryState, to: DeliveryState): void {
  if (from !== to && !transitions[from].includes(to)) throw new Error(`no transition from ${from} to ${to}`);
}

/** The delivery in another state, its lease given back. */
export function transition(
  delivery: DeliveryRecord,
  state: DeliveryState,
  why: Reason | null,
  now: number,
  more: Partial<DeliveryRecord> = {},
): DeliveryRecord {
  assertTransition(delivery.state, state);
  const over = state === 'cancelled' ? endOf(delivery, now) : {};
  return { ...delivery, dueAt: null, ...over, ...more, state, reason: why, leaseUntil: null, updatedAt: now };
}

function endOf({ placedAt, steps }: DeliveryRecord, at: number): Partial<DeliveryRecord> {
  const ended = placedAt === null ? steps : [...steps, { state: 'cancelled' as const, at }];
  return { drift: [], closed: [], steps: ended, lookAt: null, cancellation: null };
}

/** Whether the delivery surely does not exist at the service and nobody is sending it: it may still be changed. */
export function isEditable(delivery: DeliveryRecord): boolean {
  const untouchable: DeliveryState[] = ['placed', 'placing', 'confirming', 'cancelled'];
  return !delivery.uncertain && !delivery.everUnknown && !untouchable.includes(delivery.state);
}

/**
 * Whether a person's correction may go into the request: it surely does not exist, or the service was asked after the
 * last unknown attempt and then refused it. The reference stays, so the service itself guards against a second one.
 */
export function isCorrectable(delivery: DeliveryRecord): boolean {
  return isEditable(delivery) || (delivery.state === 'needs_attention' && !delivery.uncertain);
}

/** Whether a driver may be booked for it and only a person can tell: a look-up comes before anything else is sent. */
export function isInDoubt({ state, uncertain }: DeliveryRecord): boolean {
  return state === 'needs_attention' && uncertain;
}

const serviceCodes = ['service_down', 'key_refused', 'address_wrong'];
const shopCodes = ['paused', 'no_key', 'no_test_key', 'test_mode'];

/** Whether it waits for nothing but the service or the shop: it goes on as soon as the claim finds nothing against it. */
export function waitsForServiceOrShop(delivery: DeliveryRecord): boolean {
  return delivery.state === 'held' && [...serviceCodes, ...shopCodes].includes(delivery.reason?.code ?? '');
}

/** Whether it waits for the service alone: its request is kept as new as the order meanwhile. */
export function waitsForService(delivery: DeliveryRecord): boolean {
  return delivery.state === 'held' && serviceCodes.includes(delivery.reason?.code ?? '');
}

const takenCodes = ['reference_taken', 'reference_reserved_here', 'reference_reserved_elsewhere'];

/** Whether its reference is surely somebody else's delivery, so that only another reference helps. */
export function isReferenceTaken(delivery: DeliveryRecord): boolean {
  return (
    delivery.state === 'needs_attention' && isEditable(delivery) && takenCodes.includes(delivery.reason?.code ?? '')
  );
}

/** Whether it waits for Shopify to open its goods: webhooks and the given time tell of that, no other run need ask. */
export function waitsForOpening({ state, reason }: Pick<DeliveryRecord, 'state' | 'reason'>): boolean {
  return state === 'held' && isWaitingForOpening(reason);
}
