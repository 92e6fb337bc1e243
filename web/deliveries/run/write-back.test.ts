import { expect, test } from 'vitest';
import { calmWorld, shop } from '#testing/deliveries/calm-world.ts';
import { AppError } from '../errors.ts';

const unavailable = () =>
  new AppError({
    code: 'shopify_unavailable',
    retryable: true,
    merchantMessage: 'Shopify did not answer.',
    nextStep: 'Nothing to do: it is tried again.',
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
