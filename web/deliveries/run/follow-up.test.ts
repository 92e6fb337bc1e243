import { expect, test } from 'vitest';
import { aggregateOf, booked, exampleDelivery, exampleShop, now } from '#testing/deliveries/example-delivery.ts';
import type { DeliveryRecord, Refusal } from '../delivery.ts';
import { AppError } from '../errors.ts';
import { type Decided, mergeDeliveries, type OrderAggregate } from '../order.ts';
import { reason } from '../reasons.ts';
import { followUp } from './follow-up.ts';

const denied = new AppError({
  ...{ code: 'shopify_denied', retryable: false },
  ...{ merchantMessage: 'Shopify denied access.', nextStep: 'Allow it.' },
});

const placed = exampleDelivery({ state: 'placed', placedAt: now, service: booked() });
const refused: Refusal = { ...reason('fulfilment_refused', {}), of: 'fulfilment' };
const deny = async () => {
  throw denied;
};
const makes = async () => ({ fulfillmentId: '7' });

/** What follows a booked delivery, while another run writes `meanwhile` and, where it is newer, takes the order. */
async function followed({
  fulfil = makes,
  findFulfillment = async () => null,
  meanwhile = {},
  isOvertaken = false,
}: {
  fulfil?: () => Promise<{ fulfillmentId: string }>;
  findFulfillment?: () => Promise<string | null>;
  meanwhile?: Partial<DeliveryRecord>;
  isOvertaken?: boolean;
}) {
  let known = aggregateOf([placed]);
  const write = (deliveries: DeliveryRecord[] = []) => {
    known = { ...known, deliveries: mergeDeliveries(known.deliveries, deliveries) };
  };
  const record = async (decide: (order: OrderAggregate) => Decided<unknown>) => {
    write(known.deliveries.map((delivery) => ({ ...delivery, ...meanwhile })));
    write(decide(known).change?.deliveries);
  };
  const take = async (decide: Parameters<typeof record>[0]) => {
    if (!isOvertaken) await record(decide);
    return { kind: isOvertaken ? 'overtaken' : 'done' };
  };
  const ports = { shopify: { findFulfillment, fulfil, readOrder: async () => null } };
  const { settings, ...others } = exampleShop();
  const shop = { ...others, settings: { ...settings, writeBack: { ...settings.writeBack, fulfil: 'placed' } } };
  await followUp(ports as never, { shop, orderId: placed.orderId, known, record, take } as never);
  return known.deliveries.map(({ fulfillmentId, refusals }) => [fulfillmentId, ...refusals.map(({ code }) => code)]);
}

test.each<[string, Parameters<typeof followed>[0], (string | null)[]]>([
  ['that may be neither looked for nor made is refused', { fulfil: deny, findFulfillment: deny }, [null, refused.code]],
  ['that another run was refused is made', { meanwhile: { refusals: [refused] } }, ['7']],
  ['that another run has made is none that is refused', { fulfil: deny, meanwhile: { fulfillmentId: '8' } }, ['8']],
  ['is left to a newer run', { isOvertaken: true }, [null]],
])('a fulfilment %s', async (_name, given, row) => {
  expect(await followed(given)).toEqual([row]);
});
