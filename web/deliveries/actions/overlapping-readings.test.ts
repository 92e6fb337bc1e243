import { expect, test } from 'vitest';
import { calmWorld, orderId, shop } from '#testing/deliveries/calm-world.ts';
import type { PlaceFault } from '#testing/simulation/service-faults.ts';
import type { Ports } from '../ports/ports.ts';
import { refreshOrder } from './refresh.ts';
import { sendOrder } from './send-again.ts';

type World = ReturnType<typeof calmWorld>['world'];
type Press = (ports: Ports, world: World) => Promise<unknown>;

/** Two changes of one instant: a press reads the first of them, and a reading of the second is stored before it. */
interface Changes {
  first: (world: World) => unknown;
  second: (world: World) => unknown;
}

async function pressOverlapped(press: Press, faults: PlaceFault[], { first, second }: Changes) {
  const { world, run, rest, during } = calmWorld({ faults });
  await run();
  world.shopify.wholeSeconds = true;
  world.shopify.onChange = () => undefined;
  const now = world.scheduler.now();
  await world.runFor(1_000 - (now % 1_000), 20_000);
  await first(world);
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
          second(world);
          await refreshOrder(ports, world.shops.record(shop), { orderId, actor: 'somebody else' });
          return read;
        },
      },
    };
    return press(overlapped, world);
  });
  expect(readings).toBe(2);
  await rest();
  return world.orders.stored(shop, orderId).deliveries.get('1001');
}

const moveTo =
  (address1: string) =>
  ({ shopify }: World) => {
    const before = shopify.order(shop, orderId)?.shippingAddress;
    shopify.edit(shop, orderId, { shippingAddress: { ...before, address1 } as never });
  };
const moves: Changes = { first: moveTo('1 Long St'), second: moveTo('2 Long St') };

const refresh: Press = (ports, world) => refreshOrder(ports, world.shops.record(shop), { orderId, actor: 'person' });
const sendAgain: Press = (ports, world) =>
  sendOrder(ports, world.shops.record(shop), { orderId, actor: 'person', body: { mode: 'again' } });

test.each<[string, PlaceFault, Press]>([
  ['Refresh', 'none', refresh],
  ['Send again', 'refused', sendAgain],
])(
  'what %s read is read anew where another reading of the same second was stored meanwhile',
  async (_name, fault, press) => {
    const delivery = await pressOverlapped(press, [fault], moves);
    const moved = delivery?.drift.find(({ field }) => field === 'dropoff_address');
    expect(moved?.now ?? delivery?.request.dropoff_address).toContain('2 Long St');
  },
);

test('so is an order that was found harmless meanwhile, which changes no instant', async () => {
  const warned = async (world: World) => {
    world.edits.analysisTouches = false;
    world.edits.analyse(shop, orderId, 'CANCEL');
    world.notify(shop, orderId, 'orders/risk_assessment_changed', 'high');
    await world.runFor(10_000, 20_000);
  };
  const harmless = ({ edits }: World) => edits.analyse(shop, orderId, 'ACCEPT');
  const delivery = await pressOverlapped(refresh, ['none'], { first: warned, second: harmless });
  expect(delivery).toMatchObject({ state: 'placed', drift: [] });
});
