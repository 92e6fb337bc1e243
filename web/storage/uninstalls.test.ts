import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultSettings } from '#api-contract/testing/default-settings.ts';
import type { DeliveryRecord } from '#deliveries/delivery.ts';
import { reason } from '#deliveries/reasons.ts';
import type { Storage } from './open-storage.ts';
import { deliveryRecord, orderRecord } from './panel/testing/seed-orders.ts';
import { engines, installShop, openTestStorage, uninstallShop } from './testing/engines.ts';
import { claimUninstallMail } from './uninstalls.ts';

const hourMs = 3_600_000;

describe.each(engines)('on %s', (engine) => {
  let storage: Storage;
  beforeAll(async () => {
    storage = await openTestStorage(engine);
  });
  afterAll(() => storage.close());

  const ago = (hours: number) => Date.now() - hours * hourMs;
  interface Left extends Partial<DeliveryRecord> {
    slot?: [start: number, end: number | null] | null;
  }
  /** Booked `hours` ago, with a slot of so many hours from now. */
  const booked = (hours: number, slot: Left['slot'] = null): Left => ({ state: 'placed', placedAt: ago(hours), slot });
  const instant = (inHours: number) => new Date(ago(-inHours)).toISOString();
  const inDoubt = (hours: number): Left => ({ state: 'confirming', updatedAt: ago(hours) });

  /** The references that the last e-mail lists, of deliveries numbered from 1000. */
  async function listed(name: string, deliveries: Left[]): Promise<string[] | undefined> {
    const shop = await installShop(storage, `${name}.myshopify.com`);
    const email = `${name}@shop.example`;
    const notifications = { ...defaultSettings.notifications, email };
    await storage.shops.saveSettings(shop, { ...defaultSettings, notifications });
    await storage.db.insertInto('mail_address').values({ shop, email, confirmed_at: new Date() }).execute();
    for (const [index, { slot = null, ...changes }] of deliveries.entries()) {
      const order = { ...orderRecord(shop, index), state: changes.state ?? 'placed' };
      const { service, ...made } = deliveryRecord(order, 0);
      const at = slot && { start: instant(slot[0]), end: slot[1] === null ? null : instant(slot[1]) };
      const delivery = { ...made, service: service && { ...service, slot: at }, ...changes };
      await storage.orders.change(shop, order.orderId, () => ({
        change: { order, deliveries: [delivery] },
        result: null,
      }));
    }
    await uninstallShop(storage, shop);
    const mail = await claimUninstallMail(storage.db, 60_000);
    expect(mail?.shop).toBe(shop);
    return mail?.deliveries.map(({ orderReference }) => orderReference);
  }

  test('only live deliveries are listed, whether or not the service tells how far they are', async () => {
    const coming = booked(1, [1, 3]);
    const told = await listed('live', [
      coming,
      { ...coming, mode: 'test' },
      { ...coming, progress: 'on_its_way' },
      { ...coming, progress: 'delivered' },
      { ...coming, progress: 'returned' },
      { ...inDoubt(1), mode: 'test' },
    ]);
    expect(told).toEqual(['1000', '1002']);
  });

  test('what may have been booked is listed, also where it waits for the service or goes on all the same', async () => {
    const lost = { doubt: 'unanswered', everUnknown: true, updatedAt: ago(1) } as const;
    const told = await listed('lost', [
      { ...lost, state: 'confirming' },
      // The service went down, or refused the key, before it could be asked what became of the lost answer.
      { ...lost, state: 'held', reason: reason('service_down', {}, { retrying: true }), waitsFor: { kind: 'service' } },
      {
        state: 'held',
        reason: reason('service_down', {}, { retrying: true }),
        waitsFor: { kind: 'service' },
        updatedAt: ago(1),
      },
      { ...booked(3, [-2, -1]), state: 'cancelled', reason: reason('goes_on_all_the_same', { reference: '1003' }) },
      { ...booked(3, [-2, -1]), state: 'cancelled', reason: reason('cancelled_at_service', {}) },
      {
        ...{ ...lost, state: 'cancelled' as const, placedAt: null },
        reason: reason('replaced_in_doubt', { reference: '1005', newReference: '1005-R2' }),
      },
      { ...lost, state: 'cancelled', placedAt: null, reason: reason('order_ended_in_doubt', { reference: '1006' }) },
    ]);
    expect(told?.toSorted()).toEqual(['1000', '1001', '1003', '1005', '1006']);
  });

  test('what rests with a person after a lost answer is listed, unless the service surely has nothing under the reference', async () => {
    const rests = {
      doubt: null,
      everUnknown: true,
      placedAt: null,
      state: 'needs_attention',
      updatedAt: ago(1),
    } as const;
    const told = await listed('rests', [
      { ...rests, reason: reason('refused_after_unknown', { reference: '1000' }) },
      { ...rests, reason: reason('too_late_in_doubt', { reference: '1001' }) },
      { ...rests, reason: reason('attempts_used_up_in_doubt', { attempts: 10, reference: '1002' }) },
      { ...rests, everUnknown: false, reason: reason('refused_by_service', {}) },
      { ...rests, everUnknown: false, doubt: 'duplicate', reason: reason('probably_placed', { reference: '1004' }) },
    ]);
    expect(told?.toSorted()).toEqual(['1000', '1001', '1002', '1004']);
  });

  test('no driver is said to be booked for what could not be handed over', async () => {
    const failed = await listed('failed', [{ ...booked(3, [-2, 1]), progress: 'failed' }, booked(1, [1, 3])]);
    expect(failed).toEqual(['1001']);
  });

  test('none of another shop is listed, in doubt or not', async () => {
    await listed('other', [inDoubt(1), booked(1, [1, 3])]);
    expect(await listed('own', [booked(1, [1, 3])])).toEqual(['1000']);
  });

  test('what ended more than a day ago is not listed', async () => {
    const told = await listed('recent', [
      booked(60, [-52, -50]),
      booked(26, [-24, -22]),
      booked(60, [-23, null]),
      booked(60, [-52, null]),
      booked(2),
      booked(50),
      inDoubt(2),
      inDoubt(50),
      // Wrong of the service: it was over before it was booked.
      booked(1, [-52, -50]),
    ]);
    expect(told?.toSorted()).toEqual(['1001', '1002', '1004', '1006', '1008']);
  });

  test('the soonest that is still to come is first, and what is over last', async () => {
    const told = await listed('order', [
      booked(20, [-10, -8]),
      booked(20, [30, 32]),
      inDoubt(1),
      booked(20, [-1, 1]),
      booked(20, [2, 4]),
    ]);
    expect(told).toEqual(['1003', '1004', '1001', '1002', '1000']);
  });
});
