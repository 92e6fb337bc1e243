import { DateTime } from 'luxon';
import type { DriftItem, DriftView } from '#api-contract/drift.ts';
import type { DeliveryView, OrderView, SlotView } from '#api-contract/order.ts';
import { isOverridable } from '#placement/eligibility.ts';
import { placementReason } from '#placement/placement-reasons.ts';
import { heldNow } from '#placement/reason.ts';
import { slotText } from '#placement/slot-text.ts';
import { alarmOf, closingOf, openDrift } from './alarm.ts';
import { type AttemptRecord, type DeliveryRecord, type Slot, tellsOf } from './delivery.ts';
import { currentDeliveries, type OrderRecord } from './order.ts';
import { needsPerson, orderHeadline } from './order-headline.ts';
import { type NotedAction, timelineOf } from './timeline.ts';
import { isInDoubt, shownOf } from './transitions.ts';

/** IANA zones: where the driver drives, and the shop's own. */
export interface ViewZones {
  timeZone: string;
  shopTimeZone: string;
}

/** In these zones, at this moment (epoch ms). */
export interface ViewMoment extends ViewZones {
  now: number;
}

/** How an order is shown. */
export interface ViewContext extends ViewMoment {
  /** Where the delivery service is asked about a delivery. */
  contactUrl: (ids: Pick<DeliveryView, 'orderReference' | 'deliveryId'>) => string | null;
  /** References of what is booked, over its time and not collected. */
  late: ReadonlySet<string>;
  /** The shop is in test mode. */
  testMode: boolean;
}

/** What was done about an order: calls to the service, and people's actions. */
interface History {
  attempts: readonly AttemptRecord[];
  actions: readonly NotedAction[];
}

/** An order as the panel and the extensions see it. Holds personal data in drift and attempts. */
export function orderView(
  order: OrderRecord,
  deliveries: readonly DeliveryRecord[],
  { attempts, actions }: History,
  context: ViewContext,
): OrderView {
  const current = currentDeliveries(deliveries);
  const view = (one: DeliveryRecord) => deliveryView(one, { attempts, isCurrent: current.includes(one) }, context);
  const shown = { state: order.state, deliveries: deliveries.map(view) };
  const mayOverride = isOverridable(order);
  // By the shop as it is now: an order that rests is not decided anew when test mode begins or ends.
  const refusal = mayOverride && context.testMode && !order.testOrder ? placementReason('test_mode') : null;
  return {
    ...shown,
    orderId: order.orderId,
    orderNumber: order.number,
    orderName: order.name,
    headline: orderHeadline(shown),
    needsPerson: needsPerson(shown),
    overridable: mayOverride && refusal === null,
    refusal,
    reason: order.reason && heldNow(order.reason, context.now),
    rules: order.rules,
    timeline: timelineOf(order, deliveries, attempts, actions),
    updatedAt: new Date(order.updatedAt).toISOString(),
  };
}

/** An order of which only a webhook is known: it is read in a moment. */
export function waitingOrderView(orderId: string, since: number): OrderView {
  const shown = { state: 'queued' as const, deliveries: [] };
  return {
    ...shown,
    orderId,
    orderNumber: null,
    orderName: null,
    headline: orderHeadline(shown),
    needsPerson: false,
    overridable: false,
    refusal: null,
    reason: null,
    rules: [],
    timeline: [],
    updatedAt: new Date(since).toISOString(),
  };
}

function deliveryView(
  delivery: DeliveryRecord,
  { attempts, isCurrent }: Pick<History, 'attempts'> & Pick<DeliveryView, 'isCurrent'>,
  context: ViewContext,
): DeliveryView {
  const { service, orderReference } = delivery;
  const deliveryId = service?.deliveryId ?? null;
  return {
    orderReference,
    deliveryId,
    state: delivery.state,
    reason: delivery.reason && heldNow(delivery.reason, context.now),
    inDoubt: isInDoubt(delivery),
    isCurrent,
    slot: slotView(service?.slot ?? null, context),
    distanceEstimateMetres: service?.distanceEstimateMetres ?? null,
    timeEstimateSeconds: service?.timeEstimateSeconds ?? null,
    noteWritten: delivery.note === 'written',
    noteState: delivery.note,
    refusals: delivery.refusals.map(({ of: _of, forbiddenAt: _at, ...words }) => words),
    ...alarmView(delivery),
    attempts: attempts
      .filter((attempt) => attempt.orderReference === orderReference)
      .map(({ startedAt, outcome, httpStatus, message }) => ({
        at: new Date(startedAt).toISOString(),
        outcome,
        httpStatus,
        message,
      })),
    locationName: delivery.locationName,
    serviceState: service?.state ?? null,
    progress: delivery.state === 'placed' ? delivery.progress : null,
    progressAt: progressAt(delivery),
    cancelling: delivery.state === 'placed' && delivery.cancellation?.stage === 'wanted',
    isLate: context.late.has(orderReference),
    trackingUrl: isOver(delivery) ? null : (service?.trackingUrl ?? null),
    photoUrl: service?.photoUrl ?? null,
    contactUrl: context.contactUrl({ orderReference, deliveryId }),
    testMode: delivery.mode === 'test',
  };
}

/** No driver comes: the service says nothing else. */
const isOver = (delivery: DeliveryRecord): boolean =>
  delivery.state === 'cancelled' && !tellsOf(delivery, 'not_cancelled');

function progressAt({ state, progress, steps }: DeliveryRecord): string | null {
  const step = state === 'placed' ? steps.findLast((one) => one.state === progress) : undefined;
  return step ? new Date(step.at).toISOString() : null;
}

function alarmView(delivery: DeliveryRecord): Pick<DeliveryView, 'drift' | 'alarm'> {
  const shown = shownOf(delivery);
  const alarm = openDrift(shown).length > 0 ? alarmOf(shown.drift) : null;
  return { drift: shown.drift.map((item) => driftView(delivery, item)), alarm };
}

function driftView(delivery: DeliveryRecord, item: DriftItem): DriftView {
  const closing = closingOf(delivery, item);
  return { ...item, closed: closing && { at: new Date(closing.at).toISOString(), by: closing.by } };
}

/** A slot in the zone where the driver drives: RFC 3339 with that zone's offset, and in words. */
export function slotView(slot: Slot | null, { timeZone, shopTimeZone }: ViewZones): SlotView | null {
  if (slot === null) return null;
  const text = slotText(slot, { timeZone, shopTimeZone, deliveryId: null });
  const start = withOffset(slot.start, timeZone);
  if (start === null) return null;
  return { start, end: slot.end === null ? null : withOffset(slot.end, timeZone), text };
}

function withOffset(instant: string, timeZone: string): string | null {
  return DateTime.fromISO(instant, { zone: timeZone }).toISO({ suppressMilliseconds: true });
}
