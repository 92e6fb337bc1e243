import { openDrift } from './alarm.ts';
import type { DeliveryRecord } from './delivery.ts';
import { type Change, deliveryOf, type OrderAggregate } from './order.ts';
import { shownOf } from './transitions.ts';

/** What workflows of the merchant may begin with. */
const deliveryChanges = ['placed', 'needs_attention', 'on_its_way', 'delivered', 'failed'] as const;
export type DeliveryChange = (typeof deliveryChanges)[number];

/** Something that happened to a delivery, or to an order that has none. `slotStart`: RFC 3339. */
export interface ChangedDelivery {
  orderReference: string | null;
  change: DeliveryChange;
  slotStart: string | null;
}

/** What a write makes happen that was not so before: each once, however often the same is written. */
export function changesIn(before: OrderAggregate, { order, deliveries = [] }: Change): ChangedDelivery[] {
  const found = deliveries.flatMap((delivery) => {
    const old = deliveryOf(before, delivery.orderReference);
    const slotStart = delivery.service?.slot?.start ?? null;
    const { orderReference } = delivery;
    return happened(old, delivery).map((change) => ({ orderReference, change, slotStart }));
  });
  const isBare = before.deliveries.length + deliveries.length === 0;
  const begins = order?.state === 'needs_attention' && before.order?.state !== 'needs_attention';
  return isBare && begins ? [{ orderReference: null, change: 'needs_attention', slotStart: null }] : found;
}

function happened(old: DeliveryRecord | undefined, now: DeliveryRecord): DeliveryChange[] {
  const found: DeliveryChange[] = [];
  if (now.state === 'placed' && old?.state !== 'placed') found.push('placed');
  const { progress } = now;
  if (progress !== null && progress !== old?.progress && !(progress === 'returned' && old?.progress === 'failed')) {
    found.push(progress === 'returned' ? 'failed' : progress);
  }
  if (needsPerson(now) && !(old && needsPerson(old)) && !found.includes('failed')) found.push('needs_attention');
  return found;
}

/** It waits for a person, or an alarm stands that the app does not deal with itself. */
function needsPerson(delivery: DeliveryRecord): boolean {
  const { state, cancellation } = delivery;
  if (state === 'needs_attention') return true;
  return cancellation?.stage !== 'wanted' && openDrift(shownOf(delivery)).length > 0;
}
