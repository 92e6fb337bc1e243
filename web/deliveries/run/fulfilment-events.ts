import type { DeliveryRecord, DeliveryStep } from '../delivery.ts';
import type { FulfillmentEvent } from '../ports/shopify.ts';

/** Shopify's words for what a buyer may see. What a cancellation ends is told by the order, not by the parcel. */
const statuses: Record<DeliveryStep['state'], FulfillmentEvent['status'] | null> = {
  on_its_way: 'OUT_FOR_DELIVERY',
  delivered: 'DELIVERED',
  failed: 'ATTEMPTED_DELIVERY',
  returned: 'FAILURE',
  cancelled: null,
};

/** What a fulfilment is still to be told of a delivery; `upTo`: how many of its steps are told then. */
export interface OwedEvents {
  delivery: DeliveryRecord;
  fulfillmentId: string;
  events: FulfillmentEvent[];
  upTo: number;
}

/**
 * What Shopify was not told yet of these deliveries, oldest first. A new delivery of goods that were fulfilled with the
 * one it replaces goes on in that fulfilment; one that somebody else made is theirs.
 */
export function owedEvents(placed: readonly DeliveryRecord[], all: readonly DeliveryRecord[]): OwedEvents[] {
  return placed.flatMap((delivery) => {
    const fulfillmentId = ownFulfilment(delivery, all);
    if (fulfillmentId === null || delivery.toldSteps >= delivery.steps.length) return [];
    const events = delivery.steps.slice(delivery.toldSteps).flatMap(({ state, at }) => {
      const status = statuses[state];
      return status === null ? [] : [{ status, happenedAt: new Date(at - (at % 1_000)).toISOString() }];
    });
    return [{ delivery, fulfillmentId, events, upTo: delivery.steps.length }];
  });
}

function ownFulfilment({ fulfillmentId, replaces }: DeliveryRecord, all: readonly DeliveryRecord[]): string | null {
  if (fulfillmentId !== null && /^\d+$/.test(fulfillmentId)) return fulfillmentId;
  const first = all.find(({ orderReference }) => orderReference === replaces);
  return first && fulfillmentId !== null ? ownFulfilment(first, all) : null;
}
