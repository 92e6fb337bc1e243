import { describe, expect, it } from 'vitest';
import { asWhenPaid } from './as-when-paid.ts';
import type { FulfillmentOrder, FulfillmentOrderLine } from './shop-order.ts';
import { exampleFulfillmentOrder, exampleLine, exampleOrder } from './testing/example-order.ts';

const place = (id: string, status: string, line: Partial<FulfillmentOrderLine> = {}): FulfillmentOrder =>
  exampleFulfillmentOrder({ id, status, lines: [exampleLine(line)] });
const done = { remainingQuantity: 0 };

describe('an order as it was when it was paid', () => {
  it.each<[string, FulfillmentOrder[], [string, number][]]>([
    ['is itself where nothing happened', [place('1', 'OPEN')], [['OPEN', 2]]],
    ['has what was fulfilled since', [place('1', 'CLOSED', done)], [['OPEN', 2]]],
    ['has what was fulfilled in part', [place('1', 'IN_PROGRESS', { remainingQuantity: 1 })], [['OPEN', 2]]],
    ['has what a refund took out', [place('1', 'CLOSED', { ...done, totalQuantity: 0 })], [['OPEN', 2]]],
    ['still waits for what waits', [place('1', 'ON_HOLD')], [['ON_HOLD', 2]]],
    ['has moved goods once, where they went', [place('1', 'CLOSED', done), place('2', 'OPEN')], [['OPEN', 2]]],
    [
      'has goods of two places where they are',
      [place('1', 'OPEN', { totalQuantity: 1 }), place('2', 'CLOSED', { ...done, totalQuantity: 1 })],
      [
        ['OPEN', 1],
        ['OPEN', 1],
      ],
    ],
  ])('%s', (_what, fulfillmentOrders, expected) => {
    const { fulfillmentOrders: then } = asWhenPaid(exampleOrder({ fulfillmentOrders }));
    expect(then.flatMap(({ status, lines }) => lines.map((line) => [status, line.remainingQuantity]))).toEqual(
      expected,
    );
  });

  it.each([
    ['REFUNDED', 'PAID'],
    ['PARTIALLY_REFUNDED', 'PAID'],
    ['PENDING', 'PENDING'],
    [null, null],
  ])('%s was %s, and was not cancelled', (financialStatus, then) => {
    const order = asWhenPaid(exampleOrder({ financialStatus, cancelledAt: '2026-11-21T09:00:00Z' }));
    expect(order).toMatchObject({ financialStatus: then, cancelledAt: null });
  });
});
