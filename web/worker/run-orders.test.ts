import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import type { ClaimedRun } from '#storage/claim-orders.ts';
import type { OrderRuns } from '#storage/order-runs.ts';
import { SeededRandom } from '#testing/simulation/seeded-random.ts';
import { startOrderRunner } from './run-orders.ts';

const shop = 'run.myshopify.com' as ShopDomain;
const other = 'other.myshopify.com' as ShopDomain;

/** A runner over this many due orders of `shop`; what it asked for, and what it runs until it is told that they are done. */
function runnerOver(due: number, concurrency: number) {
  const asked: number[] = [];
  const lookedAt: (readonly ShopDomain[] | null | undefined)[] = [];
  const failures: unknown[] = [];
  const running = new Map<string, () => void>();
  let left = due;
  let isDown = false;
  const claim: OrderRuns['claim'] = async (most, shops) => {
    asked.push(most);
    lookedAt.push(shops);
    if (isDown) throw new Error('the database is away');
    const ids = Array.from({ length: Math.min(most, shops?.includes(shop) === false ? 0 : left) }, (_, index) =>
      String(left - index),
    );
    left -= ids.length;
    return ids.map((id) => ({ shop, orderId: id as OrderId, fence: '1', failures: 0, again: false }));
  };
  const onError = (error: unknown) => {
    if (!isDown) expect.unreachable(String(error));
    failures.push(error);
  };
  const runner = startOrderRunner({ claim }, { concurrency, onError }, ({ orderId }) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    running.set(orderId, resolve);
    return promise.finally(() => running.delete(orderId));
  });
  return {
    ...{ runner, asked, lookedAt, failures, running },
    finish: () => [...running.values()].map((done) => done()),
    more: (count: number) => {
      left += count;
    },
    database: (is: 'up' | 'down') => {
      isDown = is === 'down';
    },
  };
}

test('looks at all shops first, then at those with news and at those whose runs have ended', async () => {
  const { runner, lookedAt, running, finish, more } = runnerOver(1, 3);
  await expect.poll(() => running.size).toBe(1);
  runner.nudge(other);
  runner.nudge(other);
  await expect.poll(() => lookedAt).toEqual([null, [other]]);
  finish();
  await expect.poll(() => lookedAt).toEqual([null, [other], [shop]]);
  more(1);
  // As a listener says that lost its connection.
  runner.nudge('');
  await expect.poll(() => running.size).toBe(1);
  expect(lookedAt).toEqual([null, [other], [shop], null]);
  finish();
  await runner.stop();
});

test('looks again at the shops that may have left something behind: no room for it, or no answer', async () => {
  const { runner, lookedAt, failures, running, finish, more, database } = runnerOver(0, 1);
  await expect.poll(() => lookedAt).toEqual([null]);
  database('down');
  runner.nudge(other);
  await expect.poll(() => failures).toHaveLength(1);
  database('up');
  more(2);
  runner.nudge(shop);
  await expect.poll(() => running.size).toBe(1);
  expect(lookedAt.slice(1)).toEqual([[other], [other, shop]]);
  finish();
  await expect.poll(() => lookedAt.length).toBe(4);
  expect(lookedAt[3]).toEqual([other, shop]);
  finish();
  await runner.stop();
});

test('where very many shops have news, a claim looks at all', async () => {
  const { runner, lookedAt } = runnerOver(0, 1);
  await expect.poll(() => lookedAt).toEqual([null]);
  for (let count = 0; count < 60; count += 1) runner.nudge(`shop-${count}.myshopify.com`);
  await expect.poll(() => lookedAt).toEqual([null, null]);
  await runner.stop();
});

test('takes up what is due as long as there is room', async () => {
  const { runner, asked, running, finish } = runnerOver(2, 3);
  await expect.poll(() => running.size).toBe(2);
  expect(asked).toEqual([3]);
  finish();
  await expect.poll(() => asked.length).toBeGreaterThan(1);
  await runner.stop();
});

test('where more is due than there is room for, one claim fills the room that comes free meanwhile', async () => {
  const { runner, asked, running, finish } = runnerOver(6, 3);
  await expect.poll(() => running.size).toBe(3);
  finish();
  await expect.poll(() => running.size).toBe(3);
  expect(asked).toEqual([3, 3]);
  finish();
  await runner.stop();
});

test('ends when what it runs is done, and takes up nothing more', async () => {
  const { runner, asked, running, finish } = runnerOver(9, 3);
  await expect.poll(() => running.size).toBe(3);
  const stopped = runner.stop();
  finish();
  await stopped;
  expect(asked).toEqual([3]);
});

test.each(Array.from({ length: 12 }, (_, seed) => [seed]))(
  'by notices alone two processes run all that becomes due, a few orders of a shop at a time: seed %i',
  async (seed) => {
    const random = new SeededRandom(seed);
    const soon = () => pause(random.below(4));
    const due: { shop: ShopDomain; orderId: OrderId }[] = [];
    const running: ShopDomain[] = [];
    let ran = 0;
    const claim: OrderRuns['claim'] = async (most, shops) => {
      await soon();
      const mayRun = (order: { shop: ShopDomain }) =>
        shops?.includes(order.shop) !== false && running.filter((one) => one === order.shop).length < 4;
      const claimed: ClaimedRun[] = [];
      for (let order = due.find(mayRun); order && claimed.length < most; order = due.find(mayRun)) {
        due.splice(due.indexOf(order), 1);
        running.push(order.shop);
        claimed.push({ ...order, fence: '1', failures: 0, again: false });
      }
      await soon();
      return claimed;
    };
    const run = async ({ shop: itsShop }: { shop: ShopDomain }) => {
      await soon();
      running.splice(running.indexOf(itsShop), 1);
      ran += 1;
    };
    const onError = (error: unknown) => expect.unreachable(String(error));
    const runners = [3, 5].map((concurrency) =>
      startOrderRunner({ claim }, { concurrency, onError, gatherMs: 1 }, run),
    );
    const orders = 150;
    for (let number = 0; number < orders; number += 1) {
      // Half are of one shop.
      const named = `shop-${Math.max(0, random.below(12) - 6)}.myshopify.com` as ShopDomain;
      due.push({ shop: named, orderId: String(number) as OrderId });
      for (const runner of runners) void soon().then(() => runner.nudge(named));
      if (random.below(4) === 0) await soon();
    }
    await expect.poll(() => ran, { timeout: 5_000 }).toBe(orders);
    await Promise.all(runners.map((runner) => runner.stop()));
  },
);
