import type { FulfillmentEvent, ShopifyAdmin } from '#deliveries/ports/shopify.ts';
import { accepted, digits, refuseUserErrors } from './accepted.ts';
import {
  addFulfillmentEventAnswer,
  fulfilAnswer,
  fulfillmentEventsAnswer,
  fulfillmentsAnswer,
} from './admin-answers.ts';
import { badAnswer } from './failure.ts';
import { toGid } from './gid.ts';
import { type CallShop, parseAnswer } from './read-order.ts';

/** Fulfilments, and what buyers see of them. */
export function fulfilmentCalls(
  call: CallShop,
): Pick<ShopifyAdmin, 'fulfil' | 'findFulfillment' | 'addFulfillmentEvents'> {
  return {
    async fulfil(shop, { lines, trackingNumber, trackingUrl, company }) {
      const groups = Map.groupBy(lines, (line) => line.fulfillmentOrderId);
      const fulfillment = {
        lineItemsByFulfillmentOrder: [...groups].map(([id, group]) => ({
          fulfillmentOrderId: toGid('FulfillmentOrder', id),
          fulfillmentOrderLineItems: group.map(({ lineId, quantity }) => ({
            ...{ id: toGid('FulfillmentOrderLineItem', lineId), quantity },
          })),
        })),
        trackingInfo: { company, number: trackingNumber, ...(trackingUrl === null ? {} : { url: trackingUrl }) },
        notifyCustomer: true,
      };
      const answer = await call(shop, 'fulfil', { fulfillment });
      const { fulfillmentCreate } = parseAnswer(fulfilAnswer, answer.data);
      refuseUserErrors(accepted(answer.redacted, fulfillmentCreate));
      if (!fulfillmentCreate?.fulfillment) throw badAnswer();
      return { fulfillmentId: digits(fulfillmentCreate.fulfillment.id, 'Fulfillment') };
    },

    async findFulfillment(shop, fulfillmentOrderId, trackingNumber) {
      const answer = await call(shop, 'find-fulfillments', { id: toGid('FulfillmentOrder', fulfillmentOrderId) });
      const nodes = parseAnswer(fulfillmentsAnswer, answer.data).fulfillmentOrder?.fulfillments.nodes ?? [];
      const own = nodes.find(({ trackingInfo }) => trackingInfo.some(({ number }) => number === trackingNumber));
      return own ? digits(own.id, 'Fulfillment') : null;
    },

    async addFulfillmentEvents(shop, fulfillmentId, events) {
      const id = toGid('Fulfillment', fulfillmentId);
      const before = await call(shop, 'read-fulfillment-events', { id });
      const known = parseAnswer(fulfillmentEventsAnswer, before.data).fulfillment?.events.nodes ?? [];
      const isKnown = ({ status, happenedAt }: FulfillmentEvent) =>
        known.some((event) => event.status === status && Date.parse(event.happenedAt) === Date.parse(happenedAt));
      for (const event of events.filter((one) => !isKnown(one))) {
        const answer = await call(shop, 'add-fulfillment-event', { event: { fulfillmentId: id, ...event } });
        const { fulfillmentEventCreate } = parseAnswer(addFulfillmentEventAnswer, answer.data);
        refuseUserErrors(accepted(answer.redacted, fulfillmentEventCreate));
      }
    },
  };
}
