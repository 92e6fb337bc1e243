import type { DriftItem } from '#api-contract/order.ts';
import { drift, endOf, overruledSince } from '#placement/drift.ts';
import type { OrderReference } from '#placement/ids.ts';
import type { MappedDelivery } from '#placement/map-order.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import { stillClosed } from '../alarm.ts';
import type { DeliveryRecord } from '../delivery.ts';
import { mergeDeliveries, type OrderAggregate } from '../order.ts';
import { isLoose } from '../transitions.ts';
import { goodsDrift } from './goods-drift.ts';
import type { MappedGoods } from './map-goods.ts';
import type { Planned } from './plan.ts';

/** What was planned, and whatever else of the order has something to tell, each with what differs from the order now. */
export function withDrift(
  { deliveries }: OrderAggregate,
  planned: Planned,
  goods: MappedGoods,
  snapshot: ShopOrder,
): DeliveryRecord[] {
  const after = mergeDeliveries(deliveries, planned.deliveries);
  const added = planned.sent.length > 0 ? goods.added.filter(({ part }) => part.waits !== null) : goods.added;
  const parts = added.map(({ part }) => part);
  const told = endOf(snapshot) === null ? goodsDrift(snapshot, after, parts) : new Map<OrderReference, DriftItem[]>();
  const changed = new Set(planned.deliveries.map(({ orderReference }) => orderReference));
  return after
    .filter(
      ({ orderReference, drift: before }) =>
        changed.has(orderReference) || before.length > 0 || (told.get(orderReference) ?? []).length > 0,
    )
    .map((delivery) => {
      const own = told.get(delivery.orderReference) ?? [];
      const others =
        delivery.state === 'cancelled' ? [] : differencesOf(delivery, goods.at(delivery.locationKey), snapshot);
      const drifted = { ...delivery, drift: [...others, ...own] };
      return { ...drifted, closed: stillClosed(drifted) };
    });
}

/** What is not sent yet is made anew from the order: nothing but a correction can differ from it. */
export function differencesOf(delivery: DeliveryRecord, now: MappedDelivery | null, snapshot: ShopOrder): DriftItem[] {
  const { request, said } = delivery;
  if (!isLoose(delivery)) return drift(request, now, snapshot, said);
  return now === null ? [] : overruledSince(request, now, said);
}
