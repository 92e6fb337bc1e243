import { orderChanged } from '../../changes/touch.ts';
import type { FulfillmentEventRecord } from '../../state/fulfillment-records.ts';
import { parseGid } from '../../state/gid.ts';
import { wholeSecond } from '../../state/instants.ts';
import { field } from '../field.ts';
import { userError } from './user-error.ts';

interface FulfillmentEventInput {
  fulfillmentId: string;
  status: string;
  happenedAt?: string | null;
  estimatedDeliveryAt?: string | null;
  message?: string | null;
  latitude?: number | null;
  longitude?: number | null;
  address1?: string | null;
  city?: string | null;
  province?: string | null;
  country?: string | null;
  zip?: string | null;
}

/** `fulfillmentEventCreate`: what the carrier reports, shown to the buyer. */
export const fulfillmentEventCreate = field<unknown, { fulfillmentEvent: FulfillmentEventInput }>(
  (_root, { fulfillmentEvent: input }, { shop }) => {
    const fulfillment = shop.fulfillments.get(parseGid(input.fulfillmentId)?.id ?? '');
    if (!fulfillment) {
      const missing = userError(['fulfillmentEvent', 'fulfillmentId'], 'Fulfillment does not exist');
      return { fulfillmentEvent: null, userErrors: [missing] };
    }
    const at = wholeSecond(shop.now());
    const fulfillmentEvent: FulfillmentEventRecord = {
      kind: 'FulfillmentEvent',
      id: shop.nextId(),
      status: input.status,
      happenedAt: input.happenedAt ? Date.parse(input.happenedAt) : at,
      createdAt: at,
      estimatedDeliveryAt: input.estimatedDeliveryAt ? Date.parse(input.estimatedDeliveryAt) : null,
      message: input.message ?? null,
      latitude: input.latitude ?? null,
      longitude: input.longitude ?? null,
      address1: input.address1 ?? null,
      city: input.city ?? null,
      province: input.province ?? null,
      country: input.country ?? null,
      zip: input.zip ?? null,
    };
    fulfillment.events.push(fulfillmentEvent);
    fulfillment.updatedAt = at;
    orderChanged(shop, fulfillment.order);
    return { fulfillmentEvent, userErrors: [] };
  },
  ['fulfillmentEvent'],
);
