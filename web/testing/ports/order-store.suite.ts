import { describe, expect, test } from 'vitest';
import type { OrderAggregate } from '#deliveries/order.ts';
import { goodHealth, goodInBothModes } from '#deliveries/service-health.ts';
import type { DeliveryId, OrderReference } from '#placement/ids.ts';
import { booked } from '../deliveries/example-delivery.ts';
import { count, orderFixture, raised } from './order-fixture.ts';
import { orderWebhooksSuite } from './order-webhooks.suite.ts';
import type { PortWorld } from './port-world.ts';

/** What holds of every `OrderStore`. */
export function orderStoreSuite(name: string, open: () => Promise<PortWorld>): void {
  describe(`orders on ${name}`, () => {
    const at = orderFixture(open);

    test('an order that nobody stored is there with nothing', async () => {
      const nothing = { order: null, deliveries: [], erased: false, webhooks: [], health: goodInBothModes };
      expect(await at.fresh().load()).toEqual({ ...nothing, now: expect.any(Number) });
    });

    test('a change is written whole, and what it leaves is what is read next', async () => {
      const { order, delivery, write, load, reference } = at.fresh();
      const second = { orderReference: reference('-2'), landedBy: 1_000 };
      const deliveries = [delivery(), delivery({ ...second, state: 'held' })];
      const outcome = await write({ order, deliveries });
      const { now: _now, webhooks: _webhooks, ...stored } = await load();
      expect(stored).toEqual({ order, deliveries, erased: false, health: goodInBothModes });
      expect(outcome).toMatchObject({ kind: 'done', result: 'result', after: stored });
    });

    test('a reading, and a change, say what is known of the service by then', async () => {
      const { order, write, load } = at.fresh();
      const { shops } = at.world;
      await shops.changeHealth(at.shop, 'test', (now) => ({ health: { ...now, failures: 3 }, result: null }));
      expect((await load()).health).toEqual({ ...goodInBothModes, test: { ...goodHealth, failures: 3 } });
      const before = await load();
      await shops.changeHealth(at.shop, 'test', () => ({ health: goodHealth, result: null }));
      expect(await write({ order }, { from: before })).toMatchObject({ after: { health: goodInBothModes } });
    });

    test('a changed delivery replaces itself, and the others stay', async () => {
      const { order, delivery, write, load, reference } = at.fresh();
      const second = delivery({ orderReference: reference('-2') });
      await write({ order, deliveries: [delivery(), second] });
      await write({ deliveries: [delivery({ state: 'cancelled', attempts: 3 })] });
      expect((await load()).deliveries).toEqual([delivery({ state: 'cancelled', attempts: 3 }), second]);
    });

    test('a decision that writes nothing sees the order and gives its result', async () => {
      const given = at.fresh();
      await given.write({ order: given.order });
      const seen: unknown[] = [];
      const outcome = await at.world.orders.change(at.shop, given.orderId, ({ order }) => {
        seen.push(order);
        return { change: null, result: 7 };
      });
      expect(outcome).toMatchObject({ kind: 'done', result: 7, after: { order: given.order } });
      expect(seen).toEqual([given.order]);
    });

    test('changes made at once are all kept, also by whoever knows an old state', async () => {
      const given = at.fresh();
      const before = await given.load();
      const outcomes = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          at.world.orders.change(
            at.shop,
            given.orderId,
            (now) => raised(now, given),
            index % 2 ? { from: before } : {},
          ),
        ),
      );
      const results = outcomes.map((outcome) => outcome.kind === 'done' && outcome.result);
      expect(results.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
      expect(count(await given.load())).toBe(8);
    });

    test('whoever knows an old state decides on it, and then anew on what stands there', async () => {
      const given = at.fresh();
      const first = await given.write({ order: { ...given.order, number: 1 } });
      if (first.kind !== 'done') throw new Error(first.kind);
      await given.write({ order: { ...given.order, number: 2 } });
      for (const writes of [true, false]) {
        const seen: number[] = [];
        const decide = (aggregate: OrderAggregate) => {
          seen.push(count(aggregate));
          return writes ? raised(aggregate, given) : { change: null, result: count(aggregate) };
        };
        expect(await at.world.orders.change(at.shop, given.orderId, decide, { from: first.after })).toMatchObject({
          result: 3,
        });
        expect(seen).toEqual([1, writes ? 2 : 3]);
      }
    });

    test('whoever knows the newest state decides once', async () => {
      const given = at.fresh();
      let known = (await given.write({ order: given.order })) as { after: OrderAggregate };
      for (let change = 0; change < 3; change += 1) {
        let decisions = 0;
        const decide = (aggregate: OrderAggregate) => {
          decisions += 1;
          return raised(aggregate, given);
        };
        known = (await at.world.orders.change(at.shop, given.orderId, decide, { from: known.after })) as typeof known;
        expect(decisions).toBe(1);
      }
      expect(count(known.after)).toBe(given.order.number + 3);
    });

    test('a run that another has overtaken writes nothing', async () => {
      const given = at.fresh();
      const older = await at.world.beginRun(at.shop, given.orderId);
      expect(await given.write({ order: given.order }, { fence: older })).toMatchObject({ kind: 'done' });
      const from = await given.load();
      const newer = await at.world.beginRun(at.shop, given.orderId);
      const isNewest = (fence: string) => at.world.orders.isNewestRun(at.shop, given.orderId, fence);
      expect([await isNewest(older), await isNewest(newer)]).toEqual([false, true]);
      for (const options of [{ fence: older }, { fence: older, from }]) {
        expect(await given.write({ order: { ...given.order, number: 5 } }, options)).toEqual({ kind: 'overtaken' });
      }
      expect(count(await given.load())).toBe(given.order.number);
      expect(await given.write({ order: { ...given.order, number: 6 } }, { fence: newer })).toMatchObject({
        kind: 'done',
      });
    });

    test('an erased order is known as erased, and nothing brings it back', async () => {
      const given = at.fresh();
      await given.write({ order: given.order, deliveries: [given.delivery()] });
      const from = await given.load();
      await at.world.redact(at.shop, given.orderId);
      for (const options of [{}, { from }]) {
        const outcome = await given.write({ order: given.order, deliveries: [given.delivery()] }, options);
        expect(outcome).toMatchObject({ kind: 'done', after: { order: null, deliveries: [], erased: true } });
      }
      expect(await given.load()).toMatchObject({ order: null, deliveries: [], erased: true });
    });

    test('a reference that another order of the account holds is named, and nothing of the change is written', async () => {
      const [mine, other] = [at.fresh(), at.fresh()];
      const elsewhere = at.fresh(await at.world.addShop());
      await other.write({ order: other.order, deliveries: [other.delivery()] });
      await elsewhere.write({ order: elsewhere.order, deliveries: [elsewhere.delivery()] });
      const asking = (orderReference: OrderReference, account = 'live account') =>
        mine.write({
          order: mine.order,
          deliveries: [mine.delivery({ orderReference, account })],
          wakes: [{ at: null }],
        });
      for (const [{ reference }, sameShop] of [
        [other, true],
        [elsewhere, false],
      ] as const) {
        expect(await asking(reference())).toEqual({ kind: 'reference_taken', orderReference: reference(), sameShop });
      }
      expect(await mine.load()).toMatchObject({ order: null, deliveries: [] });
      expect(await at.world.runsAt(at.shop, mine.orderId)).toBeNull();
      expect(await asking(other.reference(), 'another account')).toMatchObject({ kind: 'done' });
    });

    test('a delivery of the service belongs to one delivery of ours', async () => {
      const [mine, other] = [at.fresh(), at.fresh()];
      const service = booked({ deliveryId: `D-${mine.orderId}` as DeliveryId });
      await other.write({ order: other.order, deliveries: [other.delivery({ service })] });
      expect(await mine.write({ order: mine.order, deliveries: [mine.delivery({ service })] })).toEqual({
        kind: 'delivery_id_taken',
      });
      expect(await mine.load()).toMatchObject({ order: null, deliveries: [] });
      expect(await other.write({ deliveries: [other.delivery({ service, attempts: 2 })] })).toMatchObject({
        kind: 'done',
      });
    });

    test('what else a shop has booked in an account is known by the ids of the service', async () => {
      const { order, delivery, write, reference } = at.fresh();
      const account = `account of ${reference('')}`;
      const idOf = (id: string) => `${id} ${reference('')}` as DeliveryId;
      const row = (suffix: string, placedAt: number) =>
        delivery({
          ...{ orderReference: reference(suffix), account, placedAt },
          ...{ state: 'placed', service: booked({ deliveryId: idOf(suffix) }) },
        });
      const cancelled = { ...row('-4', 4_000), state: 'cancelled' as const };
      await write({ order, deliveries: [row('-1', 1_000), row('-2', 2_000), row('-3', 3_000), cancelled] });
      const { othersBooked } = at.world.orders;
      expect(await othersBooked(row('-2', 2_000), 3)).toEqual([idOf('-3'), idOf('-1')]);
      expect(await othersBooked(row('-2', 2_000), 1)).toEqual([idOf('-3')]);
      expect(await othersBooked({ ...row('-2', 2_000), account: 'another' }, 3)).toEqual([]);
    });

    test('an attempt is kept from before its call, and its outcome takes its place', async () => {
      const given = at.fresh();
      const { order, delivery } = given;
      const attempt = (id: string, startedAt: number, outcome: string) => ({
        ...{ id: `${id}-${given.orderId}`, orderReference: given.reference(), account: 'live account', fence: 1 },
        ...{ kind: 'place' as const, startedAt, outcome, finishedAt: null, httpStatus: null, message: null },
      });
      const [first, second] = [attempt('a', 1_000, 'open'), attempt('b', 2_000, 'open')];
      await given.write({ order, deliveries: [delivery()], attempts: [second] });
      await given.write({ attempts: [first] });
      const done = { ...first, outcome: 'placed', finishedAt: 1_500, httpStatus: 201, message: 'ok' };
      await given.write({ attempts: [done] });
      expect(await at.world.orders.attempts(at.shop, given.orderId)).toEqual([done, second]);
    });

    test('a wake-up is asked for with the rows that it is about; the earliest counts', async () => {
      const given = at.fresh();
      const { now } = await given.load();
      await given.write({ order: given.order, wakes: [{ at: now + 3_600_000 }, { at: now + 7_200_000 }] });
      expect(await at.world.runsAt(at.shop, given.orderId)).toBe(now + 3_600_000);
      await given.write({ wakes: [{ at: null }] });
      expect(await at.world.runsAt(at.shop, given.orderId)).toBeLessThan(now + 3_600_000);
    });

    orderWebhooksSuite(at);
  });
}
