import { expect, test } from 'vitest';
import { calmWorld, orderId, shop } from '#testing/deliveries/calm-world.ts';
import { AppError, shopifyErrorCodes } from '../errors.ts';
import type { OrderNote } from '../ports/shopify.ts';
import { runningOrder } from './running-order.ts';
import { writeBack } from './write-back.ts';

const unavailable = () =>
  new AppError({
    code: 'shopify_unavailable',
    retryable: true,
    merchantMessage: 'Shopify did not answer.',
    nextStep: 'Nothing to do: it is tried again.',
  });

const forbidden = () =>
  new AppError({
    code: 'shopify_refused',
    retryable: false,
    merchantMessage: 'Shopify does not let the app read this.',
    nextStep: 'Open the app once.',
  });

test('what follows the note is tried again ever more slowly, though the note is written each time', async () => {
  const { world, run, deliveries } = calmWorld();
  const { settings } = world.shops.record(shop);
  world.shops.change(shop, { settings: { ...settings, writeBack: { ...settings.writeBack, tags: true } } });
  const portsOf = world.portsOf.bind(world);
  let tries = 0;
  world.portsOf = (process) => {
    const ports = portsOf(process);
    const addTags: typeof ports.shopify.addTags = async (...call) => {
      tries += 1;
      if (tries <= 5) throw unavailable();
      return ports.shopify.addTags(...call);
    };
    return { ...ports, shopify: { ...ports.shopify, addTags } };
  };
  const failures: number[] = [];
  world.orders.onWrite = ({ change }) => failures.push(...(change.deliveries ?? []).map((row) => row.failures));
  await run();
  expect(failures.filter((count, index) => count > 0 && count !== failures[index - 1])).toEqual([1, 2, 3, 4, 5]);
  expect(deliveries()).toMatchObject([{ state: 'placed', failures: 0, tagsAddedAt: expect.any(Number) }]);
});

test('an order whose note the app may not read is not read again for that', async () => {
  const { world, run, deliveries } = calmWorld();
  const portsOf = world.portsOf.bind(world);
  let readings = 0;
  world.portsOf = (process) => {
    const ports = portsOf(process);
    const readOrder: typeof ports.shopify.readOrder = (...call) => {
      readings += 1;
      return ports.shopify.readOrder(...call);
    };
    const readNote: typeof ports.shopify.readNote = () => Promise.reject(forbidden());
    return { ...ports, shopify: { ...ports.shopify, readOrder, readNote } };
  };
  await run();
  expect(deliveries()).toMatchObject([{ state: 'placed', note: 'refused' }]);
  expect(readings).toBe(1);
});

const lacksAccess = () =>
  new AppError({
    code: shopifyErrorCodes.accessDenied,
    retryable: false,
    merchantMessage: 'Shopify does not give the app the access that this needs.',
    nextStep: 'Approve the access.',
  });

test('an order that the app may neither read nor write into for lack of access is not called gone', async () => {
  const { world, run, deliveries } = calmWorld();
  const portsOf = world.portsOf.bind(world);
  const refuse = () => Promise.reject(lacksAccess());
  world.portsOf = (process) => {
    const ports = portsOf(process);
    return { ...ports, shopify: { ...ports.shopify, readNote: refuse, writeDetails: refuse } };
  };
  await run();
  const refusals = ['note', 'details'].map((of) => ({ of, forbiddenAt: expect.any(Number) }));
  expect(deliveries()).toMatchObject([{ state: 'placed', note: 'refused', refusals }]);
});

test('a fulfilment that the app may not look for any more is not taken for somebody else’s', async () => {
  const { world, run, deliveries } = calmWorld();
  const { settings } = world.shops.record(shop);
  world.shops.change(shop, { settings: { ...settings, writeBack: { ...settings.writeBack, fulfil: 'placed' } } });
  const portsOf = world.portsOf.bind(world);
  let isMade = false;
  world.portsOf = (process) => {
    const ports = portsOf(process);
    const findFulfillment: typeof ports.shopify.findFulfillment = async (...call) => {
      if (isMade) throw lacksAccess();
      return ports.shopify.findFulfillment(...call);
    };
    const fulfil: typeof ports.shopify.fulfil = async (...call) => {
      await ports.shopify.fulfil(...call);
      isMade = true;
      throw unavailable();
    };
    return { ...ports, shopify: { ...ports.shopify, findFulfillment, fulfil } };
  };
  await run();
  const refusals = [{ of: 'fulfilment', forbiddenAt: expect.any(Number) }];
  expect(deliveries()).toMatchObject([{ state: 'placed', fulfillmentId: null, refusals }]);
});

test.each<[string, Parameters<typeof calmWorld>[0]]>([
  ['', {}],
  [', also where another delivery is booked before', { goods: 2, faults: ['none', 'reset_after'] }],
])('a fulfilment whose answer was lost is looked for once a replica shows it%s', async (_case, given) => {
  const { world, run, deliveries } = calmWorld(given);
  const { settings } = world.shops.record(shop);
  world.shops.change(shop, { settings: { ...settings, writeBack: { ...settings.writeBack, fulfil: 'placed' } } });
  const portsOf = world.portsOf.bind(world);
  let madeAt = 0;
  world.portsOf = (process) => {
    const ports = portsOf(process);
    const findFulfillment: typeof ports.shopify.findFulfillment = async (...call) =>
      world.scheduler.now() < madeAt + 2_000 ? null : ports.shopify.findFulfillment(...call);
    const fulfil: typeof ports.shopify.fulfil = async (...call) => {
      const made = await ports.shopify.fulfil(...call);
      if (madeAt > 0) return made;
      madeAt = world.scheduler.now();
      throw unavailable();
    };
    return { ...ports, shopify: { ...ports.shopify, findFulfillment, fulfil } };
  };
  await run();
  const made = world.shopify.followUp.of(shop, orderId);
  expect(made).toHaveLength(given?.goods ?? 1);
  expect(deliveries()).toMatchObject(made.map(({ id }) => ({ state: 'placed', fulfillmentId: id, refusals: [] })));
});

test('while Shopify cannot be written to, asking after a slot begins no run before its time', async () => {
  const { world, run, deliveries } = calmWorld({ faults: ['no_slot'] });
  let lookups = 0;
  const portsOf = world.portsOf.bind(world);
  const begin = world.scheduler.now();
  world.portsOf = (process) => {
    const ports = portsOf(process);
    const readNote: typeof ports.shopify.readNote = async (...call) => {
      if (world.scheduler.now() < begin + 120_000) throw unavailable();
      return ports.shopify.readNote(...call);
    };
    const lookupById: typeof ports.courier.lookupById = async (...call) => {
      lookups += 1;
      const outcome = await ports.courier.lookupById(...call);
      return outcome.kind === 'found' ? { ...outcome, delivery: { ...outcome.delivery, slot: null } } : outcome;
    };
    return { ...ports, shopify: { ...ports.shopify, readNote }, courier: { ...ports.courier, lookupById } };
  };
  await run();
  expect(deliveries()).toMatchObject([{ state: 'placed', note: 'written', failures: 0 }]);
  expect(lookups).toBeGreaterThan(2);
  expect(lookups).toBeLessThanOrEqual(15);
});

test('what another run wrote since the note was read stays, and is looked at again', async () => {
  const { world, run, deliveries } = calmWorld();
  const portsOf = world.portsOf.bind(world);
  const left: (string | undefined)[] = [];
  world.portsOf = (process) => {
    const ports = portsOf(process);
    const writeDetails: typeof ports.shopify.writeDetails = async (...call) => {
      if (left.length === 0) world.shopify.details.set(`${shop}/${orderId}`, '["newer"]');
      await ports.shopify
        .writeDetails(...call)
        .finally(() => left.push(world.shopify.details.get(`${shop}/${orderId}`)));
    };
    return { ...ports, shopify: { ...ports.shopify, writeDetails } };
  };
  await run();
  expect(left).toEqual(['["newer"]', expect.stringContaining('"reference":"1001"')]);
  expect(deliveries()).toMatchObject([{ state: 'placed', note: 'written', writtenBackAt: expect.any(Number) }]);
});

test('a run that another has overtaken writes nothing into the order', async () => {
  const { world, run, deliveries } = calmWorld();
  const portsOf = world.portsOf.bind(world);
  const calls: string[] = [];
  world.portsOf = (process) => {
    const ports = portsOf(process);
    const isNewestRun: typeof ports.orders.isNewestRun = async (...run) =>
      calls.push('fence') > 1 && ports.orders.isNewestRun(...run);
    const writeNote: typeof ports.shopify.writeNote = (...call) => {
      calls.push('note');
      return ports.shopify.writeNote(...call);
    };
    const orders = { ...ports.orders, isNewestRun };
    return { ...ports, orders, shopify: { ...ports.shopify, writeNote } };
  };
  await run();
  expect(calls).toEqual(['fence', 'fence', 'note']);
  expect(deliveries()).toMatchObject([{ state: 'placed', note: 'written' }]);
});

test('a slot that a run finds after the newest one has ended is written all the same', async () => {
  const { world, run, during, deliveries } = calmWorld({ faults: ['no_slot'] });
  const portsOf = world.portsOf.bind(world);
  let isTold = false;
  world.portsOf = (process) => {
    const ports = portsOf(process);
    const lookupById: typeof ports.courier.lookupById = async (...call) => {
      const outcome = await ports.courier.lookupById(...call);
      const isHidden = outcome.kind === 'found' && !isTold;
      return isHidden ? { ...outcome, delivery: { ...outcome.delivery, slot: null } } : outcome;
    };
    return { ...ports, courier: { ...ports.courier, lookupById } };
  };
  await run();
  expect(deliveries()).toMatchObject([{ state: 'placed', note: 'written', writtenBackAt: expect.any(Number) }]);
  isTold = true;
  await during(async (ports) => {
    const { deliveries: rows, ...order } = await ports.orders.load(shop, orderId);
    const before = { ...order, deliveries: rows.map((row) => ({ ...row, writtenBackAt: null })) };
    await writeBack(ports, runningOrder(ports, world.shops.record(shop), { orderId, fence: '0' }, before));
  });
  await world.runFor(120_000, 20_000);
  expect(deliveries()).toMatchObject([{ note: 'written', writtenBackAt: expect.any(Number) }]);
  expect(world.shopify.order(shop, orderId)?.note).toContain('14:00');
});

type Shown = 'now' | 'before' | 'missing';

/** The note of an order that was typed in just now, which replicas of Shopify show as it is after that. */
async function noteOnReplica(shown: readonly Shown[]) {
  const { world, run, deliveries } = calmWorld({ order: { note: null } });
  const old = { note: null, updatedAt: world.shopify.order(shop, orderId)?.updatedAt ?? '', detailsDigest: null };
  world.shopify.typeInNote(shop, orderId, 'By the back door');
  const portsOf = world.portsOf.bind(world);
  const readings = [...shown];
  let writes = 0;
  const failures = new Set<number>();
  world.portsOf = (process) => {
    const ports = portsOf(process);
    const readNote: typeof ports.shopify.readNote = async (...call) => {
      const read = await ports.shopify.readNote(...call);
      const how = readings.shift() ?? 'now';
      return { now: read, before: old, missing: null }[how];
    };
    const writeNote: typeof ports.shopify.writeNote = (...call) => {
      writes += 1;
      return ports.shopify.writeNote(...call);
    };
    return { ...ports, shopify: { ...ports.shopify, readNote, writeNote } };
  };
  world.orders.onWrite = ({ change }) => {
    for (const row of change.deliveries ?? []) failures.add(row.failures);
  };
  await run();
  expect(deliveries()).toMatchObject([{ state: 'placed', note: 'written' }]);
  const note = world.shopify.order(shop, orderId)?.note;
  return { note, writes, failures: [...failures] };
}

test.each<[string, Shown[]]>([
  ['shows as it was before it is written', ['before']],
  ['does not show before it is written', ['missing']],
  ['shows as it was once it was written', ['now', 'before']],
])('a note that a replica %s loses no words, and is written once', async (_name, shown) => {
  const { note, writes, failures } = await noteOnReplica(shown);
  expect(note).toMatch(/^By the back door\n+Same-day delivery/u);
  expect(writes).toBe(1);
  expect(failures).toEqual([0]);
});

test('what changed just before the note was written is read, where only a replica tells of it, after that', async () => {
  const { world, run, deliveries } = calmWorld({ order: { note: null } });
  const told = world.shopify.onChange;
  const portsOf = world.portsOf.bind(world);
  const readings: Promise<OrderNote | null>[] = [];
  world.portsOf = (process) => {
    const ports = portsOf(process);
    const read = () => ports.shopify.readNote(shop, orderId);
    const readNote = async () => {
      if (readings.length > 0) return (await readings.at(-1)) ?? null;
      readings.push(read());
      await readings[0];
      world.shopify.onChange = () => {};
      world.shopify.changeGoods(shop, orderId, ({ fulfillmentOrders: all }) =>
        all.map((one) => ({ ...one, methodType: 'PICK_UP' })),
      );
      world.shopify.onChange = told;
      readings.push(read());
      await readings[1];
      return (await readings[0]) ?? null;
    };
    return { ...ports, shopify: { ...ports.shopify, readNote } };
  };
  await run();
  expect(world.shopify.order(shop, orderId)?.note).toContain('Same-day delivery');
  expect(deliveries()).toMatchObject([{ state: 'placed', drift: [{ about: 'goods_gone' }] }]);
});
