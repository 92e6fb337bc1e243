import { setTimeout as pause } from 'node:timers/promises';
import { defaultSettings } from '#api-contract/testing/default-settings.ts';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { demoShop, type LocalWorld, liveKey } from '../../local-world.ts';
import { atMost, type Bench, beside, type Figure } from '../figure.ts';
import { placementBody } from '../placements/placement-body.ts';
import { quantile, type Spread, spreadOf } from '../spread.ts';
import { inIdleWorlds } from './idle-worlds.ts';

const row = 'P2';
const giveUpMs = 20_000;
const warmUp = 20;

/** From the payment to the note in the shop, one order at a time. */
export const latency: Bench = {
  name: 'latency',
  title: 'P2: paid to note written, idle local world',
  run: ({ quick, say }) =>
    inIdleWorlds(async (world, engine) => {
      const orders = quick ? 8 : 40;
      say(`${engine}, ${orders} orders`);
      // The trips alone come last, when all code is compiled: the orders beside them begin no colder.
      for (let index = 0; index < warmUp; index += 1) await paidToNote(world);
      await quiet(world);
      const times: number[] = [];
      for (let index = 0; index < orders; index += 1) {
        times.push(await paidToNote(world));
        await quiet(world);
      }
      const alone = await roundTripsAlone(world, quick ? 5 : 20);
      return figuresOf(times, alone, engine);
    }),
};

function figuresOf(times: number[], alone: Spread, engine: string): Figure[] {
  const value = spreadOf(times);
  const peer = beside('sum of its round trips alone', value, alone);
  const p95 = spreadOf([quantile(times, 0.95)]);
  const twice = { text: '≤ 2 ×', met: peer.ratio <= 2 };
  return [
    { row, what: `paid to note, p50, ${engine}`, unit: 'ms', value, goal: atMost(150, 'ms', value) },
    { row, what: `paid to note, p95, ${engine}`, unit: 'ms', value: p95, goal: atMost(400, 'ms', p95) },
    { row, what: `paid to note, ${engine}`, unit: 'ms', value, beside: peer, goal: twice },
  ];
}

async function paidToNote({ store }: LocalWorld): Promise<number> {
  const { number } = store.addOrder(demoShop, orderKinds.unpaid());
  const startedAt = performance.now();
  store.payOrder(demoShop, number);
  while (!store.order(demoShop, number).note) {
    if (performance.now() - startedAt > giveUpMs) throw new Error('no note was written');
    await pause(1);
  }
  return performance.now() - startedAt;
}

/** Until nothing has been asked of the store for a moment. */
async function quiet({ store }: LocalWorld): Promise<void> {
  await store.webhooksSettled();
  let known = -1;
  while (known !== store.calls(demoShop).length) {
    known = store.calls(demoShop).length;
    await pause(150);
  }
}

/** Webhook, order, placement, note read, note written: one after the other by themselves in the same world. */
async function roundTripsAlone({ store, app }: LocalWorld, times: number): Promise<Spread> {
  const shop = demoShop as ShopDomain;
  const { shopify, courier } = app.context;
  const { id } = store.addOrder(demoShop, orderKinds.unpaid());
  const orderId = String(id).replace(/\D/g, '') as OrderId;
  const trips: ((index: number) => Promise<unknown>)[] = [
    () => store.sendWebhook(demoShop, { topic: 'products/update', body: { id: 1 } }),
    () => shopify.readOrder(shop, orderId, defaultSettings.parcel),
    (index) => courier.place({ mode: 'live', apiKey: liveKey }, placementBody(`alone-${index}`)),
    () => shopify.readNote(shop, orderId),
    (index) => shopify.writeNote(shop, orderId, `Alone ${index}`),
  ];
  const sums: number[] = [];
  for (let index = 0; index < times; index += 1) {
    let sum = 0;
    for (const trip of trips) {
      const startedAt = performance.now();
      await trip(index);
      sum += performance.now() - startedAt;
      await pause(50);
    }
    sums.push(sum);
  }
  return spreadOf(sums);
}
