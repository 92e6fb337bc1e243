import { expect, test } from 'vitest';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import type { ClaimedRun } from '#storage/order-runs.ts';
import { startOrderRunner } from './run-orders.ts';

const shop = 'run.myshopify.com' as ShopDomain;

/** A runner over this many due orders; what it asked for, and what it runs until it is told that they are done. */
function runnerOver(due: number, concurrency: number) {
  const asked: number[] = [];
  const running = new Map<string, () => void>();
  let left = due;
  const claim = async (most: number): Promise<ClaimedRun[]> => {
    asked.push(most);
    const ids = Array.from({ length: Math.min(most, left) }, (_, index) => String(left - index));
    left -= ids.length;
    return ids.map((id) => ({ shop, orderId: id as OrderId, fence: '1', failures: 0, again: false }));
  };
  const runner = startOrderRunner(
    { claim },
    { concurrency, onError: (error) => expect.unreachable(String(error)) },
    ({ orderId }) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      running.set(orderId, resolve);
      return promise.finally(() => running.delete(orderId));
    },
  );
  return { runner, asked, running, finish: () => [...running.values()].map((done) => done()) };
}

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
