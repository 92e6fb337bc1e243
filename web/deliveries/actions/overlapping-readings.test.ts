import { expect, test } from 'vitest';
import { calmWorld, orderId, shop } from '#testing/deliveries/calm-world.ts';
import type { PlaceFault } from '#testing/simulation/service-faults.ts';
import type { Ports } from '../ports/ports.ts';
import { refreshOrder } from './refresh.ts';
import { sendOrder } from './send-again.ts';

type World = ReturnType<typeof calmWorld>['world'];
type Press = (ports: Ports, world: World) => Promise<unknown>;

/** An order whose address changes twice within a second: a press reads the first change, and the second is stored before it. */
async function pressOverlapped(press: Press, faults: PlaceFault[]) {
  const { world, run, rest, during } = calmWorld({ faults });
  await run();
  const { shopify } = world;
  shopify.wholeSeconds = true;
  shopify.onChange = () => undefined;
  const now = world.scheduler.now();
  await world.runFor(1_000 - (now % 1_000), 20_000);
  const say = (address1: string) => {
    const before = shopify.order(shop, orderId)?.shippingAddress;
    shopify.edit(shop, orderId, { shippingAddress: { ...before, address1 } as never });
  };
  say('1 Long St');
  let readings = 0;
  await during(async (ports) => {
    const overlapped: Ports = {
      ...ports,
      shopify: {
        ...ports.shopify,
        readOrder: async (...of) => {
          const read = await ports.shopify.readOrder(...of);
          readings += 1;
          if (readings > 1) return read;
          say('2 Long St');
          await refreshOrder(ports, world.shops.record(shop), { orderId, actor: 'somebody else' });
          return read;
        },
      },
    };
    return press(overlapped, world);
  });
  expect(readings).toBe(2);
  await rest();
  const delivery = world.orders.stored(shop, orderId).deliveries.get('1001');
  return delivery?.drift.find(({ field }) => field === 'dropoff_address')?.now ?? delivery?.request.dropoff_address;
}

test.each<[string, PlaceFault, Press]>([
  ['Refresh', 'none', (ports, world) => refreshOrder(ports, world.shops.record(shop), { orderId, actor: 'person' })],
  [
    'Send again',
    'refused',
    (ports, world) => sendOrder(ports, world.shops.record(shop), { orderId, actor: 'person', body: { mode: 'again' } }),
  ],
])(
  'what %s read is read anew where another reading of the same second was stored meanwhile',
  async (_name, fault, press) => {
    expect(await pressOverlapped(press, [fault])).toContain('2 Long St');
  },
);
