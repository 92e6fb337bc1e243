import type { Corrections } from '#api-contract/order.ts';
import type { MappedDelivery } from '#placement/map-order.ts';
import type { OrderWords } from '#placement/order-says.ts';
import type { DeliveryRecord } from '../delivery.ts';
import type { OrderRecord } from '../order.ts';

type Corrected = Pick<OrderRecord, 'corrections' | 'saidWhenCorrected'>;

/**
 * Adds a person's corrections: those of the drop-off hold for the whole order (`*`), those of the pickup for the
 * delivery they were made on. Beside each stands what the order said then, so that a later change in Shopify shows.
 */
export function withCorrections(
  { corrections, saidWhenCorrected }: Corrected,
  typed: Corrections,
  { locationKey, mapped }: { locationKey: string; mapped: readonly MappedDelivery[] },
): Corrected {
  const said = (mapped.find((delivery) => delivery.locationKey === locationKey) ?? mapped[0])?.said;
  const words = Object.entries(said ?? {}).filter(([field]) => field in typed);
  return {
    corrections: merge<Corrections>(corrections, typed, locationKey),
    saidWhenCorrected: merge<OrderWords>(saidWhenCorrected, Object.fromEntries(words), locationKey),
  };
}

/** The location that a press is about; `*` where it names no delivery. */
export function correctedLocation(deliveries: readonly DeliveryRecord[], orderReference: string | null): string {
  return deliveries.find((delivery) => delivery.orderReference === orderReference)?.locationKey ?? '*';
}

/** What the order said when the request took its final form: of what a person corrected, when they did so. */
export function saidOf({ saidWhenCorrected }: Corrected, { said, locationKey }: MappedDelivery): OrderWords {
  return { ...said, ...saidWhenCorrected['*'], ...saidWhenCorrected[locationKey] };
}

function merge<T extends object>(
  stored: Record<string, Partial<T>>,
  typed: Partial<T>,
  key: string,
): Record<string, Partial<T>> {
  const half = (prefix: string) =>
    Object.fromEntries(Object.entries(typed).filter(([field]) => field.startsWith(prefix))) as Partial<T>;
  const merged: Record<string, Partial<T>> = { ...stored, '*': { ...stored['*'], ...half('dropoff_') } };
  return { ...merged, [key]: { ...merged[key], ...half('pickup_') } };
}
