import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OrderSummary } from '#deliveries/ports/shopify.ts';
import type { SweepProgress } from '#deliveries/ports/stores.ts';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { exampleRecord } from '../deliveries/example-delivery.ts';
import type { PortWorld } from './port-world.ts';

const hour = 3_600_000;
/** A lease that has run out, without waiting for it. */
const over = -1_000;
const at = Date.parse('2026-11-20T08:00:00Z');

/** What holds of every `SweepStore`. */
export function sweepStoreSuite(name: string, open: () => Promise<PortWorld>): void {
  describe(`sweeps on ${name}`, () => {
    let world: PortWorld;
    let last = 0;
    beforeAll(async () => {
      world = await open();
    });
    afterAll(() => world.close());

    const summary = (changes: Partial<OrderSummary> = {}): OrderSummary => {
      last += 1;
      const time = new Date(at).toISOString();
      return {
        ...{ id: String(700_000 + last) as OrderId, number: 3000 + last, name: `#${3000 + last}` },
        ...{ updatedAt: time, processedAt: time, financialStatus: 'PAID', cancelledAt: null },
        ...changes,
      };
    };
    const compare = (shop: ShopDomain, orders: OrderSummary[], more: { pendingToo?: boolean } = {}) =>
      world.sweeps.reconcile(shop, orders, { startedAt: at, next: null, leaseMs: over, ...more });

    test('one process at a time sweeps a shop, and a pause is kept', async () => {
      const shop = await world.addShop();
      expect(await world.sweeps.startSweep(shop, hour)).toEqual({
        sweptAt: null,
        progress: null,
        now: expect.any(Number),
      });
      expect(await world.sweeps.startSweep(shop, hour)).toBeNull();
      expect(await world.sweeps.startSweep(await world.addShop(), hour)).not.toBeNull();
      await world.sweeps.endSweep(shop, 0);
      expect(await world.sweeps.startSweep(shop, hour)).not.toBeNull();
      await world.sweeps.endSweep(shop, hour);
      expect(await world.sweeps.startSweep(shop, hour)).toBeNull();
    });

    test('another process takes over where a lease has run out, from where the comparison stopped', async () => {
      const shop = await world.addShop();
      await world.sweeps.startSweep(shop, over);
      const next: SweepProgress = { startedAt: at, since: at - hour, list: 'changes', cursor: 'page 2' };
      await world.sweeps.reconcile(shop, [], { startedAt: at, next, leaseMs: hour });
      expect(await world.sweeps.startSweep(shop, hour)).toBeNull();
      await world.sweeps.endSweep(shop, 0);
      expect(await world.sweeps.startSweep(shop, over)).toMatchObject({ sweptAt: null, progress: next });
    });

    test('how far it has come grows only, and is complete without a next page', async () => {
      const shop = await world.addShop();
      const ended = async (startedAt: number) => {
        await world.sweeps.reconcile(shop, [], { startedAt, next: null, leaseMs: over });
        return world.sweeps.startSweep(shop, over);
      };
      expect(await ended(at)).toMatchObject({ sweptAt: at, progress: null });
      expect(await ended(at - hour)).toMatchObject({ sweptAt: at });
      expect(await ended(at + hour)).toMatchObject({ sweptAt: at + hour });
    });

    const unknown: [string, string | null, { pendingToo?: boolean }, number][] = [
      ['a paid order', 'PAID', {}, 1],
      ['one that was refunded in part', 'PARTIALLY_REFUNDED', {}, 1],
      ['one that was refunded', 'REFUNDED', {}, 0],
      ['one whose payment is pending', 'PENDING', {}, 0],
      ['one whose payment is pending, where the shop sends those', 'PENDING', { pendingToo: true }, 1],
      ['one without a word on its payment', null, {}, 0],
    ];
    test.each(unknown)('of orders that are not here it misses %s', async (_name, financialStatus, more, missed) => {
      const shop = await world.addShop();
      expect(await compare(shop, [summary({ financialStatus })], more)).toBe(missed);
    });

    test('what was found waits in the inbox, so that it is found once', async () => {
      const shop = await world.addShop();
      const orders = [summary(), summary()];
      expect(await compare(shop, orders)).toBe(2);
      expect(await compare(shop, [...orders, summary()])).toBe(1);
    });

    test.each([
      ['older here', -60_000, null, 1],
      ['as new here', 0, null, 0],
      ['newer here', 60_000, null, 0],
      ['older here by what we wrote long ago', -60_000, 0, 1],
    ])('of known orders it misses what is %s', async (_name, seen, ownWrite, missed) => {
      const shop = await world.addShop();
      const known = summary();
      const order = exampleRecord({
        ...{ shop, orderId: known.id as OrderId, number: known.number, shopifyUpdatedAt: at + seen },
        ownWrite: ownWrite === null ? null : { updatedAt: at + ownWrite, noteHash: 'ours' },
      });
      await world.orders.change(shop, order.orderId, () => ({ change: { order }, result: null }));
      expect(await compare(shop, [known])).toBe(missed);
    });

    test.each([
      ['cancelled', 0, null, { cancelledAt: '2026-11-20T08:00:00Z' }, 1],
      ['refunded', 0, null, { financialStatus: 'REFUNDED' }, 1],
      ['cancelled and written to by us', -60_000, 0, { cancelledAt: '2026-11-20T08:00:00Z' }, 1],
      ['refunded in part', 0, null, { financialStatus: 'PARTIALLY_REFUNDED' }, 0],
      ['cancelled before what was seen of it', 1_000, null, { cancelledAt: '2026-11-20T08:00:00Z' }, 0],
    ])('it misses an order that was %s in the very second that is known here', async (...given) => {
      const [, seen, ownWrite, listed, missed] = given;
      const shop = await world.addShop();
      const known = summary(listed);
      const order = exampleRecord({
        ...{ shop, orderId: known.id as OrderId, number: known.number, shopifyUpdatedAt: at + seen, paid: true },
        ownWrite: ownWrite === null ? null : { updatedAt: at + ownWrite, noteHash: 'ours' },
      });
      await world.orders.change(shop, order.orderId, () => ({ change: { order }, result: null }));
      expect(await compare(shop, [known])).toBe(missed);
    });

    test('an order with a webhook that waits is missed by nobody, nor one that was erased', async () => {
      const shop = await world.addShop();
      const [told, erased] = [summary(), summary()];
      await world.receive(shop, told.id as OrderId, { topic: 'orders/paid' });
      await world.redact(shop, erased.id as OrderId);
      expect(await compare(shop, [told, erased])).toBe(0);
      expect(await world.orders.load(shop, erased.id as OrderId)).toMatchObject({ order: null, erased: true });
    });
  });
}
