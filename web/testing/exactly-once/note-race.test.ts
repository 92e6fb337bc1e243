import { expect, test } from 'vitest';
import { refreshOrder } from '#deliveries/actions/refresh.ts';
import { AppError, shopifyErrorCodes } from '#deliveries/errors.ts';
import { noteHash } from '#deliveries/order.ts';
import { reason } from '#deliveries/reasons.ts';
import { unwritten } from '#deliveries/run/record-write-back.ts';
import { transition } from '#deliveries/transitions.ts';
import type { ShopDomain } from '#placement/ids.ts';
import { calm } from '#testing/simulation/sim-options.ts';
import { orderIdOf } from '#testing/simulation/sim-shopify.ts';
import { SimWorld } from '#testing/simulation/sim-world.ts';

const shop = 'a.myshopify.com' as ShopDomain;
const orderId = orderIdOf(1001);
const linesOf = (note: string | null | undefined): number => note?.match(/^Same-day delivery /gmu)?.length ?? 0;

test('a note that another run has written over with fewer lines, after it was looked at, is written again', async () => {
  let looked = false;
  let overwritten = 0;
  const world: SimWorld = new SimWorld({
    ...calm,
    onStep: (_process, step) => {
      const order = world.shopify.order(shop, orderId);
      if (step === 'after the note') looked = linesOf(order?.note) === 2;
      if (step !== 'before commit' || !looked || overwritten > 0) return;
      overwritten += 1;
      const note = order?.note?.replace(/\r?\n?Same-day delivery 1001-2:[^\r\n]*/u, '') ?? '';
      expect(linesOf(note)).toBe(1);
      world.shopify.edit(shop, orderId, { note }, 'app');
      const updatedAt = Date.parse(world.shopify.order(shop, orderId)?.updatedAt ?? '');
      void world.orders.change(shop, orderId, ({ order: row }) => ({
        change: row && { order: { ...row, ownWrite: { updatedAt, noteHash: noteHash(note) } } },
        result: null,
      }));
    },
  });
  world.shops.add(shop, 'key', '');
  world.shopify.addOrder(shop, 1001, 2);
  world.notify(shop, orderId, 'orders/paid');
  await world.runToRest(3_600_000, 5_000);
  expect(overwritten).toBe(1);
  expect(linesOf(world.shopify.order(shop, orderId)?.note)).toBe(2);
});

test('a slot that is written just after a cancellation found nothing to correct does not stay promised', async () => {
  const world: SimWorld = new SimWorld({
    ...calm,
    workers: 2,
    // The run after the cancellation goes beside the one that has the slot in its hands.
    rowdy: true,
  });
  const noteRead = Promise.withResolvers<void>();
  const slotWritten = Promise.withResolvers<void>();
  const { onWrite } = world.orders;
  world.orders.onWrite = (written) => {
    onWrite(written);
    if (written.change.order?.ownWrite) slotWritten.resolve();
  };
  let reads = Number.NEGATIVE_INFINITY;
  const adminOf = world.shopify.adminOf.bind(world.shopify);
  world.shopify.adminOf = (...run) => {
    const admin = adminOf(...run);
    return {
      ...admin,
      readNote: async (...args) => {
        const read = await admin.readNote(...args);
        reads += 1;
        if (reads !== 1) return read;
        noteRead.resolve();
        await slotWritten.promise;
        return read;
      },
      writeNote: async (...args) => {
        if (reads < 0) {
          reads = 0;
          await world.orders.change(shop, orderId, ({ deliveries, now }) => {
            const rows = deliveries.map((row) => transition(row, 'cancelled', reason('cancelled_at_service', {}), now));
            return { change: { deliveries: rows.map(unwritten), wakes: [{ at: null }] }, result: null };
          });
          await noteRead.promise;
        }
        return admin.writeNote(...args);
      },
    };
  };
  world.shops.add(shop, 'key', '');
  world.shopify.addOrder(shop, 1001, 1);
  world.notify(shop, orderId, 'orders/paid');
  await world.runToRest(3_600_000, 5_000);
  expect(reads).toBeGreaterThan(1);
  const note = world.shopify.order(shop, orderId)?.note ?? '';
  const ours = note.split(/\r?\n/u).filter((line) => line.startsWith('Same-day delivery 1001'));
  expect(ours).toEqual([expect.stringContaining('cancelled')]);
});

test('a press of Refresh counts also while the note is being written again, and is refused again', async () => {
  const world: SimWorld = new SimWorld(calm);
  const press = async () => {
    const process = world.runs.anyProcess();
    if (!process) throw new Error('no process');
    await refreshOrder(world.portsOf(process), world.shops.record(shop), { orderId, actor: 'person' });
  };
  let writes = 0;
  const adminOf = world.shopify.adminOf.bind(world.shopify);
  world.shopify.adminOf = (...run) => {
    const admin = adminOf(...run);
    return {
      ...admin,
      writeNote: async (...args) => {
        writes += 1;
        if (writes === 2) await press();
        if (writes > 2) return admin.writeNote(...args);
        const words = { merchantMessage: 'Shopify says: Order cannot be changed', nextStep: 'Press Refresh.' };
        throw new AppError({ code: shopifyErrorCodes.userError, retryable: false, ...words });
      },
    };
  };
  world.shops.add(shop, 'key', '');
  world.shopify.addOrder(shop, 1001, 1);
  world.notify(shop, orderId, 'orders/paid');
  await world.runToRest(3_600_000, 5_000);
  expect([writes, linesOf(world.shopify.order(shop, orderId)?.note)]).toEqual([1, 0]);
  world.scheduler.after(0, () => void press());
  await world.runToRest(3_600_000, 5_000);
  expect([writes, linesOf(world.shopify.order(shop, orderId)?.note)]).toEqual([3, 1]);
});
