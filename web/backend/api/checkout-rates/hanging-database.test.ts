import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { hangTable } from '#testing/hang-table.ts';
import { type LocalWorld, demoShop as shop } from '#testing/local-world.ts';
import { startTestWorld } from '#testing/test-world.ts';

let world: LocalWorld;

beforeAll(async () => {
  world = await startTestWorld({ env: { ROLE: 'web' } });
});
afterAll(() => world.close());

/** A checkout that asks for rates, and goes when it is told. */
function checkout(): { status: Promise<number>; leave: () => void } {
  const { promise, resolve } = Promise.withResolvers<number>();
  const asking = request(`${world.appUrl}/api/checkout-rates/${shop}/no-secret`, { method: 'POST', agent: false });
  asking.once('response', (response) => resolve(response.resume().statusCode ?? 0));
  asking.once('error', () => resolve(0));
  asking.end('{}');
  return { status: promise, leave: () => asking.destroy() };
}

/** How many requests the servers of this process have begun to answer since. */
function countRequests(): () => number {
  const began = 'http.server.request.start';
  let count = 0;
  const add = () => {
    count += 1;
  };
  subscribe(began, add);
  onTestFinished(() => void unsubscribe(began, add));
  return () => count;
}

test('while the database hangs, nothing is kept of a checkout that has gone', async () => {
  const told = vi.spyOn(world.app.context.logger, 'debug');
  const failed = vi.spyOn(world.app.context.logger, 'error');
  const gone = () => told.mock.calls.filter(([message]) => message.startsWith('the caller left')).length;
  const database = await hangTable(world, 'shop');
  onTestFinished(database.end);
  // As many statements as may be under way at a time: these wait for the database, whoever has gone.
  const staying: ReturnType<typeof checkout>[] = [];
  const seen = countRequests();
  for (const count of [1, 2]) {
    staying.push(checkout());
    await expect.poll(seen).toBe(count);
  }
  const waiting = Array.from({ length: 20 }, checkout);
  await expect.poll(seen).toBe(22);
  expect(gone()).toBe(0);
  for (const { leave } of waiting) leave();
  await expect.poll(gone).toBe(20);
  await database.end();
  expect(await Promise.all(staying.map(({ status }) => status))).toEqual([404, 404]);
  expect(failed).not.toHaveBeenCalled();
});
