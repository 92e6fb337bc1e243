import type { Overview } from '#api-contract/overview.ts';
import { changedWhat } from '#deliveries/changed-what.ts';
import { slotView, type ViewZones } from '#deliveries/order-view.ts';
import type { ChangedDelivery } from '#storage/panel/changed-deliveries.ts';

/** What became doubtful after booking, by what a person has to decide; no value of it. */
export function changedView(changed: ChangedDelivery, zones: ViewZones): Overview['changed'][number] {
  const { orderId, orderReference, service } = changed.delivery;
  return {
    orderId,
    orderName: changed.orderName,
    orderReference,
    what: changedWhat(changed),
    slot: slotView(service?.slot ?? null, zones),
  };
}
