import type { Selectable } from 'kysely';
import type { Reason } from '#api-contract/order.ts';
import { openDrift } from '#deliveries/alarm.ts';
import type { DeliveryRecord, Doubt } from '#deliveries/delivery.ts';
import type { OrderRecord } from '#deliveries/order.ts';
import { shownOf } from '#deliveries/transitions.ts';
import { ruleIds } from '#placement/eligibility.ts';
import type { LocationId, OrderId, OrderReference, ShopDomain } from '#placement/ids.ts';
import { places } from './encrypted-columns.ts';
import type { Cipher } from './encryption.ts';
import {
  type DeliveryPrivate,
  deliveryPrivateOf,
  driftAboutOf,
  firstForbidden,
  noteOf,
  type OrderPrivate,
  orderPrivateOf,
  refusedBy,
} from './private-columns.ts';
import type { Tables } from './schema.ts';

const at = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));
const ms = (date: Date | string | null): number | null => (date === null ? null : new Date(date).getTime());
/** How long a word counts of which a version before kept no time. */
const dayMs = 86_400_000;
const withoutWords = (why: Reason | null): Reason | null => (why === null ? null : { ...why, serviceMessage: null });
const withWords = (why: Reason | null, serviceMessage: string | null): Reason | null =>
  why === null ? null : { ...why, serviceMessage };

/** A row as `json_populate_recordset` takes it; `ToRow` names every column that is written. */
type ToRow<Table extends keyof Tables, NotWritten extends keyof Tables[Table] = never> = Record<
  Exclude<keyof Tables[Table], NotWritten>,
  unknown
>;

/** Of a row to be written: its encrypted column stays as it is stored. */
export const unchanged = '';

/**
 * `mailed_reason` and `has_delivery` are kept by the statement that writes the row.
 *
 * @param stored the row as it stands; null where there is none.
 */
export function orderToRow(
  order: OrderRecord,
  stored: OrderRecord | null,
  cipher: Cipher,
): ToRow<'shop_order', 'mailed_reason' | 'has_delivery'> {
  const encrypted = JSON.stringify(orderPrivateOf(order));
  const isStored = stored !== null && JSON.stringify(orderPrivateOf(stored)) === encrypted;
  return {
    shop: order.shop,
    order_id: order.orderId,
    number: order.number,
    name: order.name,
    state: order.state,
    reason: withoutWords(order.reason),
    waits_for: order.waitsFor,
    test_order: order.testOrder,
    paid: order.paid,
    processed_at: new Date(order.processedAt),
    paid_at: at(order.paidAt),
    shopify_updated_at: new Date(order.shopifyUpdatedAt),
    cancelled_at: at(order.cancelledAt),
    location_ids: order.locationIds,
    sendable_from: at(order.sendableFrom),
    prepared: order.prepared,
    due_at: at(order.dueAt),
    sent_by_person: order.wordUntil !== null,
    note_hash: order.noteHash,
    own_write_at: at(order.ownWrite?.updatedAt ?? null),
    own_note_hash: order.ownWrite?.noteHash ?? null,
    echo_fingerprint: order.echoFingerprint,
    private: isStored ? unchanged : cipher.encrypt(encrypted, places.order(order.shop, order.orderId)),
    first_seen_at: new Date(order.firstSeenAt),
    updated_at: new Date(order.updatedAt),
  };
}

export function orderFromRow(row: Selectable<Tables['shop_order']>, cipher: Cipher): OrderRecord {
  return orderWith(row, JSON.parse(cipher.decrypt(row.private, places.order(row.shop, row.order_id))) as OrderPrivate);
}

/** `encrypted`: what the row's encrypted column holds. */
export function orderWith(row: Selectable<Tables['shop_order']>, encrypted: OrderPrivate): OrderRecord {
  return {
    shop: row.shop as ShopDomain,
    orderId: row.order_id as OrderId,
    number: row.number,
    name: row.name,
    customerName: encrypted.customerName,
    state: row.state,
    reason: withWords(row.reason, encrypted.serviceMessage),
    waitsFor: row.waits_for,
    rules: encrypted.rules,
    testOrder: row.test_order,
    paid: row.paid,
    processedAt: row.processed_at.getTime(),
    paidAt: ms(row.paid_at),
    shopifyUpdatedAt: row.shopify_updated_at.getTime(),
    cancelledAt: ms(row.cancelled_at),
    openedAt: encrypted.openedAt ?? null,
    fraudRisk: encrypted.fraudRisk ?? null,
    locationIds: row.location_ids,
    sendableFrom: ms(row.sendable_from),
    prepared: row.prepared,
    dueAt: ms(row.due_at),
    wordUntil: row.sent_by_person ? (encrypted.wordUntil ?? row.updated_at.getTime() + dayMs) : null,
    corrections: encrypted.corrections,
    givenAtFault: encrypted.givenAtFault ?? null,
    firstPhones: encrypted.firstPhones ?? null,
    saidWhenCorrected: encrypted.saidWhenCorrected ?? {},
    noteHash: row.note_hash,
    ownWrite: row.own_write_at && { updatedAt: row.own_write_at.getTime(), noteHash: row.own_note_hash ?? '' },
    echoFingerprint: row.echo_fingerprint,
    firstSeenAt: row.first_seen_at.getTime(),
    updatedAt: row.updated_at.getTime(),
  };
}

/** @param stored the row as it stands; null where there is none. */
export function deliveryToRow(
  delivery: DeliveryRecord,
  stored: DeliveryRecord | null,
  cipher: Cipher,
): ToRow<'delivery', 'order_number'> {
  const { service, note } = delivery;
  const encrypted = JSON.stringify(deliveryPrivateOf(delivery));
  const isStored = stored !== null && JSON.stringify(deliveryPrivateOf(stored)) === encrypted;
  return {
    shop: delivery.shop,
    order_id: delivery.orderId,
    order_reference: delivery.orderReference,
    account: delivery.account,
    mode: delivery.mode,
    location_key: delivery.locationKey,
    location_id: delivery.locationId,
    location_name: delivery.locationName,
    lines: delivery.lines,
    state: delivery.state,
    reason: withoutWords(delivery.reason),
    waits_for: delivery.waitsFor,
    fence: delivery.fence,
    lease_until: at(delivery.leaseUntil),
    uncertain: delivery.doubt !== null,
    ever_unknown: delivery.everUnknown,
    duplicate: delivery.doubt === 'duplicate',
    attempts: delivery.attempts,
    failures: delivery.failures,
    due_at: at(delivery.dueAt),
    deadline_at: at(delivery.deadlineAt),
    word: delivery.word,
    delivery_id: service?.deliveryId ?? null,
    slot_start: service?.slot?.start ?? null,
    slot_end: service?.slot?.end ?? null,
    service_state: service?.state ?? null,
    placed_at: at(delivery.placedAt),
    written_back_at: at(delivery.writtenBackAt),
    note_written: note === 'written',
    tags_added_at: at(delivery.tagsAddedAt),
    fulfillment_id: delivery.fulfillmentId,
    progress: delivery.progress,
    progress_at: at(delivery.steps.findLast(({ state }) => state === delivery.progress)?.at ?? null),
    look_at: at(delivery.lookAt),
    cost: service?.cost ?? null,
    forbidden_at: at(firstForbidden(delivery)),
    drifted: openDrift(shownOf(delivery)).length > 0,
    replaces: delivery.replaces,
    cancellation: delivery.cancellation,
    private: isStored
      ? unchanged
      : cipher.encrypt(encrypted, places.delivery(delivery.shop, delivery.orderId, delivery.orderReference)),
    created_at: new Date(delivery.createdAt),
    updated_at: new Date(delivery.updatedAt),
  };
}

/** What a version before did not keep of a line, and did not read of an answer. */
const unkept = { lineItemId: '', fulfilledBefore: 0 };
const unshown = { trackingUrl: null, photoUrl: null, cost: null };

type Json<T> = { [K in keyof T]: Date extends T[K] ? Exclude<T[K], Date> | string : T[K] };
/** A row of `delivery` as `json_agg` gives it: instants in ISO 8601. */
export type DeliveryJson = Json<Selectable<Tables['delivery']>>;

function doubtFromRow({ uncertain, duplicate }: DeliveryJson, { refused }: DeliveryPrivate): Doubt | null {
  if (!uncertain) return null;
  if (refused) return 'refused';
  return duplicate ? 'duplicate' : 'unanswered';
}

export function deliveryFromRow(row: DeliveryJson, cipher: Cipher): DeliveryRecord {
  const encrypted = JSON.parse(
    cipher.decrypt(row.private, places.delivery(row.shop, row.order_id, row.order_reference)),
  ) as DeliveryPrivate;
  return {
    shop: row.shop as ShopDomain,
    orderId: row.order_id as OrderId,
    orderReference: row.order_reference as OrderReference,
    account: row.account,
    mode: row.mode,
    locationKey: row.location_key,
    locationId: row.location_id as LocationId | null,
    locationName: row.location_name,
    lines: row.lines.map((line) => ({ ...unkept, ...line })),
    request: encrypted.request,
    said: encrypted.said ?? null,
    body: encrypted.body,
    earlier: encrypted.earlier ?? null,
    state: row.state,
    reason: withWords(row.reason, encrypted.serviceMessage),
    waitsFor: row.waits_for,
    fence: Number(row.fence),
    leaseUntil: ms(row.lease_until),
    doubt: doubtFromRow(row, encrypted),
    objection: encrypted.objection ?? null,
    everUnknown: row.ever_unknown,
    attempts: row.attempts,
    failures: row.failures,
    dueAt: ms(row.due_at),
    deadlineAt: ms(row.deadline_at),
    notBefore: encrypted.notBefore ?? null,
    landedBy: encrypted.landedBy ?? null,
    openedAt: encrypted.openedAt ?? null,
    word: row.word && ruleIds(row.word),
    service: encrypted.service && { ...unshown, ...encrypted.service },
    placedAt: ms(row.placed_at),
    writtenBackAt: ms(row.written_back_at),
    note: encrypted.note ?? noteOf(row.note_written),
    refusals: (encrypted.refusals ?? []).map((refusal) => ({ of: refusedBy(refusal), ...refusal })),
    tagsAddedAt: ms(row.tags_added_at),
    fulfillmentId: row.fulfillment_id,
    drift: encrypted.drift.map((item) => ({ about: driftAboutOf(item), ...item })),
    closed: encrypted.closed ?? [],
    progress: row.progress,
    steps: encrypted.steps ?? [],
    toldSteps: encrypted.toldSteps ?? 0,
    lookAt: ms(row.look_at),
    lookedAt: encrypted.lookedAt ?? null,
    replaces: row.replaces as OrderReference | null,
    cancellation: row.cancellation && { calling: false, ...row.cancellation },
    createdAt: Date.parse(row.created_at),
    updatedAt: Date.parse(row.updated_at),
  };
}
