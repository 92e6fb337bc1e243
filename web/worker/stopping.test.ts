import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { defaultSettings } from '#api-contract/testing/default-settings.ts';
import type { ShopDomain } from '#placement/ids.ts';
import { placementReason } from '#placement/placement-reasons.ts';
import type { Context } from '#runtime/context.ts';
import { createLogger } from '#runtime/logger.ts';
import { createMetrics } from '#runtime/metrics.ts';
import type { Storage } from '#storage/open-storage.ts';
import { deliveryRecord, orderRecord } from '#storage/panel/testing/seed-orders.ts';
import { installShop, openTestStorage } from '#storage/testing/engines.ts';
import { demoShop } from '#testing/local-world.ts';
import { startTestWorld } from '#testing/test-world.ts';
import { registerNotifications } from './jobs/register-notifications.ts';
import { removeOld } from './jobs/retention.ts';
import { createDigestJob } from './jobs/send-digests.ts';
import { createLinkJob } from './jobs/send-links.ts';
import { createSummaryJob } from './jobs/send-summaries.ts';
import { createUninstallMailJob } from './jobs/send-uninstall-mails.ts';
import { startLoop } from './loop.ts';
import { createMailer, type SendOutcome } from './mail/mailer.ts';
import { startBrokenMailServer } from './testing/broken-mail-server.ts';
import { confirmAddresses } from './testing/confirm-addresses.ts';
import { startMailSink } from './testing/mail-sink.ts';
import { zoneAt } from './testing/zone-at.ts';

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

describe('a process that is told to stop while it goes through its shops', () => {
  async function threeShops() {
    const storage = await openTestStorage('pglite');
    onTestFinished(() => storage.close());
    for (const name of ['a', 'b', 'c']) await installShop(storage, `${name}.myshopify.com`);
    return { storage, told: new AbortController() };
  }

  test('erases what is old of no further one', async () => {
    const { storage, told } = await threeShops();
    await sql`insert into webhook (shop, webhook_id, topic, state, received_at)
      select shop, 'w', 'orders/paid', 'done', now() - interval '8 days' from shop`.execute(storage.db);
    const left = async () => (await storage.db.selectFrom('webhook').select('shop').execute()).length;
    const everyShop = async () => {
      told.abort();
      return storage.shops.everyShop();
    };
    const logger = createLogger('silent');
    await removeOld({ logger, storage: { ...storage, shops: { ...storage.shops, everyShop } } }, told.signal);
    expect(await left()).toBe(3);
    await removeOld({ logger, storage });
    expect(await left()).toBe(0);
  });

  test('registers no further account with the delivery service', async () => {
    const { storage, told } = await threeShops();
    await sql`update shop set live_account = shop`.execute(storage.db);
    const warn = vi.fn(() => told.abort());
    const needs = { storage, logger: { warn }, config: { appUrl: 'https://app.example' } } as unknown as Context;
    await registerNotifications(needs, told.signal);
    expect(warn).toHaveBeenCalledTimes(1);
  });
});

describe('a process that is told to stop while it sends e-mails', () => {
  const shops = ['a', 'b', 'c'].map((name) => `${name}.myshopify.com` as ShopDomain);
  /** Three shops, each with something of every kind to be told of; their addresses are confirmed where that is asked for. */
  async function shopsToTell(isConfirmed: boolean, isUninstalled: boolean): Promise<Storage> {
    const storage = await openTestStorage('pglite');
    onTestFinished(() => storage.close());
    for (const shop of shops) {
      await installShop(storage, shop);
      const notifications = { ...defaultSettings.notifications, email: 'owner@shop.example', morningSummary: true };
      await storage.shops.saveSettings(shop, { ...defaultSettings, notifications });
      const order = {
        ...orderRecord(shop, 3),
        state: 'needs_attention' as const,
        reason: placementReason('dropoff_phone_missing'),
      };
      const deliveries = [{ ...deliveryRecord(order, 0), state: 'placed' as const }];
      await storage.orders.change(shop, order.orderId, () => ({ change: { order, deliveries }, result: null }));
    }
    if (isConfirmed) await confirmAddresses(storage.db);
    const left = { uninstalled_at: new Date(), uninstall_mail_due_at: new Date(0) };
    const isThere = { time_zone: zoneAt(9) };
    await storage.db
      .updateTable('shop')
      .set(isUninstalled ? left : isThere)
      .execute();
    await storage.db.updateTable('delivery').set({ mode: 'live', placed_at: new Date() }).execute();
    return storage;
  }

  const jobs = {
    digests: { create: createDigestJob },
    summaries: { create: createSummaryJob },
    links: { create: createLinkJob, isConfirmed: false },
    'e-mails after an uninstall': { create: createUninstallMailJob, isUninstalled: true },
  };
  const needs = (storage: Storage) =>
    ({
      ...{ storage, metrics: createMetrics(() => Promise.reject(new Error('nobody asks'))) },
      ...{ courier: { timeZone: 'Africa/Johannesburg' }, ports: { courier: { timeZone: 'Africa/Johannesburg' } } },
      logger: { warn: () => undefined },
      config: { appUrl: 'https://app.example', shopify: { adminOrigin: null, apiKey: 'client' }, supportUrl: null },
    }) as unknown as Context;
  const mailerTo = (port: number) => {
    const smtp = { host: '127.0.0.1', port, secure: false, requireTls: false, login: null };
    return createMailer({ smtp, from: 'app@operator.example' });
  };

  test.each(Object.entries(jobs))('leaves all of its %s to the next', async (_name, kind) => {
    const { create, isConfirmed, isUninstalled } = { isConfirmed: true, isUninstalled: false, ...kind };
    const storage = await shopsToTell(isConfirmed, isUninstalled);
    const server = await startBrokenMailServer('hangs before the message');
    onTestFinished(() => server.close());
    const mailer = mailerTo(server.port);
    const started = startLoop(60_000, create(needs(storage), mailer), () => undefined);
    await expect.poll(server.callers).toBe(1);
    mailer.stop();
    await started.stop();
    const sink = await startMailSink();
    onTestFinished(() => sink.close());
    const ago = sql`interval '2 minutes'`;
    await sql`update shop set digest_due_at = digest_due_at - ${ago}, summary_due_at = summary_due_at - ${ago},
      uninstall_mail_due_at = uninstall_mail_due_at - ${ago}`.execute(storage.db);
    await sql`update mail_address set link_due_at = link_due_at - ${ago}`.execute(storage.db);
    await create(needs(storage), mailerTo(Number(new URL(sink.url).port)))();
    expect(sink.mails).toHaveLength(shops.length);
  });

  test.each(Object.entries(jobs))('takes up no other of its %s', async (_name, kind) => {
    const { create, isConfirmed, isUninstalled } = { isConfirmed: true, isUninstalled: false, ...kind };
    const cut = Promise.withResolvers<SendOutcome>();
    const send = vi.fn(() => cut.promise);
    const storage = await shopsToTell(isConfirmed, isUninstalled);
    const started = startLoop(60_000, create(needs(storage), { send, stop: () => undefined }), () => undefined);
    await expect.poll(() => send.mock.calls.length).toBe(1);
    const stopping = started.stop();
    cut.resolve({ kind: 'refused', code: 'EENVELOPE' });
    await stopping;
    expect(send).toHaveBeenCalledTimes(1);
  });
});
