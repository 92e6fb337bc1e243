import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { installShop } from '#storage/testing/engines.ts';
import { demoShop } from '#testing/local-world.ts';
import { startTestWorld } from '#testing/test-world.ts';

/** `stop` ends the app and all that it calls, once. */
async function worldThatEnds() {
  const world = await startTestWorld({ env: { SWEEP_INTERVAL_SECONDS: '3600' } });
  let stopped: Promise<void> | null = null;
  const stop = (): Promise<void> => {
    stopped ??= world.close();
    return stopped;
  };
  onTestFinished(stop);
  return { world, stop, ...world.app.context };
}

test('a process that is told to stop looks at no further shop, however many are left', async () => {
  const { stop, storage, ports } = await worldThatEnds();
  let asked = 0;
  vi.spyOn(ports.shopify, 'listUpdatedOrders').mockImplementation(async () => {
    asked += 1;
    await sleep(500);
    return { orders: [], nextCursor: null, points: null };
  });
  for (let index = 0; index < 120; index += 1) await installShop(storage, `many-${index}.myshopify.com`);
  await expect.poll(() => asked, { timeout: 8_000 }).toBeGreaterThan(0);
  const startedAt = performance.now();
  await stop();
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  expect(asked).toBeLessThan(100);
});

test('a process that is told to stop takes up no further order while an answer is still being sent', async () => {
  const { world, stop, storage } = await worldThatEnds();
  const { hostname, port } = new URL(world.appUrl);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  // Its body is still to come.
  socket.write(`POST /api/checkout-rates/${demoShop}/x HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{}`);
  await sleep(200);
  const claim = vi.spyOn(storage.runs, 'claim');
  const stopping = stop();
  await sleep(300);
  claim.mockClear();
  await sleep(2_500);
  expect(claim).not.toHaveBeenCalled();
  socket.destroy();
  await stopping;
});
