import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { goodHealth } from '#deliveries/service-health.ts';
import type { ShopDomain } from '#placement/ids.ts';
import type { Storage } from '#storage/open-storage.ts';
import { orderDueChannel } from '#storage/order-runs.ts';
import { installShop } from '#storage/testing/engines.ts';
import { demoShop } from '#testing/local-world.ts';
import { sweepNow } from '#testing/sweep-now.ts';
import { startTestWorld } from '#testing/test-world.ts';
import { watchAddresses } from './jobs/watch-addresses.ts';
import { startWorker } from './worker.ts';

/** Shops of which nobody knows whether their key is taken again are asked about often. */
const asksOften = { env: { RETRY_BASE_MS: '50' } };

test('a notice of a due order has its shop looked at', async () => {
  const world = await startTestWorld();
  onTestFinished(() => world.close());
  const { database, runs } = world.app.context.storage;
  const claim = vi.spyOn(runs, 'claim');
  await database.notify(orderDueChannel, 'named.myshopify.com');
  await expect.poll(() => claim.mock.calls).toContainEqual([expect.any(Number), ['named.myshopify.com']]);
});

const held = ({ shops }: Storage, shop: ShopDomain) =>
  shops.changeHealth(shop, 'live', () => ({
    health: { ...goodHealth, hold: 'key', probeAt: Date.now() },
    result: null,
  }));

test('a shop whose key cannot be opened keeps no other from being asked whether its key is taken again', async () => {
  const world = await startTestWorld(asksOften);
  onTestFinished(() => world.close());
  const { storage } = world.app.context;
  const lost = await installShop(storage, 'lost.myshopify.com');
  await storage.shops.saveKeys(lost, { live: 'some key' });
  await storage.db.updateTable('shop').set({ live_key_sealed: '1.lost.AAAA' }).where('shop', '=', lost).execute();
  await held(storage, lost);
  await held(storage, demoShop as ShopDomain);
  await expect
    .poll(() => storage.shops.health(demoShop as ShopDomain, 'live'), { timeout: 20_000 })
    .toMatchObject({ hold: null });
});

test('a hundred shops that nobody can ask for now keep no other from being asked', async () => {
  const world = await startTestWorld();
  onTestFinished(() => world.close());
  const { storage } = world.app.context;
  for (let index = 0; index < 100; index += 1) {
    await held(storage, await installShop(storage, `keyless-${index}.myshopify.com`));
  }
  await held(storage, demoShop as ShopDomain);
  await expect
    .poll(() => storage.shops.health(demoShop as ShopDomain, 'live'), { timeout: 20_000 })
    .toMatchObject({ hold: null });
});

test('a comparison at start that Shopify does not let through is made once it may be, though the last one was a moment ago', async () => {
  const world = await startTestWorld();
  onTestFinished(() => world.close());
  const { db } = world.app.context.storage;
  const sweptAt = async () => (await db.selectFrom('shop').select('swept_at').executeTakeFirstOrThrow()).swept_at;
  await sweepNow(world, demoShop as ShopDomain);
  const before = await sweptAt();
  const operationName = 'ListUpdatedOrders';
  world.store.faults.next({ call: 'graphql', operationName, effect: { kind: 'throttled' } });
  const worker = await startWorker(world.app.context);
  onTestFinished(() => worker.stop(2_000));
  await expect.poll(sweptAt, { timeout: 15_000 }).not.toEqual(before);
  const lists = () => world.store.calls(demoShop).filter((call) => call.operationName === operationName).length;
  const asked = lists();
  await sleep(2_500);
  expect(lists(), 'and not again').toBe(asked);
});

describe('a shop that Shopify, or the service, does not answer', () => {
  const hangs = 'a-hangs.myshopify.com' as ShopDomain;
  const well = 'b-well.myshopify.com' as ShopDomain;
  const asked: string[] = [];
  let giveUp = new AbortController();
  const answering = async (shop: string): Promise<never> => {
    asked.push(shop);
    if (shop === hangs) await sleep(60_000, undefined, { ref: false, signal: giveUp.signal });
    throw new Error('asked');
  };

  async function twoShops() {
    const world = await startTestWorld(asksOften);
    onTestFinished(() => world.close());
    giveUp = new AbortController();
    onTestFinished(() => giveUp.abort());
    const { storage, ports, shopify } = world.app.context;
    asked.length = 0;
    const install = async () => {
      for (const shop of [well, hangs]) await installShop(storage, shop);
    };
    return { world, storage, ports, shopify, install };
  }

  test('keeps no other from being compared with its list', async () => {
    const { ports, install } = await twoShops();
    vi.spyOn(ports.shopify, 'listUpdatedOrders').mockImplementation(answering);
    await install();
    await expect.poll(() => asked, { timeout: 8_000 }).toEqual(expect.arrayContaining([hangs, well]));
  });

  test('keeps no other from having its address asked for', async () => {
    const { shopify, install, world } = await twoShops();
    await install();
    vi.spyOn(shopify, 'readShop').mockImplementation(answering);
    void watchAddresses(world.app.context);
    await expect.poll(() => asked, { timeout: 8_000 }).toEqual(expect.arrayContaining([hangs, well]));
  });

  test('keeps no other from being asked whether its key is taken again', async () => {
    const { ports, storage, install } = await twoShops();
    vi.spyOn(ports.courier, 'checkKey').mockImplementation(({ apiKey }) => answering(apiKey));
    await install();
    for (const shop of [well, hangs]) {
      await storage.shops.saveKeys(shop, { live: shop });
      await held(storage, shop);
    }
    await expect.poll(() => asked, { timeout: 8_000 }).toEqual(expect.arrayContaining([hangs, well]));
  });

  test('keeps no other from having its workflows told, and is itself told of nothing twice', async () => {
    const { storage, shopify, install } = await twoShops();
    vi.spyOn(shopify, 'tellFlow').mockImplementation(answering);
    await install();
    const event = (shop: ShopDomain, order: number) => ({ shop, order_id: `${order}`, change: 'placed' as const });
    const many = Array.from({ length: 40 }, (_, index) => event(hangs, 7_001 + index));
    await storage.db
      .insertInto('flow_event')
      .values([...many, event(well, 8_001)] as never)
      .execute();
    await expect.poll(() => asked, { timeout: 8_000 }).toContain(well);
    const held = await storage.db.selectFrom('flow_event').select('tries').where('shop', '=', hangs).execute();
    expect(held.filter(({ tries }) => tries > 0).length).toBeLessThanOrEqual(4);
  });
});
