import { expect, test } from 'vitest';
import { calmWorld, orderId, shop } from '#testing/deliveries/calm-world.ts';

const cancelledAt = '2026-11-21T08:30:00Z';

/** A booked order, and what the service is asked and told to cancel from then on. */
async function booked() {
  const given = calmWorld();
  await given.run();
  const { world } = given;
  const asked: string[] = [];
  const portsOf = world.portsOf.bind(world);
  world.portsOf = (process) => {
    const ports = portsOf(process);
    const { courier } = ports;
    const lookupById: typeof courier.lookupById = (...call) => {
      asked.push('look');
      return courier.lookupById(...call);
    };
    const cancel: typeof courier.cancel = (...call) => {
      asked.push('cancel');
      return courier.cancel(...call);
    };
    return { ...ports, courier: { ...courier, lookupById, cancel } };
  };
  return { ...given, asked };
}

test('what another account booked is not cancelled under the present key: a person is told', async () => {
  const { world, rest, deliveries, asked } = await booked();
  world.shops.saveKey(shop, 'key of another account');
  world.shopify.edit(shop, orderId, { cancelledAt });
  await rest();
  expect(asked).toEqual([]);
  expect(deliveries()).toMatchObject([
    { state: 'placed', cancellation: { stage: 'settled' }, reason: { code: 'still_booked_no_way' } },
  ]);
});

test('a service behind an open breaker is told nothing, and everything once it may be called', async () => {
  const { world, rest, during, deliveries, asked } = await booked();
  const probeAt = world.scheduler.now() + 20_000;
  await during(({ shops }) =>
    shops.changeHealth(shop, 'live', (health) => ({
      health: { ...health, breaker: 'open', probeAt },
      result: undefined,
    })),
  );
  world.shopify.edit(shop, orderId, { cancelledAt });
  await world.scheduler.run(probeAt - 1_000, 20_000);
  expect(asked).toEqual([]);
  expect(deliveries()).toMatchObject([{ state: 'placed', cancellation: { stage: 'wanted', tries: 0 } }]);
  await rest();
  expect(asked).toEqual(['look', 'cancel']);
  expect(deliveries()).toMatchObject([{ state: 'cancelled' }]);
});
