import type { DriftItem } from '#api-contract/drift.ts';
import type { DeliveryState, Reason } from '#api-contract/order.ts';
import { isWaitingFor, timeOf, type Waiting } from '#placement/waiting.ts';
import { withDifferences } from './alarm.ts';
import { type DeliveryRecord, type Doubt, type Standing, tellsOf } from './delivery.ts';

/** Which state may follow which (behaviour §3). Everything that changes a state goes through `assertTransition`. */
export const transitions: Record<DeliveryState, readonly DeliveryState[]> = {
  queued: ['placing', 'confirming', 'held', 'needs_attention', 'skipped', 'cancelled'],
  placing: ['placed', 'confirming', 'queued', 'held', 'needs_attention', 'cancelled'],
  confirming: ['queued', 'placed', 'held', 'needs_attention', 'cancelled'],
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
  state: Exclude<DeliveryState, 'held'>,
  reason: Reason | null,
  now: number,
  more: Partial<Omit<DeliveryRecord, keyof Standing>> = {},
): DeliveryRecord {
  const over = state === 'cancelled' ? endOf(delivery, now) : {};
  return moved(delivery, { state, reason, waitsFor: null }, now, { ...over, ...more });
}

/** The delivery on hold, due again at the time that it waits for. */
export function hold(
  delivery: DeliveryRecord,
  { reason, waitsFor }: Waiting,
  now: number,
  more: Partial<Omit<DeliveryRecord, keyof Standing>> = {},
): DeliveryRecord {
  return moved(delivery, { state: 'held', reason, waitsFor }, now, { dueAt: timeOf(waitsFor), ...more });
}

/** The delivery on which a person is asked for what it waits for. */
export function askPerson(
  delivery: DeliveryRecord,
  { reason, waitsFor }: Waiting,
  now: number,
  more: Partial<Omit<DeliveryRecord, keyof Standing>> = {},
): DeliveryRecord {
  return moved(delivery, { state: 'needs_attention', reason, waitsFor }, now, more);
}

function moved(
  delivery: DeliveryRecord,
  standing: Standing,
  now: number,
  more: Partial<DeliveryRecord>,
): DeliveryRecord {
  assertTransition(delivery.state, standing.state);
  return { ...delivery, dueAt: null, ...more, ...standing, leaseUntil: null, updatedAt: now };
}

/** Goods that it was never sent for still have no driver. */
function endOf(delivery: DeliveryRecord, at: number): Partial<DeliveryRecord> {
  const { placedAt, steps } = delivery;
  const ended = placedAt === null ? steps : [...steps, { state: 'cancelled' as const, at }];
  const { drift, closed } = withDifferences(delivery, delivery.drift.filter(isWithoutDriver));
  return { drift, closed, steps: ended, lookAt: null, cancellation: null };
}

/** Why the service is to be asked about it: what it was asked for before, or that an answer is missing. */
export function doubtOf({ doubt }: Pick<DeliveryRecord, 'doubt'>): Doubt {
  return doubt ?? 'unanswered';
}

/** Whether the delivery surely does not exist at the service and nobody is sending it: it may still be changed. */
export function isEditable(delivery: DeliveryRecord): boolean {
  const untouchable: DeliveryState[] = ['placed', 'placing', 'confirming', 'cancelled'];
  return delivery.doubt === null && !delivery.everUnknown && !untouchable.includes(delivery.state);
}

/**
 * Its differences as a person sees them: of what is not sent yet none but goods without a driver; where no driver comes
 * any more, neither that the order ended nor what is to become of the goods, for the one decides the other.
 */
export function shownOf(delivery: DeliveryRecord): Pick<DeliveryRecord, 'drift' | 'closed'> {
  const { drift, closed } = delivery;
  if (isEditable(delivery)) return { drift: drift.filter(isWithoutDriver), closed };
  // Both are kept: the service may try again, and an order that was refunded may go on.
  const isDecided = !mayCome(delivery) && tellsOf(delivery, 'order_ended');
  return { drift: isDecided ? drift.filter(({ about }) => !decided.includes(about)) : drift, closed };
}

const isWithoutDriver = ({ about }: DriftItem): boolean => about === 'goods_without_driver';

const decided: readonly DriftItem['about'][] = ['order_ended', 'not_delivered'];

/** Whether the driver of one that is booked may still come. */
export const mayCome = ({ progress }: Pick<DeliveryRecord, 'progress'>): boolean =>
  progress === null || progress === 'on_its_way';

/**
 * Whether a person's correction may go into the request: it surely does not exist, or the service was asked after the
 * last unknown attempt and then refused it. The reference stays, so the service itself guards against a second one.
 */
export function isCorrectable(delivery: DeliveryRecord): boolean {
  return isEditable(delivery) || (delivery.state === 'needs_attention' && delivery.doubt === null);
}

/** Whether the service has just denied it after a lost answer: only a new reading of its order tells what follows. */
export function awaitsReading({ state, doubt }: Pick<DeliveryRecord, 'state' | 'doubt'>): boolean {
  return state === 'confirming' && doubt === null;
}

/** Whether a run goes on with it once the service, or what it needs of the settings, is there: also where a person was told. */
export function waitsForService({ waitsFor }: Pick<DeliveryRecord, 'waitsFor'>): boolean {
  return isWaitingFor({ waitsFor }, 'service', 'settings');
}

/** Whether only a reading of its order can send it: it waits to be sent, or for what the order lacks. */
export const waitsForReading = (one: Standing): boolean => isUnsent(one) || isLacking(one);

/** Whether it waits to be sent. */
export const isUnsent = ({ state }: Standing): boolean => state === 'queued' || state === 'held';

/** Whether a person is asked for what its order lacks, or lacked when it became theirs. */
export const isLacking = (one: Pick<Standing, 'waitsFor'>): boolean => isWaitingFor(one, 'order', 'lacking');

/** Whether a driver is or may be booked for it. */
export const mayBeBooked = (delivery: DeliveryRecord): boolean =>
  !isEditable(delivery) && delivery.state !== 'cancelled';

/** Whether the buyer has it, by the service's last word. */
export const isDelivered = ({ state, progress }: DeliveryRecord): boolean =>
  state === 'placed' && progress === 'delivered';

/** Whether a driver may be booked for it and only a person can tell: a look-up comes before anything else is sent. */
export function isInDoubt({ state, doubt }: DeliveryRecord): boolean {
  return state === 'needs_attention' && doubt !== null;
}
