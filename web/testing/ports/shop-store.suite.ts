import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CourierMode, courierMode } from '#api-contract/settings.ts';
import type { DeliveryRecord } from '#deliveries/delivery.ts';
import type { OrderAggregate, OrderRecord } from '#deliveries/order.ts';
import { afterFailure, goodHealth } from '#deliveries/service-health.ts';
import type { OrderId, OrderReference, ShopDomain } from '#placement/ids.ts';
import { exampleDelivery, exampleRecord } from '../deliveries/example-delivery.ts';
import type { PortWorld } from './port-world.ts';

const probeMs = 5_000;

/** What holds of every `ShopStore`. */
export function shopStoreSuite(name: string, open: () => Promise<PortWorld>): void {
  describe(`shops and their service on ${name}`, () => {
    let world: PortWorld;
    let last = 0;
    beforeAll(async () => {
      world = await open();
    });
    afterAll(() => world.close());

    const add = async (shop: ShopDomain, order: Partial<OrderRecord>, delivery: Partial<DeliveryRecord> | null) => {
      last += 1;
      const own = { shop, orderId: String(900_000 + last) as OrderId };
      const orderReference = `${2000 + last}` as OrderReference;
      const deliveries = delivery ? [exampleDelivery({ ...own, orderReference, ...delivery })] : [];
      const stored = exampleRecord({ ...own, number: 2000 + last, ...order });
      await world.orders.change(shop, own.orderId, () => ({ change: { order: stored, deliveries }, result: null }));
      return own.orderId;
    };
    const clock = async (shop: ShopDomain) => (await world.orders.load(shop, '1' as OrderId)).now;
    const fail = (shop: ShopDomain, mode: CourierMode = 'live') =>
      world.shops.changeHealth(shop, mode, (health, now) => ({
        ...{ health: afterFailure(health, now, probeMs), result: health.failures },
      }));

    test('a shop is known once it is installed', async () => {
      const shop = await world.addShop();
      expect(await world.shops.shop(shop)).toMatchObject({
        domain: shop,
        uninstalledAt: null,
        installedAt: expect.any(Number),
      });
      expect(await world.shops.shop('nobody.myshopify.com' as ShopDomain)).toBeNull();
    });

    test('a service of which nothing was heard is well, and each mode has its own health', async () => {
      const shop = await world.addShop();
      expect(await world.shops.health(shop, 'live')).toEqual(goodHealth);
      expect(await fail(shop)).toBe(0);
      expect(await world.shops.health(shop, 'live')).toMatchObject({ failures: 1 });
      expect(await world.shops.health(shop, 'test')).toEqual(goodHealth);
    });

    test('changes made at once follow each other, and one that changes nothing leaves all', async () => {
      const shop = await world.addShop();
      const seen = await Promise.all(Array.from({ length: 4 }, () => fail(shop)));
      expect(seen.toSorted()).toEqual([0, 1, 2, 3]);
      const result = await world.shops.changeHealth(shop, 'live', ({ failures }) => ({
        health: null,
        result: failures,
      }));
      expect([result, (await world.shops.health(shop, 'live')).failures]).toEqual([4, 4]);
    });

    test('everything that is held goes on within the time, and nothing else', async () => {
      const shop = await world.addShop();
      const left = { state: 'needs_attention' as const };
      const held = [
        await add(shop, { state: 'held' }, null),
        await add(shop, { state: 'held' }, { state: 'held' }),
        await add(shop, { state: 'placed' }, { state: 'held' }),
        await add(shop, left, { ...left, waitsFor: { kind: 'service' } }),
        await add(shop, left, { ...left, waitsFor: { kind: 'settings' } }),
      ];
      // Only the settings, or the order, end that.
      const asks = { ...left, waitsFor: { kind: 'order' as const } };
      const lacking = await add(shop, asks, asks);
      const ofRules = { state: 'skipped' as const, waitsFor: { kind: 'rules' as const } };
      const leftOut = await add(shop, { ...ofRules, paidAt: await clock(shop) }, null);
      await add(shop, { state: 'skipped' }, null);
      const waitsForPerson = await add(shop, left, { ...left, waitsFor: { kind: 'person' } });
      const waitsForReference = await add(shop, left, { ...left, waitsFor: { kind: 'reference' } });
      const placed = await add(shop, { state: 'placed' }, { state: 'placed' });
      const other = await world.addShop();
      const elsewhere = await add(other, { state: 'held' }, null);
      const before = await clock(shop);
      await world.shops.changeHealth(shop, 'live', () => ({ health: null, result: null, wakesWithinMs: 60_000 }));
      const end = (await clock(shop)) + 60_000;
      const times = await Promise.all(held.map((orderId) => world.runsAt(shop, orderId)));
      for (const at of times) {
        expect(at).toBeGreaterThanOrEqual(before);
        expect(at).toBeLessThan(end);
      }
      expect(new Set(times).size).toBe(5);
      expect(await world.runsAt(shop, placed)).toBeNull();
      expect(await world.runsAt(shop, waitsForPerson)).toBeNull();
      expect(await world.runsAt(shop, lacking)).toBeNull();
      expect(await world.runsAt(other, elsewhere)).toBeNull();
      expect(await world.runsAt(shop, leftOut)).toBeNull();
      expect(await world.shops.wakeWaiting(shop, 0)).toBe(8);
      expect(await world.runsAt(shop, lacking)).not.toBeNull();
      expect(await world.runsAt(shop, leftOut)).not.toBeNull();
      expect(await world.runsAt(shop, waitsForPerson)).not.toBeNull();
      expect(await world.runsAt(shop, waitsForReference)).toBeNull();
      expect(await world.shops.wakeWaiting(await world.addShop(), 0)).toBe(0);
    });

    test('what was tried most often goes on last, for it may be what the service refuses', async () => {
      const shop = await world.addShop();
      const held = { state: 'held' as const };
      const tried = (fence: number, paidAt: number) => add(shop, { ...held, paidAt }, { ...held, fence });
      const orders = [await tried(9, 1_000), await add(shop, { ...held, paidAt: 3_000 }, null), await tried(1, 2_000)];
      await world.shops.changeHealth(shop, 'live', () => ({ health: null, result: null, wakesWithinMs: 60_000 }));
      const times = await Promise.all(orders.map(async (orderId) => (await world.runsAt(shop, orderId)) ?? Number.NaN));
      expect(times.toSorted((a, b) => a - b)).toEqual([times[1], times[2], times[0]]);
    });

    test('what lacks something, and nothing else, is looked at again within the time', async () => {
      const shop = await world.addShop();
      const asks = { state: 'needs_attention' as const, waitsFor: { kind: 'order' as const } };
      const ofPerson = { ...asks, waitsFor: { kind: 'person' as const } };
      const lacking = [
        await add(shop, asks, null),
        await add(shop, { state: 'held' }, asks),
        await add(shop, ofPerson, ofPerson),
      ];
      const held = await add(shop, { state: 'held' }, { state: 'held' });
      const before = await clock(shop);
      expect(await world.shops.wakeLacking(shop, 60_000)).toBe(3);
      const end = (await clock(shop)) + 60_000;
      for (const orderId of lacking) {
        const at = await world.runsAt(shop, orderId);
        expect(at).toBeGreaterThanOrEqual(before);
        expect(at).toBeLessThan(end);
      }
      expect(await world.runsAt(shop, held)).toBeNull();
    });

    test('whoever saw what lacks something before it was woken decides anew, and knows that it is to be read', async () => {
      const shop = await world.addShop();
      const orderId = await add(shop, { state: 'needs_attention', waitsFor: { kind: 'order' } }, null);
      const from = await world.orders.load(shop, orderId);
      await world.shops.wakeLacking(shop, 0);
      const seen: (number | null | undefined)[] = [];
      const decide = ({ order, deliveries }: OrderAggregate) => {
        seen.push(order?.dueAt);
        return { change: order && { order: { ...order, updatedAt: order.updatedAt + 1 }, deliveries }, result: null };
      };
      await world.orders.change(shop, orderId, decide, { from });
      expect(seen).toEqual([null, expect.any(Number)]);
    });

    test('a probe is the least tried delivery of its mode that has waited longest for the service, and no other', async () => {
      const shop = await world.addShop();
      const waitsFor = { kind: 'service' as const };
      const at = (updatedAt: number, mode: CourierMode) => ({ state: 'held' as const, waitsFor, updatedAt, mode });
      for (const kind of ['release', 'packing', 'settings'] as const) {
        await add(shop, {}, { ...at(500, 'live'), waitsFor: { kind } });
      }
      expect(await world.shops.wakeOneHeld(shop, 'live')).toBe(false);
      const left = { state: 'needs_attention' as const };
      const told = await add(shop, left, { ...at(500, 'live'), ...left });
      const test = await add(shop, {}, at(1_000, 'test'));
      const younger = await add(shop, {}, at(3_000, 'live'));
      const oldest = await add(shop, {}, at(2_000, 'live'));
      await add(shop, {}, { ...at(500, 'live'), fence: 9 });
      expect(await world.shops.wakeOneHeld(shop, 'live')).toBe(true);
      const times = await Promise.all([test, younger, oldest].map((orderId) => world.runsAt(shop, orderId)));
      expect(times).toEqual([null, null, expect.any(Number)]);
      expect(await world.runsAt(shop, told)).toBeNull();
      // A person was told of it: each probe would tell them anew.
      const onlyTold = await world.addShop();
      await add(onlyTold, left, { ...at(500, 'live'), ...left });
      expect(await world.shops.wakeOneHeld(onlyTold, 'live')).toBe(false);
      const onlyTest = await world.addShop();
      await add(onlyTest, {}, at(1_000, 'test'));
      expect(await world.shops.wakeOneHeld(onlyTest, 'live')).toBe(false);
      expect(await world.shops.wakeOneHeld(onlyTest, 'test')).toBe(true);
    });

    test.each(courierMode.options)(
      'a probe of the %s service is due at its time, for as long as it is set',
      async (mode) => {
        const shop = await world.addShop();
        const due = async () => (await world.shops.probesDue()).filter((probe) => probe.shop === shop);
        const probeIn = (ms: number | null) =>
          world.shops.changeHealth(shop, mode, (health, now) => ({
            ...{ health: { ...health, probeAt: ms === null ? null : now + ms }, result: null },
          }));
        expect(await due()).toEqual([]);
        await probeIn(3_600_000);
        expect(await due()).toEqual([]);
        await probeIn(-1_000);
        expect(await due()).toEqual([{ shop, mode }]);
        await probeIn(null);
        expect(await due()).toEqual([]);
      },
    );
  });
}
