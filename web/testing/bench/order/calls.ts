import { setTimeout as pause } from 'node:timers/promises';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import type { AdminCall } from '#store-simulator/store-simulator.ts';
import { resting } from '../../journeys/journey.ts';
import { demoShop, type LocalWorld } from '../../local-world.ts';
import { atMost, type Bench } from '../figure.ts';
import { spreadOf } from '../spread.ts';
import { inIdleWorlds } from './idle-worlds.ts';

const row = 'P8';
/** One read, one note read, one note write, one metafield write; and at most one more. */
const limit = 5;
/** Nothing asked for this long is quiet: longer than a delayed webhook or a retry takes. */
const quietMs = 3_000;

/** What one placed order costs of the shop's Admin API budget, the echo of our own writes included. */
export const calls: Bench = {
  name: 'calls',
  title: 'P8: Admin API calls and query cost per placed order, counted until all is quiet',
  run: ({ quick, say }) =>
    inIdleWorlds(async (world, engine) => {
      const orders = quick ? 3 : 10;
      say(`${engine}, ${orders} orders`);
      const seen: AdminCall[][] = [];
      for (let index = 0; index < orders; index += 1) seen.push(await callsOfOneOrder(world));
      const counts = spreadOf(seen.map(({ length }) => length));
      const costs = spreadOf(
        seen.map((ofOrder) => ofOrder.reduce((sum, { cost }) => sum + (cost?.actualQueryCost ?? 0), 0)),
      );
      const note = seen[0]?.map(({ operationName }) => operationName).join(', ') ?? '';
      return [
        { row, what: `calls per order, ${engine}`, unit: '', value: counts, goal: atMost(limit, '', counts), note },
        { row, what: `query cost per order, ${engine}`, unit: 'points', value: costs },
      ];
    }),
};

async function callsOfOneOrder(world: LocalWorld): Promise<AdminCall[]> {
  const { store, orderUntil } = world;
  await untilQuiet(world);
  const before = store.calls(demoShop).length;
  const { id } = store.payOrder(demoShop, store.addOrder(demoShop, orderKinds.unpaid()).number);
  await orderUntil(id, resting, 20_000);
  await untilQuiet(world);
  return store.calls(demoShop).slice(before);
}

async function untilQuiet({ store }: LocalWorld): Promise<void> {
  let known = -1;
  while (known !== store.calls(demoShop).length) {
    known = store.calls(demoShop).length;
    await store.webhooksSettled();
    await pause(quietMs);
  }
}
