import { type DriftItem, noLongerShown } from '#api-contract/drift.ts';
import type { Overview } from '#api-contract/overview.ts';
import { slotView, type ViewZones } from '#deliveries/order-view.ts';
import { mayCome } from '#deliveries/transitions.ts';
import type { ChangedDelivery } from '#storage/panel/changed-deliveries.ts';

type What = Overview['changed'][number]['what'];

/** What became doubtful after booking, by what a person has to decide; no value of it. */
export function changedView(
  { delivery, orderName, open, secondDriver }: ChangedDelivery,
  zones: ViewZones,
): Overview['changed'][number] {
  const { orderId, orderReference, service } = delivery;
  return {
    orderId,
    orderName,
    orderReference,
    what: isEnded(open) || !secondDriver ? whatOf(delivery, open) : comesInVain[secondDriver],
    slot: slotView(service?.slot ?? null, zones),
  };
}

const comesInVain = { booked: 'second_driver', brought: 'brought' } as const;

const isEnded = (open: DriftItem[]): boolean => open.some(({ about }) => about === 'order_ended');

function whatOf({ state, progress }: ChangedDelivery['delivery'], open: DriftItem[]): What {
  const abouts = new Set(open.map(({ about }) => about));
  if (isEnded(open)) return open.some(({ now }) => now === noLongerShown) ? 'gone' : 'ended';
  if (abouts.has('not_cancelled')) return 'not_cancelled';
  if (abouts.has('on_hold') && state === 'placed' && mayCome({ progress })) return 'on_hold';
  if (abouts.has('fraud_risk') && state === 'placed' && mayCome({ progress })) return 'fraud_risk';
  if (abouts.has('not_delivered')) return state === 'cancelled' ? 'called_off' : notDelivered(progress);
  if (open.some(({ field }) => field.startsWith('dropoff_') || field.startsWith('pickup_'))) return 'address';
  if (abouts.has('goods_gone') || abouts.has('goods_without_driver')) return 'goods';
  if (open.some(({ field }) => field === 'delivery_method')) return 'method';
  // As an order's headline has it: what the driver does not know stands before what the shop or the buyer is to be told.
  if (abouts.has('request')) return 'other';
  if (abouts.has('location_closed')) return 'location_closed';
  return abouts.has('later_day') ? 'later_day' : 'other';
}

function notDelivered(progress: ChangedDelivery['delivery']['progress']): What {
  if (progress === 'on_its_way') return 'unheard';
  return progress === 'returned' ? 'returned' : 'failed';
}
