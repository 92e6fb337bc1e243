import type { BuyerOrder, BuyerStage } from '#api-contract/buyer.ts';
import { isCancelInDoubt } from '#api-contract/cancel-doubt.ts';
import type { DeliveryView, OrderView, SlotView } from '#api-contract/order.ts';

/** States in which the app works on the order at this moment. */
const moving = ['queued', 'placing', 'confirming'];
/** An order without a delivery yet that is known to go out: the rules let it, and something is waited for. */
const goesOut = ['placing', 'confirming', 'held', 'needs_attention'];

/** What the buyer sees of an order; `replaced` names deliveries that a newer one stands in for. */
export function buyerView(order: OrderView, replaced: ReadonlySet<string>, timeZone: string): BuyerOrder {
  const current = order.deliveries.filter(({ orderReference }) => !replaced.has(orderReference));
  const deliveries = current.flatMap(shownDelivery);
  const arranging = current.length === 0 && goesOut.includes(order.state);
  return {
    deliveries: arranging ? [{ stage: 'arranging', slot: null, trackingUrl: null }] : deliveries,
    timeZone,
    moving: moving.includes(order.state) || current.some(mayBeCancelled),
  };
}

function shownDelivery(delivery: DeliveryView): BuyerOrder['deliveries'] {
  const stage = stageOf(delivery);
  if (stage === null) return [];
  const { slot, trackingUrl } = delivery;
  if (stage !== 'booked' && stage !== 'on_its_way') return [{ stage, slot: null, trackingUrl: null }];
  return [{ stage, slot: slot && { start: slot.start, end: endOf(slot) }, trackingUrl }];
}

/** As the note has it: an end that is not after the beginning is none. */
function endOf({ start, end }: SlotView): string | null {
  return end !== null && Date.parse(end) > Date.parse(start) ? end : null;
}

/** Its driver may not come any more: until that is known, nobody is promised one. */
function mayBeCancelled(delivery: DeliveryView): boolean {
  const mayCome = delivery.progress === null || delivery.progress === 'on_its_way';
  return isCancelInDoubt(delivery) || (delivery.cancelling && mayCome);
}

/** What a person at the shop must fix is not the buyer's to know. */
function stageOf(delivery: DeliveryView): BuyerStage | null {
  const { state, progress } = delivery;
  switch (state) {
    case 'placed':
      if (mayBeCancelled(delivery)) return null;
      return progress === 'failed' || progress === 'returned' ? 'not_delivered' : (progress ?? 'booked');
    case 'cancelled':
      return 'cancelled';
    case 'skipped':
      return null;
    default:
      return 'arranging';
  }
}
