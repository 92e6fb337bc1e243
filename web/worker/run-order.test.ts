import { expect, test, vi } from 'vitest';
import { AppError } from '#deliveries/errors.ts';
import type { Ports } from '#deliveries/ports/ports.ts';
import type { OrderId, OrderReference, ShopDomain } from '#placement/ids.ts';
import type { Context } from '#runtime/context.ts';
import { tokenRefused } from '#shopify/failure.ts';
import { calmWorld, orderId, shop } from '#testing/deliveries/calm-world.ts';
import { createOrderRun } from './run-order.ts';

const failure = (facts: { retryable: boolean; retryAfterMs?: number }) =>
  new AppError({ code: 'shopify_unavailable', merchantMessage: 'No.', nextStep: 'Wait.', ...facts });

async function endOf(error: unknown, failures: number) {
  const [finish, waitForShop] = [vi.fn(), vi.fn()];
  const context = {
    logger: { warn: () => {}, error: () => {} },
    storage: { runs: { finish, waitForShop }, shops: { noteReadsRefused: () => {} } },
    ports: {
      clock: { now: () => 0 },
      startStopwatch: () => () => 0,
      random: { next: () => 0, id: () => 'run' },
      shops: { shop: () => Promise.reject(error) },
      orders: { load: async () => ({}) },
    },
  };
  const run = { shop: 'a.myshopify.com' as ShopDomain, orderId: '1' as OrderId, fence: '1', failures, again: false };
  await createOrderRun(context as unknown as Context)(run);
  return { end: finish.mock.calls[0]?.[1], shopWaits: waitForShop.mock.calls };
}

test.each([
  ['fails for the first time', failure({ retryable: true }), 0, 1_000, 1_000],
  ['fails for the fourth time', failure({ retryable: true }), 3, 8_000, 8_000],
  ['fails all day', failure({ retryable: true }), 2_000, 60_000, 60_000],
  ['is told when to come back', failure({ retryable: true, retryAfterMs: 4_000 }), 3, 4_000, 4_000],
  ['is refused, which only news helps', failure({ retryable: false }), 4, null, 16_000],
])('a run that %s backs off, its own rows too', async (_name, error, failures, inMs, restsMs) => {
  const { end } = await endOf(error, failures);
  expect(end).toEqual({ inMs, restsMs, failed: true });
});

test('where Shopify asks to slow down, all orders of the shop wait as long as it says, and else none', async () => {
  const { shopWaits } = await endOf(failure({ retryable: true, retryAfterMs: 4_000 }), 0);
  expect(shopWaits).toEqual([['a.myshopify.com', 4_000]]);
  expect((await endOf(failure({ retryable: true }), 0)).shopWaits).toEqual([]);
});

/** A run of the booked order of a calm world; what it ends with, and how often it read the note. */
async function runOf(
  given: ReturnType<typeof calmWorld>,
  again: boolean,
  { readsNote = true, refusing = {} }: { readsNote?: boolean; refusing?: Partial<Ports['shopify']> } = {},
) {
  const finish = vi.fn();
  let noteReads = 0;
  given.world.orders.newestRun = () => true;
  await given.during((ports) => {
    const readNote: Ports['shopify']['readNote'] = (...call) => {
      noteReads += 1;
      return readsNote ? ports.shopify.readNote(...call) : Promise.reject(failure({ retryable: true }));
    };
    const context = {
      logger: { warn: () => {}, error: () => {} },
      storage: { runs: { finish }, shops: { noteReadsRefused: () => {} } },
      ports: { ...ports, shopify: { ...ports.shopify, readNote, ...refusing } },
    };
    return createOrderRun(context as unknown as Context)({ shop, orderId, fence: '1', failures: 0, again });
  });
  return { end: finish.mock.calls[0]?.[1], noteReads };
}

test('what is written is looked at once more only after a run that failed or died', async () => {
  const given = calmWorld();
  await given.run();
  expect(await runOf(given, false)).toEqual({ end: { at: null, failed: false }, noteReads: 0 });
  const { end, noteReads } = await runOf(given, true);
  expect(end).toEqual({ at: null, failed: false });
  expect(noteReads).toBeGreaterThan(0);
});

test('a note that cannot be written forgets no time at which the run must go on', async () => {
  const given = calmWorld({ goods: 2 });
  await given.run();
  const { deliveries } = given.world.orders.stored(shop, orderId);
  const leaseUntil = given.world.scheduler.now() + 5_000;
  const elsewhere = { state: 'confirming', doubt: 'unanswered', placedAt: null, leaseUntil, dueAt: null } as const;
  for (const [of, row] of [...deliveries]) {
    deliveries.set(of, { ...row, ...(of === '1001' ? { writtenBackAt: null } : elsewhere) });
  }
  const { end } = await runOf(given, false, { readsNote: false });
  expect(end).toEqual({ at: leaseUntil, inMs: null, failed: true });
});

test('what the buyer is to see of a delivery goes on once the shop is connected again', async () => {
  const given = calmWorld();
  const { settings } = given.world.shops.record(shop);
  given.world.shops.change(shop, {
    settings: { ...settings, writeBack: { ...settings.writeBack, fulfil: 'pickedUp' } },
  });
  await given.run();
  const { deliveries } = given.world.orders.stored(shop, orderId);
  const written = given.world.scheduler.now();
  const steps = [{ step: 'delivered' as const, state: 'delivered' as const, at: written }];
  for (const [of, row] of [...deliveries]) {
    deliveries.set(of, { ...row, writtenBackAt: written, progress: 'delivered', steps, lookAt: null, dueAt: null });
  }
  const findFulfillment = () => Promise.reject(tokenRefused());
  const { end } = await runOf(given, false, { refusing: { findFulfillment } });
  expect(end).toEqual({ at: null, inMs: 1_000, failed: true });
});

test("what is owed a second booking becomes a person's where each run fails in the same way", async () => {
  const given = calmWorld();
  await given.run();
  const { deliveries } = given.world.orders.stored(shop, orderId);
  const cancellation = {
    ...({ because: 'replaced', stage: 'cancelled', asked: true, calling: false, tries: 0, actor: 'person' } as const),
    ...{ newReference: '1001-R2' as OrderReference, dueAt: given.world.scheduler.now() },
  };
  for (const [of, row] of [...deliveries]) deliveries.set(of, { ...row, state: 'cancelled', cancellation });
  await given.during(async (ports) => {
    const readOrder = () => Promise.reject(new TypeError('it is no order'));
    const context = {
      logger: { warn: () => {}, error: () => {} },
      storage: { runs: { finish: () => {} } },
      ports: { ...ports, shopify: { ...ports.shopify, readOrder } },
    };
    const run = createOrderRun(context as unknown as Context);
    for (const failures of [0, 1, 2]) await run({ shop, orderId, fence: '1', failures, again: false });
  });
  const why = { state: 'needs_attention', reason: { code: 'run_failed' } };
  expect(given.deliveries()).toMatchObject([{ cancellation: null }, { orderReference: '1001-R2', ...why }]);
  expect(given.world.orders.stored(shop, orderId).order).toMatchObject(why);
});
