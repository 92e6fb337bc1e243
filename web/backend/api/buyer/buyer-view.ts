import { DateTime } from 'luxon';
import type { BuyerOrder, BuyerStage } from '#api-contract/buyer.ts';
import { isCancelInDoubt } from '#api-contract/cancel-doubt.ts';
import type { DeliveryView, OrderView, SlotView } from '#api-contract/order.ts';
import { isWanted } from '#placement/eligibility.ts';

/** States in which the app works on the order at this moment. */
const moving = ['queued', 'placing', 'confirming'];
/** An order without a delivery yet that is known to go out: the rules let it, and something is waited for. */
const goesOut = ['placing', 'confirming', 'held', 'needs_attention'];
/** Nothing is sent of what rests so as long as the rules leave its order out, and no buyer is to wait for it. */
const resting = ['held', 'needs_attention'];

/** Where the driver drives (IANA), and epoch ms. */
interface Moment {
  timeZone: string;
  now: number;
}

/** What the buyer sees of an order; `replaced` names deliveries that a newer one stands in for. */
export function buyerView(order: OrderView, replaced: ReadonlySet<string>, moment: Moment): BuyerOrder {
  const current = order.deliveries.filter(({ orderReference }) => !replaced.has(orderReference));
  const wanted = isWanted(order.rules);
  const going = current.filter(({ state }) => wanted || !resting.includes(state));
  const deliveries = going.flatMap((delivery) => shownDelivery(delivery, moment));
  const arranging = current.length === 0 && wanted && goesOut.includes(order.state);
  return {
    deliveries: arranging ? [{ stage: 'arranging', slot: null, trackingUrl: null }] : deliveries,
    timeZone: moment.timeZone,
    moving: moving.includes(order.state) || current.some(mayBeCancelled),
  };
}

function shownDelivery(delivery: DeliveryView, moment: Moment): BuyerOrder['deliveries'] {
  const stage = stageOf(delivery);
  if (stage === null) return [];
  const { slot, trackingUrl } = delivery;
  if (stage !== 'booked' && stage !== 'on_its_way') return [{ stage, slot: null, trackingUrl: null }];
  return [{ stage, slot: slot && slotOf(slot, moment), trackingUrl }];
}

/** An end that is not after the beginning is none, as in the note; a slot without one is over with its day. */
function slotOf({ start, end: given }: SlotView, { timeZone, now }: Moment) {
  const end = given !== null && Date.parse(given) > Date.parse(start) ? given : null;
  const last = end === null ? DateTime.fromISO(start, { zone: timeZone }).endOf('day').toMillis() : Date.parse(end);
  return { start, end, isOver: last < now };
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
