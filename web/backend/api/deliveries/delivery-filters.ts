import { DateTime } from 'luxon';
import type { DeliveriesQuery, DeliveryRow } from '#api-contract/deliveries.ts';
import type { SlotView } from '#api-contract/order.ts';
import type { Slot } from '#deliveries/delivery.ts';
import { slotView, type ViewMoment } from '#deliveries/order-view.ts';
import type { ShopRecord } from '#deliveries/ports/stores.ts';
import { heldNow } from '#placement/reason.ts';
import type { Context } from '#runtime/context.ts';
import type { DeliveryFilter } from '#storage/panel/delivery-filter.ts';
import type { ListedDelivery } from '#storage/panel/list-deliveries.ts';

/** The query as a filter. A date without a time means that whole day in the shop's zone. */
export function filterOf(query: DeliveriesQuery, shopTimeZone: string): DeliveryFilter {
  const day = (text: string) => DateTime.fromISO(text, { zone: shopTimeZone });
  const isDate = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text);
  const { from, to } = query;
  return {
    states: query.view === 'to_send' && query.state.length === 0 ? ['skipped'] : query.state,
    search: query.query ? query.query : null,
    from: from === undefined ? null : day(from).toJSDate(),
    to: to === undefined ? null : (isDate(to) ? day(to).plus({ days: 1 }) : day(to)).toJSDate(),
    locationId: query.locationId ?? null,
    paid: query.paid ?? null,
    view: query.view ?? null,
  };
}

/** Shows stored rows as the list does. Orders of a day share few slots, and putting one into words costs more than its row. */
export function showRows(
  { courier, clock }: Pick<Context, 'courier' | 'clock'>,
  shop: ShopRecord,
): (row: ListedDelivery) => DeliveryRow {
  const moment: ViewMoment = { timeZone: courier.timeZone, shopTimeZone: shop.timeZone, now: clock.now() };
  const slots = new Map<string, SlotView | null>();
  const slotOf = (slot: Slot): SlotView | null => {
    const key = `${slot.start}/${slot.end}`;
    const known = slots.get(key);
    if (known !== undefined) return known;
    const view = slotView(slot, moment);
    slots.set(key, view);
    return view;
  };
  return (row) => ({
    ...row,
    reason: row.reason && heldNow(row.reason, moment.now),
    slot: row.slot && slotOf(row.slot),
    updatedAt: row.updatedAt.toISOString(),
  });
}
