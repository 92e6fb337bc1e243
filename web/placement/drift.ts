import type { DriftItem } from '#api-contract/drift.ts';
import { addressLine } from './address.ts';
import type { MappedDelivery, MappedRequest } from './map-order.ts';
import { comparedFields, type OrderWords } from './order-says.ts';
import type { ShopOrder } from './shop-order.ts';

/** Shopify often finds the point of an address later or anew: it counts only together with another address. */
const addressOf: Record<string, string> = {
  pickup_coordinates: 'pickup_address',
  dropoff_coordinates: 'dropoff_address',
};

/** An order as it is now, beside a delivery that was placed for it; with the same corrections. */
export interface OrderNow {
  /** The mapping of the location that it collects from; null where nothing is left to collect there. */
  there: MappedDelivery | null;
  /** The same, or where its goods have left, of another one: whom they go to. null for an order without goods. */
  goTo: MappedDelivery | null;
}

/**
 * What differs between a placed delivery and the order now; empty where nothing does. `said` is what the order said
 * when the request was made, null where that is not known. Remarks and the pickup contact are not compared: merchants
 * keep their own notes there, and a driver who is on the way is not misled by them. The values hold personal data.
 */
export function drift(
  placed: MappedRequest,
  { there, goTo }: OrderNow,
  order: ShopOrder,
  said: OrderWords | null,
): DriftItem[] {
  const ended = endOf(order);
  if (ended !== null) return [orderEnded(ended)];
  if (there !== null) return differences(placed, there, said);
  const ofBuyer = goTo === null ? [] : differences(placed, goTo, said).filter(({ field }) => isOfDropoff(field));
  return [...moved(placed, order), ...ofBuyer];
}

const isOfDropoff = (field: string): boolean => field.startsWith('dropoff_');

function differences(placed: MappedRequest, now: MappedDelivery, said: OrderWords | null): DriftItem[] {
  const fields = comparedFields.flatMap((field) => {
    const mapped = now.fields.find((one) => one.field === field);
    // What no driver could use is told as it was typed: nothing would look as if it had been taken away.
    return difference(field, placed[field] ?? '', mapped?.value ?? mapped?.given ?? '');
  });
  return withAddress([...fields, ...overruledSince(placed, now, said)]);
}

/**
 * What the order says otherwise than it did when a person corrected it: the correction went out, and hides what was
 * changed in Shopify since. A change to the very correction is none.
 */
export function overruledSince(placed: MappedRequest, now: MappedDelivery, said: OrderWords | null): DriftItem[] {
  if (said === null) return [];
  const changed = comparedFields.flatMap((field) => {
    const corrected = now.fields.find((mapped) => mapped.field === field)?.value ?? '';
    const [sent, then, words] = [placed[field] ?? '', said[field], now.said[field]];
    return corrected !== sent || words === then ? [] : difference(field, sent, words);
  });
  return withAddress(changed);
}

function withAddress(items: DriftItem[]): DriftItem[] {
  const differs = new Set(items.map(({ field }) => field));
  return items.filter(({ field }) => differs.has(addressOf[field] ?? field));
}

/** The difference between a delivery on its way and an order that is over. */
export function orderEnded(now: string): DriftItem {
  return { about: 'order_ended', field: 'order', placed: 'to be delivered', now };
}

/** How an order is over; null where it is not. */
export function endOf(order: ShopOrder): string | null {
  if (order.cancelledAt !== null) return 'cancelled';
  return order.financialStatus === 'REFUNDED' ? 'refunded' : null;
}

/** Nothing is left at the location: fulfilled from there, or moved to where the fulfilment orders are now. */
function moved(placed: MappedRequest, order: ShopOrder): DriftItem[] {
  const addresses = order.fulfillmentOrders
    .filter(({ status }) => status !== 'CANCELLED')
    .map(({ location }) => ({ location, line: addressLine(location) }))
    .map(({ location, line }) => (line.ok ? line.line : location.name));
  if (addresses.includes(placed.pickup_address)) return [];
  return difference('pickup_address', placed.pickup_address, [...new Set(addresses)].join(' | '));
}

function difference(field: string, placed: string, now: string): DriftItem[] {
  return placed === now ? [] : [{ about: 'request', field, placed, now }];
}
