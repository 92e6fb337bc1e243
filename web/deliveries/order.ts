import type { Corrections, RuleTrace } from '#api-contract/order.ts';
import type { StaffPhones } from '#placement/changed-phone.ts';
import type { FraudRisk } from '#placement/fraud-risk.ts';
import type { OrderId, OrderReference, ShopDomain } from '#placement/ids.ts';
import type { OrderWords } from '#placement/order-says.ts';
import { isWaitingFor } from '#placement/waiting.ts';
import { type AttemptRecord, type DeliveryRecord, type Standing, tellsOf } from './delivery.ts';
import type { ServiceHealth } from './service-health.ts';

/**
 * What is known and decided of an order as a whole. It stands where the delivery stands that most needs a person; without
 * one, on its own. Instants are epoch ms.
 */
export interface OrderRecord extends Standing {
  shop: ShopDomain;
  orderId: OrderId;
  number: number;
  name: string;
  customerName: string | null;
  rules: RuleTrace[];
  testOrder: boolean;
  paid: boolean;
  processedAt: number;
  paidAt: number | null;
  shopifyUpdatedAt: number;
  cancelledAt: number | null;
  /** When the first of its goods opened, where Shopify kept back all of them. */
  openedAt: number | null;
  /** As it was read last; null where it was not asked for. */
  fraudRisk: FraudRisk | null;
  locationIds: string[];
  /** From when it could be sent, by day and opening hours: too late is counted from here. Null before it was decided. */
  sendableFrom: number | null;
  /** Fulfilment orders that the merchant marked as prepared for local delivery. */
  prepared: string[];
  /** When it is to be looked at again without being asked (edit window, hold with a date). */
  dueAt: number | null;
  /** Until when a person's "send" counts that has no delivery yet, and goes on to those that come; null: there is none. */
  wordUntil: number | null;
  /** Corrections by location key; used for the service only. */
  corrections: Record<string, Corrections>;
  /** What the order says of the field that `reason` names, as the buyer gave it; null where that is nothing. */
  givenAtFault: string | null;
  /** As it was first read; null where a version before read it. */
  firstPhones: StaffPhones | null;
  /** What the order said of each corrected field at that time, by the same keys. */
  saidWhenCorrected: Record<string, Partial<OrderWords>>;
  /** Of the note as it was last read. */
  noteHash: string;
  /** Our last write to the order, so that its echo costs no read. */
  ownWrite: { updatedAt: number; noteHash: string } | null;
  echoFingerprint: string | null;
  firstSeenAt: number;
  updatedAt: number;
}

/** All that is stored of one order, as it was at one moment. */
export interface OrderAggregate {
  order: OrderRecord | null;
  deliveries: DeliveryRecord[];
  /** The order was redacted: known by id, and left alone. It has no rows, and none may come back. */
  erased: boolean;
  /** The database's clock, epoch ms: leases of several processes are compared by one clock. */
  now: number;
  /** What the shop knew of the service at that moment, so that asking about a call costs no statement. */
  health: Readonly<Record<DeliveryRecord['mode'], ServiceHealth>>;
}

/** The order is to run again; committed with the rows it is about. */
export interface Wake {
  /** Epoch ms; null for at once. */
  at: number | null;
}

export interface AuditEntry {
  actor: string;
  action: string;
  orderReference: OrderReference | null;
  /** What changed, in words without personal data. */
  detail: string;
}

/** What is to be written, all or nothing. Records are written whole. */
export interface Change {
  order?: OrderRecord;
  deliveries?: DeliveryRecord[];
  attempts?: AttemptRecord[];
  wakes?: Wake[];
  audit?: AuditEntry[];
  /** Inbox rows that this change has taken into account. */
  webhooksDone?: string[];
  /** What the order is found by, as `placement/found-by` makes it; left as it was where it was not read. */
  foundBy?: string[];
  /** What Shopify says of the order's payment, for the balance. */
  paidAtShopify?: boolean;
}

export interface Decided<R> {
  change: Change | null;
  result: R;
}

/** Which reference another order of the same service account holds, and whether that order is this shop's. */
export interface ReferenceConflict {
  orderReference: OrderReference;
  sameShop: boolean;
}

/** What a change came to: a reference or a delivery id can turn out to belong to another order of the same service account. */
export type ChangeOutcome<R> =
  /** `after`: the order as the change left it. */
  | { kind: 'done'; result: R; after: OrderAggregate }
  | ({ kind: 'reference_taken' } & ReferenceConflict)
  /** Another run of the order has begun meanwhile: nothing was decided. */
  | { kind: 'overtaken' }
  /** Another delivery of ours already holds the service's delivery id that was to be written. */
  | { kind: 'delivery_id_taken' };

/** An inbox row waiting to be taken into account for an order. */
export interface WaitingWebhook {
  id: string;
  /** Shopify's id of it, or the sweep's. */
  webhookId: string;
  topic: string;
  /** Epoch ms. */
  receivedAt: number;
  /** From the signed body, epoch ms; null where it has none. */
  payloadUpdatedAt: number | null;
  payloadNoteHash: string | null;
  echoFingerprint: string | null;
  /** What the analysis for fraud that it tells of found; null where it tells of none. */
  fraudRisk?: FraudRisk | null;
  /** Fulfilment orders that it says are prepared for local delivery. */
  prepared?: readonly string[];
}

/** The delivery of this reference; undefined where the order has none. */
export function deliveryOf(
  { deliveries }: Pick<OrderAggregate, 'deliveries'>,
  reference: string | null,
): DeliveryRecord | undefined {
  return deliveries.find(({ orderReference }) => orderReference === reference);
}

/** An order with the inbox rows that are still to be taken into account for it. */
export interface LoadedOrder extends OrderAggregate {
  webhooks: WaitingWebhook[];
}

/** Deliveries that speak for their goods: of all that were sent for the same ones the newest that is left, or else the newest. */
export function currentDeliveries(deliveries: readonly DeliveryRecord[]): DeliveryRecord[] {
  const ofGoods = Map.groupBy(deliveries, (one) => firstFor(one, deliveries)).values();
  const current = new Set([...ofGoods].map((all) => all.findLast(isLeft) ?? all.at(-1)));
  return deliveries.filter((one) => current.has(one));
}

function firstFor({ replaces, orderReference }: DeliveryRecord, all: readonly DeliveryRecord[]): OrderReference {
  const before = replaces === null ? undefined : all.find((one) => one.orderReference === replaces);
  return before ? firstFor(before, all) : orderReference;
}

/** The newest delivery for the same goods: another one comes after that, of whichever is left. */
export const newestFor = (deliveries: readonly DeliveryRecord[], delivery: DeliveryRecord): OrderReference =>
  deliveries.findLast((one) => firstFor(one, deliveries) === firstFor(delivery, deliveries))?.orderReference ??
  delivery.orderReference;

/** It may bring its goods, is to be booked again, or asks a person what is to become of them. */
function isLeft(delivery: DeliveryRecord): boolean {
  const { state, cancellation, drift, closed } = delivery;
  if (state !== 'cancelled' || cancellation?.newReference != null) return true;
  return closed.length < drift.length && tellsOf(delivery, 'not_delivered');
}

/** Whether a newer delivery speaks for its goods. */
export function isReplacedIn(
  deliveries: readonly DeliveryRecord[],
  { orderReference }: Pick<DeliveryRecord, 'orderReference'>,
): boolean {
  const isSent = deliveries.some(({ replaces }) => replaces === orderReference);
  return isSent && currentDeliveries(deliveries).every((one) => one.orderReference !== orderReference);
}

/** Current deliveries that were not cancelled: each brings goods, or is to. */
export function liveDeliveries(deliveries: readonly DeliveryRecord[]): DeliveryRecord[] {
  return currentDeliveries(deliveries).filter(({ state }) => state !== 'cancelled');
}

/** Whether something of an order waits for what settings, or a person who enters something, may end. */
export const isWaiting = ({ order, deliveries }: OrderAggregate): boolean =>
  (order !== null && mayBeLetGo(order)) || deliveries.some(mayBeLetGo);

const mayBeLetGo = (one: Standing): boolean =>
  one.state === 'held' || isWaitingFor(one, 'service', 'settings', 'order', 'lacking', 'person', 'rules');

/** An order as a change leaves it. */
export function afterChange(aggregate: OrderAggregate, change: Change): OrderAggregate {
  return {
    ...aggregate,
    order: change.order ?? aggregate.order,
    deliveries: mergeDeliveries(aggregate.deliveries, change.deliveries ?? []),
  };
}

/** Two changes as one, where the second was decided on the order as the first leaves it. */
export function inOneWrite(first: Change, second: Change): Change {
  return {
    ...first,
    ...second,
    deliveries: mergeDeliveries(first.deliveries ?? [], second.deliveries ?? []),
    attempts: [...(first.attempts ?? []), ...(second.attempts ?? [])],
    wakes: [...(first.wakes ?? []), ...(second.wakes ?? [])],
  };
}

/** Changed deliveries in the place of what they were, new ones after them. */
export function mergeDeliveries(
  before: readonly DeliveryRecord[],
  changed: readonly DeliveryRecord[],
): DeliveryRecord[] {
  const byReference = new Map(changed.map((delivery) => [delivery.orderReference, delivery]));
  const kept = before.map((delivery) => byReference.get(delivery.orderReference) ?? delivery);
  const known = new Set(before.map(({ orderReference }) => orderReference));
  return [...kept, ...changed.filter(({ orderReference }) => !known.has(orderReference))];
}

/** The change, after which its order is read from Shopify at that time at the latest; epoch ms. */
export function readAnew(change: Change, at: number): Change {
  const { order, wakes = [] } = change;
  if (!order) return change;
  return { ...change, order: { ...order, dueAt: Math.min(at, order.dueAt ?? at) }, wakes: [...wakes, { at }] };
}

/**
 * How notes are compared without being kept: 64 bits of FNV-1a over its code points, as hexadecimal. It tells equal from
 * different and guards nothing.
 */
export function noteHash(note: string | null): string {
  let hash = 0xcbf29ce484222325n;
  // What is not stored of a note is not compared either.
  for (const unit of (note ?? '').replace(/\0|\p{Surrogate}/gu, '')) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(unit.codePointAt(0) ?? 0)) * 0x100000001b3n);
  }
  return hash.toString(16);
}
