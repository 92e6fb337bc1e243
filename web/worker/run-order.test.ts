import { expect, test, vi } from 'vitest';
import { AppError } from '#deliveries/errors.ts';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import type { Context } from '#runtime/context.ts';
import { createOrderRun } from './run-order.ts';

const failure = (facts: { retryable: boolean; retryAfterMs?: number }) =>
  new AppError({ code: 'shopify_unavailable', merchantMessage: 'No.', nextStep: 'Wait.', ...facts });

async function endOf(error: unknown, failures: number) {
  const finish = vi.fn();
  const context = {
    logger: { warn: () => {}, error: () => {} },
    storage: { runs: { finish, waitForShop: () => {} }, shops: { noteReadsRefused: () => {} } },
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
  return finish.mock.calls[0]?.[1];
}

test.each([
  ['fails for the first time', failure({ retryable: true }), 0, 1_000, 1_000],
  ['fails for the fourth time', failure({ retryable: true }), 3, 8_000, 8_000],
  ['fails all day', failure({ retryable: true }), 2_000, 60_000, 60_000],
  ['is told when to come back', failure({ retryable: true, retryAfterMs: 4_000 }), 3, 4_000, 4_000],
  ['is refused, which only news helps', failure({ retryable: false }), 4, null, 16_000],
])('a run that %s backs off, its own rows too', async (_name, error, failures, inMs, restsMs) => {
  expect(await endOf(error, failures)).toEqual({ inMs, restsMs, failed: true });
});
