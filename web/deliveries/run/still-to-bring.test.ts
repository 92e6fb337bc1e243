import { expect, test } from 'vitest';
import type { OrderReference } from '#placement/ids.ts';
import { exampleOrder } from '#placement/testing/example-order.ts';
import { aggregateOf, exampleDelivery, now } from '#testing/deliveries/example-delivery.ts';
import type { DeliveryRecord } from '../delivery.ts';
import { goodsRule } from './judge.ts';
import { stillToBring } from './still-to-bring.ts';

const snapshot = exampleOrder({ processedAt: new Date(now).toISOString() });
const lines = snapshot.fulfillmentOrders.flatMap((one) =>
  one.lines.map(({ id, lineItemId, totalQuantity }) => ({
    ...{ fulfillmentOrderId: one.id, lineId: id, lineItemId, quantity: totalQuantity, fulfilledBefore: 0 },
  })),
);
const row = (reference: string, more: Partial<DeliveryRecord>): DeliveryRecord =>
  exampleDelivery({ orderReference: reference as OrderReference, lines, ...more });
/** A person asked for it whatever Shopify's books say. */
const inSpite: Partial<DeliveryRecord> = { state: 'queued', word: [goodsRule] };
const toPerson: Partial<DeliveryRecord> = { state: 'needs_attention', waitsFor: { kind: 'person' } };

const ends = (...rows: DeliveryRecord[]) =>
  rows.map((one) => stillToBring({ aggregate: aggregateOf(rows), snapshot } as never, one).reason?.code ?? one.state);

test.each<[string, DeliveryRecord[], string[]]>([
  ['stays where nobody else brings its goods', [row('1001-R2', toPerson)], ['needs_attention']],
  [
    'ends where another delivery brings them',
    [row('1001-R2', toPerson), row('1001-2', { state: 'placed' })],
    ['goods_brought', 'placed'],
  ],
  [
    'stays where that one is cancelled',
    [row('1001-R2', toPerson), row('1001-2', { state: 'cancelled' })],
    ['needs_attention', 'cancelled'],
  ],
  [
    'ends for no other that would end for it: one of them goes',
    [row('1001-R2', inSpite), row('1001-2-R2', inSpite)],
    ['queued', 'goods_brought'],
  ],
  [
    'stays where its driver may come all the same',
    [row('1001-R2', { ...toPerson, everUnknown: true }), row('1001-2', { state: 'placed' })],
    ['needs_attention', 'placed'],
  ],
])('what is sent in spite of Shopify’s books %s', (_name, rows, expected) => {
  expect(ends(...rows)).toEqual(expected);
});
