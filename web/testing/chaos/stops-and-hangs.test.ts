import { expect, onTestFinished, test } from 'vitest';
import { freshServerDatabase } from '../databases.ts';
import { startChaosWorld } from './chaos-world.ts';
import { floodOneShop } from './flood-one-shop.ts';
import { hangOneShop } from './hang-one-shop.ts';
import { stopUnderLoad } from './stop-apps.ts';

const restMs = 240_000;
const limit = { timeout: 600_000 };
const seed = Number(process.env['CHAOS_SEED'] ?? 20261121);

test(
  'orders of other shops hardly wait while 300 orders of one shop wait for a service that hangs',
  limit,
  async ({ annotate }) => {
    const world = await startChaosWorld({
      databaseUrl: await freshServerDatabase(),
      processes: 2,
      seed,
      env: { COURIER_TIMEOUT_MS: '15000' },
    });
    onTestFinished(() => world.close());
    const { waiting, hung, lost, broken, baselineP95Ms, p95Ms } = await hangOneShop(world, {
      waiting: 300,
      others: 20,
      everyMs: 50,
      restMs,
    });
    await annotate(`p95 ${baselineP95Ms} ms before, ${p95Ms} ms beside ${hung} calls left hanging`);
    expect(waiting).toBe(300);
    expect(hung).toBeGreaterThan(0);
    expect({ lost, broken }).toEqual({ lost: 0, broken: [] });
    expect(p95Ms).toBeLessThanOrEqual(3 * baselineP95Ms + 500);
  },
);

test('orders of other shops hardly wait while 600 orders of one shop are paid', limit, async ({ annotate }) => {
  const world = await startChaosWorld({
    databaseUrl: await freshServerDatabase(),
    processes: 2,
    seed,
    env: { RETRY_BASE_MS: '2000' },
  });
  onTestFinished(() => world.close());
  const size = { shops: 20, warmUpOrders: 40, orders: 300, rushed: 300, others: 20 };
  const { waiting, lost, broken, bookedMeanwhile, baselineP95Ms, comingP95Ms, waitingP95Ms, rushingP95Ms } =
    await floodOneShop(world, { ...size, perSecond: 200, everyMs: 50, restMs });
  const p95s = [comingP95Ms, waitingP95Ms, rushingP95Ms].join(', ');
  await annotate(`p95 ${baselineP95Ms} ms before, then ${p95s} ms; ${waiting} waited still, ${bookedMeanwhile} booked`);
  expect(waiting).toBeGreaterThan(0);
  expect({ lost, broken }).toEqual({ lost: 0, broken: [] });
  // Without shops in turn it was 126. It holds at any speed; how long they wait the long run holds (`parts/flood.ts`).
  expect(bookedMeanwhile).toBeLessThanOrEqual(60);
});

test('a process stopped for longer than its lease writes nothing late', limit, async ({ annotate }) => {
  const world = await startChaosWorld({
    databaseUrl: await freshServerDatabase(),
    processes: 2,
    seed,
    // Half of the orders that may run at a time, so that one process cannot take them all, and the other be stopped idle.
    env: { WORKER_CONCURRENCY: '6' },
  });
  onTestFinished(() => world.close());
  const result = await stopUnderLoad(world, { stops: 2, ordersPerStop: 12, stopMs: 12_000, restMs });
  await annotate(`${result.fenced} late answers were fenced off`);
  expect(result).toMatchObject({ stops: 2, lost: 0, doubled: 0, lateWrites: 0, broken: [] });
  expect(result.fenced).toBeGreaterThan(0);
});
