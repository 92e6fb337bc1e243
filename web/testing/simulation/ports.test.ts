import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { orderStoreSuite } from '../ports/order-store.suite.ts';
import type { PortWorld } from '../ports/port-world.ts';
import { shopStoreSuite } from '../ports/shop-store.suite.ts';
import { sweepStoreSuite } from '../ports/sweep-store.suite.ts';
import { MemoryOrderStore } from './memory-order-store.ts';
import { Scheduler } from './scheduler.ts';
import { SeededRandom } from './seeded-random.ts';
import { SimShops } from './sim-shops.ts';

/** The stand-ins as the simulation wires them, with a plain list of when orders run. */
async function openMemoryWorld(): Promise<PortWorld> {
  const random = new SeededRandom(1);
  const scheduler = new Scheduler(random);
  const orders = new MemoryOrderStore(scheduler);
  const due = new Map<string, number>();
  const fences = new Map<string, number>();
  const ask = (shop: ShopDomain, orderId: OrderId, at: number | null) => {
    const key = `${shop}/${orderId}`;
    due.set(key, Math.min(due.get(key) ?? Number.POSITIVE_INFINITY, at ?? scheduler.now()));
  };
  orders.onWake = (shop, orderId, { at }) => ask(shop, orderId, at);
  orders.newestRun = (shop, orderId, fence) => String(fences.get(`${shop}/${orderId}`)) === fence;
  const shops = new SimShops({ scheduler, random, orders, runs: { ask, look: () => undefined } });
  let count = 0;
  return {
    orders,
    shops: shops.port(async () => undefined),
    sweeps: shops.sweeps(),
    addShop: async () => {
      count += 1;
      const shop = `port-${count}.myshopify.com` as ShopDomain;
      shops.add(shop, 'key', '');
      return shop;
    },
    redact: async (shop, orderId) => orders.redact(shop, orderId),
    receive: async (shop, orderId, { topic }) => {
      const id = random.id();
      orders.addWebhook(shop, orderId, { id, topic });
      return id;
    },
    beginRun: async (shop, orderId) => {
      const fence = (fences.get(`${shop}/${orderId}`) ?? 0) + 1;
      fences.set(`${shop}/${orderId}`, fence);
      return String(fence);
    },
    runsAt: async (shop, orderId) => due.get(`${shop}/${orderId}`) ?? null,
    close: async () => undefined,
  };
}

for (const suite of [orderStoreSuite, shopStoreSuite, sweepStoreSuite]) suite('the stand-in', openMemoryWorld);
