import type { Overview } from '#api-contract/overview.ts';
import { slotView, type ViewZones } from '#deliveries/order-view.ts';
import type { ChangedDelivery } from '#storage/panel/changed-deliveries.ts';

type What = Overview['changed'][number]['what'];

/** What became doubtful after booking, by what a person has to decide; no value of it. */
export function changedView(
  { delivery, orderName, fields, secondDriver }: ChangedDelivery,
  zones: ViewZones,
): Overview['changed'][number] {
  const { orderId, orderReference, service } = delivery;
  return {
    orderId,
    orderName,
    orderReference,
    what: fields.includes('order') || !secondDriver ? whatOf(delivery, fields) : 'second_driver',
    slot: slotView(service?.slot ?? null, zones),
  };
}

function whatOf({ progress }: ChangedDelivery['delivery'], fields: string[]): What {
  if (fields.includes('order')) return 'ended';
  if (fields.includes('delivery')) return progress === 'returned' ? 'returned' : 'failed';
  if (fields.some((field) => field.startsWith('dropoff_') || field.startsWith('pickup_'))) return 'address';
  return fields.some((field) => /^(goods|items): /.test(field)) ? 'goods' : 'other';
}
