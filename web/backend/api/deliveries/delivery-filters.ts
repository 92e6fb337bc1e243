import { DateTime } from 'luxon';
import type { DeliveriesQuery, DeliveryRow } from '#api-contract/deliveries.ts';
import { slotView, type ViewMoment } from '#deliveries/order-view.ts';
import { heldNow } from '#placement/reason.ts';
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

/** A stored row as the list shows it. */
export function rowOf(row: ListedDelivery, context: ViewMoment): DeliveryRow {
  const reason = row.reason && heldNow(row.reason, context.now);
  return { ...row, reason, slot: slotView(row.slot, context), updatedAt: row.updatedAt.toISOString() };
}
