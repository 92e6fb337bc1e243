import { describe, expect, test } from 'vitest';
import type { LocationId, OrderReference } from '#placement/ids.ts';
import type { FulfillmentOrder, ShopOrder } from '#placement/shop-order.ts';
import { exampleFulfillmentOrder, exampleLine, exampleLocation } from '#placement/testing/example-order.ts';
import { nothing, paidAt, read } from '#testing/deliveries/read-order.ts';
import { type DeliveryRecord, forPerson } from '../delivery.ts';
import { reason } from '../reasons.ts';
import { goodsRule } from './judge.ts';

describe('a part that another one stopped', () => {
  const at = (id: string, phone: string | null) => exampleLocation({ id: id as LocationId, name: id, phone });
  const two = (phone: string | null, second = '9002'): Partial<ShopOrder> => ({
    fulfillmentOrders: [
      exampleFulfillmentOrder({ location: at('9001', '+27215550180') }),
      exampleFulfillmentOrder({
        ...{ id: '502', location: at(second, second === '9001' ? '+27215550180' : phone) },
        lines: [exampleLine({ id: '5020', lineItemId: '7502' })],
      }),
    ],
  });
  const good = '+27215550199';
  /** A person's, and nothing is missing any more. */
  const ready = { state: 'needs_attention', reason: { code: 'can_be_sent' }, waitsFor: null };
  const lacking = { state: 'needs_attention', reason: { code: 'pickup_phone_missing' } };
  const stopped = read(read(nothing, two(good), false), two(null), false);

  test('goes once what the other lacked is there, and so does the other', () => {
    expect(stopped.deliveries).toMatchObject([lacking, lacking]);
    const { order, deliveries } = read(stopped, two(good), false);
    expect(order).toMatchObject({ state: 'queued', reason: null });
    expect(deliveries).toMatchObject([
      { state: 'queued', dueAt: paidAt },
      { state: 'queued', dueAt: paidAt },
    ]);
  });

  test('goes once the goods of the other are where somebody can be called', () => {
    const { deliveries } = read(stopped, two(null, '9001'), false);
    expect(deliveries).toMatchObject([{ state: 'queued' }, { state: 'cancelled', reason: { code: 'goods_moved' } }]);
  });

  test('stays with a person while the shop is paused, as long as any location lacks it', () => {
    const paused = read(stopped, two(null), false, undefined, { paused: true });
    expect(paused.deliveries).toMatchObject([lacking, lacking]);
    expect(read(paused, two(null), false).deliveries).toMatchObject([lacking, lacking]);
    const entered = read(paused, two(good), false, undefined, { paused: true });
    // What waits for the settings goes by itself, once they allow it.
    expect(entered.deliveries).toMatchObject([{ state: 'held' }, { state: 'held', reason: { code: 'paused' } }]);
  });

  test('stays with a person, for their own reason, where it was theirs before', () => {
    const before = read(nothing, two(good), false);
    const [first, ...others] = before.deliveries as [DeliveryRecord, ...DeliveryRecord[]];
    const refused = { ...first, ...forPerson(reason('refused_by_service', {})) };
    const told = { state: 'needs_attention', reason: { code: 'refused_by_service' } };
    const worse = read({ ...before, deliveries: [refused, ...others] }, two(null), false);
    expect(worse.deliveries).toMatchObject([told, lacking]);
    expect(read(worse, two(good), false).deliveries).toMatchObject([told, { state: 'queued' }]);
  });

  test('stays with a person where it was theirs and lacked something itself, and says so once that is there', () => {
    const before = read(nothing, two(good), false);
    const theirs = before.deliveries.map((one) => ({ ...one, ...forPerson(reason('refused_by_service', {})) }));
    const lost = read({ ...before, deliveries: theirs }, two(null), false);
    expect(lost.deliveries[1]).toMatchObject({ ...lacking, waitsFor: { kind: 'lacking' } });
    expect(read(lost, two(null), false).deliveries[1]).toMatchObject(lacking);
    for (const paused of [false, true]) {
      expect(read(lost, two(good), false, undefined, { paused }).deliveries[1]).toMatchObject(ready);
    }
    expect(read(lost, two('+27215550111'), false).deliveries[1]).toMatchObject({ state: 'queued' });
  });

  test('goes by the rules as they are then: not once it is too late', () => {
    const late = { ...stopped, now: paidAt + 721 * 3_600_000 };
    const told = { state: 'needs_attention', reason: { code: 'too_old' } };
    const other = read(late, two('+27215550111'), false);
    for (const { deliveries } of [read(late, two(good), false), other, read(other, two('+27215550111'), false)]) {
      expect(deliveries).toMatchObject([told, told]);
    }
  });

  test('waits for a press where a person sent it, which no deadline ends', () => {
    const before = read(nothing, two(good), false, { prefix: '' });
    const worse = read(before, two(null), false);
    expect(worse.deliveries).toMatchObject([lacking, lacking]);
    const later = { ...worse, now: paidAt + 721 * 3_600_000 };
    for (const paused of [false, true]) {
      const { deliveries } = read(later, two(good), false, undefined, { paused });
      expect(deliveries).toMatchObject([ready, ready]);
    }
    expect(read(later, two(good), false, { prefix: '' }).deliveries).toMatchObject([
      { state: 'queued' },
      { state: 'queued' },
    ]);
  });

  test('is as late as before once goods of it were on hold', () => {
    const [own, other] = two(good).fulfillmentOrders as [FulfillmentOrder, FulfillmentOrder];
    const late = { ...stopped, now: paidAt + 721 * 3_600_000 };
    const held = read(late, { fulfillmentOrders: [{ ...own, status: 'ON_HOLD' }, other] }, false);
    expect(read(held, two(good), false).deliveries[0]).toMatchObject({ state: 'needs_attention' });
  });

  test('is not sent in spite of the rules once nothing of it is left to collect', () => {
    const [own, other] = two(good).fulfillmentOrders as [FulfillmentOrder, FulfillmentOrder];
    const before = read(nothing, two(good), false);
    const [first, second] = before.deliveries as [DeliveryRecord, DeliveryRecord];
    const renewed = { ...first, word: [goodsRule], replaces: '1000' as OrderReference };
    const worse = read({ ...before, deliveries: [renewed, second] }, two(null), false);
    expect(worse.deliveries).toMatchObject([lacking, lacking]);
    const collected = { ...own, status: 'CLOSED', lines: own.lines.map((line) => ({ ...line, remainingQuantity: 0 })) };
    for (const gone of [collected, { ...own, status: 'ON_HOLD' }]) {
      const { deliveries } = read(worse, { fulfillmentOrders: [gone, other] }, false);
      expect(deliveries[0]).toMatchObject(ready);
    }
  });

  test('is told of what is lacking where a person sends it, and goes once that is there', () => {
    const before = read(nothing, two(good), false);
    const theirs = before.deliveries.map((one) => ({ ...one, ...forPerson(reason('refused_by_service', {})) }));
    const pressed = read({ ...before, deliveries: theirs }, two(null), false, { prefix: '' });
    expect(pressed.deliveries).toMatchObject([lacking, lacking]);
    expect(read(pressed, two(good), false).deliveries).toMatchObject([{ state: 'queued' }, { state: 'queued' }]);
  });
});

test('another driver for goods that are on hold in part is not sent while the order owes money', () => {
  const part = (id: string, status: string, location: string) =>
    exampleFulfillmentOrder({
      ...{ id, status, location: exampleLocation({ id: location as LocationId, name: location }) },
      lines: [exampleLine({ id: `${id}0`, lineItemId: '7501', remainingQuantity: 1, totalQuantity: 1 })],
    });
  const planned = read(
    nothing,
    { fulfillmentOrders: [part('501', 'OPEN', '9001'), part('502', 'OPEN', '9003')] },
    false,
  );
  const [first, ...others] = planned.deliveries as [DeliveryRecord, ...DeliveryRecord[]];
  const another = { ...first, word: [goodsRule], replaces: '1000' as OrderReference };
  const owing = {
    ...{ financialStatus: 'PARTIALLY_PAID', fullyPaid: false },
    fulfillmentOrders: [part('501', 'ON_HOLD', '9001'), part('502', 'OPEN', '9003')],
  };
  const { deliveries } = read({ ...planned, deliveries: [another, ...others] }, owing, false);
  expect(deliveries[0]).toMatchObject({ state: 'skipped', reason: { code: 'not_paid' } });
});
