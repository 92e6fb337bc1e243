import { expect, test } from 'vitest';
import { aggregateOf, exampleDelivery, exampleShop, now } from '#testing/deliveries/example-delivery.ts';
import type { DeliveryRecord } from '../delivery.ts';
import { type Decided, mergeDeliveries, type OrderAggregate } from '../order.ts';
import { placeAgain } from './place-again.ts';

/** What is left of a delivery that was cancelled to be booked again, where Shopify shows its order no more. */
async function leftOf(isTaken: (reference: string) => boolean): Promise<DeliveryRecord[]> {
  const cancellation = {
    ...({ because: 'replaced', stage: 'cancelled', dueAt: now, tries: 0, calling: false, asked: true } as const),
    ...{ newReference: '1001-R2' as never, actor: 'person' },
  };
  const old = exampleDelivery({ state: 'cancelled', placedAt: now - 60_000, cancellation });
  let known = aggregateOf([old]);
  let changes = 0;
  const change = async (...[, , decide]: [unknown, unknown, (order: OrderAggregate) => Decided<unknown>]) => {
    changes += 1;
    if (changes > 9) throw new Error('no end');
    const made = decide(known).change?.deliveries ?? [];
    if (made.some(({ orderReference }) => isTaken(orderReference))) return { kind: 'reference_taken' };
    known = { ...known, deliveries: mergeDeliveries(known.deliveries, made) };
    return { kind: 'done', result: null, after: known };
  };
  const ports = {
    orders: { load: async () => ({ ...known, webhooks: [] }), change },
    shopify: { readOrder: async () => null },
    courier: { canCancel: true },
  };
  await placeAgain(ports as never, { shop: exampleShop(), orderId: old.orderId, known } as never);
  return known.deliveries;
}

test.each<[name: string, taken: string[], reference: string]>([
  ['goods that cannot go out wait for a person under the reference that was promised', [], '1001-R2'],
  ['under the next one where another order holds that', ['1001-R2', '1001-R3'], '1001-R4'],
])('%s', async (_name, taken, reference) => {
  const [old, fresh, ...others] = await leftOf((one) => taken.includes(one));
  expect(others).toEqual([]);
  expect(old).toMatchObject({ state: 'cancelled', cancellation: null });
  expect(fresh).toMatchObject({ orderReference: reference, replaces: '1001', state: 'needs_attention' });
  expect(fresh?.word, 'the first fulfilment of its goods is no reason to drop it').toEqual(['goods_to_deliver']);
  expect(fresh?.reason).toMatchObject({ code: 'not_placed_again', params: { reference } });
  expect(JSON.parse(fresh?.body ?? '')).toMatchObject({ order_reference: reference });
});
