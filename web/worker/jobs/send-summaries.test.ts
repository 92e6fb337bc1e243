import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Settings } from '#api-contract/settings.ts';
import { defaultSettings } from '#api-contract/testing/default-settings.ts';
import type { Progress } from '#deliveries/delivery.ts';
import type { ShopDomain } from '#placement/ids.ts';
import { placementReason } from '#placement/placement-reasons.ts';
import { createMetrics } from '#runtime/metrics.ts';
import type { Storage } from '#storage/open-storage.ts';
import { deliveryRecord, orderRecord } from '#storage/panel/testing/seed-orders.ts';
import { engines, installShop, openTestStorage } from '#storage/testing/engines.ts';
import { freePort } from '#testing/free-port.ts';
import { createMailer, type Mailer } from '../mail/mailer.ts';
import { brokenMailServers, startBrokenMailServer } from '../testing/broken-mail-server.ts';
import { confirmAddresses } from '../testing/confirm-addresses.ts';
import { type MailSink, startMailSink } from '../testing/mail-sink.ts';
import { zoneAt } from '../testing/zone-at.ts';
import { createSummaryJob } from './send-summaries.ts';

const johannesburg = 'Africa/Johannesburg';
const metrics = createMetrics(() => Promise.reject(new Error('nobody asks')));
let sink: MailSink;
beforeAll(async () => {
  sink = await startMailSink();
});
afterAll(() => sink.close());

const mailerTo = (port: number, stepMs?: number): Mailer => {
  const smtp = { host: '127.0.0.1', port, secure: false, requireTls: false, login: null };
  return createMailer({ smtp, from: 'app@operator.example' }, stepMs);
};

const brokenKinds = Object.keys(brokenMailServers) as (keyof typeof brokenMailServers)[];
const afterMessage = 'closes after the message';

describe.each(engines)('on %s', (engine) => {
  let storage: Storage & { url: string | undefined };
  let shops = 0;
  beforeAll(async () => {
    storage = await openTestStorage(engine);
  });
  afterAll(() => storage.close());
  beforeEach(async () => {
    sink.mails.length = 0;
    sink.refused.clear();
    await storage.db.updateTable('shop').set({ uninstalled_at: new Date() }).execute();
  });

  /** A shop with an address that wants summaries. */
  async function newShop(timeZone = johannesburg, over: Partial<Settings['notifications']> = {}): Promise<ShopDomain> {
    shops += 1;
    const shop = await installShop(storage, `${engine}-${shops}.myshopify.com`);
    const notifications = { ...defaultSettings.notifications, email: 'owner@shop.example', morningSummary: true };
    await storage.shops.saveSettings(shop, { ...defaultSettings, notifications: { ...notifications, ...over } });
    await storage.db.updateTable('shop').set({ time_zone: timeZone }).where('shop', '=', shop).execute();
    await confirmAddresses(storage.db);
    return shop;
  }

  /** An order with a live delivery booked for that slot. */
  async function booked(shop: ShopDomain, index: number, slot: [start: string, end: string], progress?: Progress) {
    const order = { ...orderRecord(shop, index), state: 'placed' as const };
    const delivery = deliveryRecord(order, 0);
    const service = delivery.service && {
      ...delivery.service,
      slot: { start: new Date(slot[0]).toISOString(), end: new Date(slot[1]).toISOString() },
    };
    await storage.orders.change(shop, order.orderId, () => ({
      change: { order, deliveries: [{ ...delivery, service, progress: progress ?? null }] },
      result: null,
    }));
  }

  async function waits(shop: ShopDomain, index: number): Promise<void> {
    const why = placementReason('dropoff_phone_missing');
    const order = { ...orderRecord(shop, index), state: 'needs_attention' as const, reason: why };
    await storage.orders.change(shop, order.orderId, () => ({ change: { order }, result: null }));
  }

  const jobOf = (mailer: Mailer = mailerTo(Number(new URL(sink.url).port)), own = storage, now?: () => number) =>
    createSummaryJob(
      {
        ...{ storage: own, metrics, courier: { timeZone: johannesburg }, logger: { warn: () => undefined } },
        config: { shopify: { adminOrigin: null, apiKey: 'client' }, supportUrl: null },
      },
      mailer,
      now,
    );
  const roundAt = (now: string, mailer?: Mailer, own = storage) => jobOf(mailer, own, () => Date.parse(now))();

  test('it says what waits, what is late from yesterday and what is booked today, and nothing of a buyer', async () => {
    const shop = await newShop();
    await booked(shop, 0, ['2026-11-23T10:00+02:00', '2026-11-23T12:00+02:00']);
    await booked(shop, 1, ['2026-11-23T10:00+02:00', '2026-11-23T12:00+02:00']);
    await booked(shop, 6, ['2026-11-24T10:00+02:00', '2026-11-24T12:00+02:00']);
    await booked(shop, 7, ['2026-11-22T16:00+02:00', '2026-11-22T18:00+02:00']);
    await booked(shop, 8, ['2026-11-22T16:00+02:00', '2026-11-22T18:00+02:00'], 'delivered');
    await waits(shop, 3);
    await roundAt('2026-11-23T07:00+02:00');
    const [mail] = sink.mails;
    const panel = `https://admin.shopify.com/store/${shop.replace('.myshopify.com', '')}/apps/client`;
    expect(mail?.headers).toMatch(
      /^Subject: \S+ today: 1 order needs you, 1 delivery from yesterday is late, 2 deliveries booked$/m,
    );
    expect(mail?.text).toContain(`#1003\n${panel}/deliveries/${orderRecord(shop, 3).orderId}\n`);
    expect(mail?.text).toContain(`#1007: 16:00–18:00\n${panel}/deliveries/${orderRecord(shop, 7).orderId}\n`);
    expect(mail?.text).toContain(`10:00–12:00: 2\n${panel}/packing-list?start=2026-11-23T08%3A00%3A00.000Z&end=`);
    for (const part of [mail?.text, mail?.html]) expect(part).not.toMatch(/Customer|0821234567|#1006|#1008/);
  });

  test('a slot of yesterday that ended at midnight, or after it, is late in the morning as any other', async () => {
    const shop = await newShop();
    await booked(shop, 0, ['2026-11-22T22:00+02:00', '2026-11-23T00:00+02:00']);
    await booked(shop, 1, ['2026-11-22T23:00+02:00', '2026-11-23T01:00+02:00']);
    await booked(shop, 2, ['2026-11-22T23:30+02:00', '2026-11-23T09:00+02:00']);
    await booked(shop, 3, ['2026-11-22T16:00+02:00', '2026-11-22T18:00+02:00'], 'delivered');
    await roundAt('2026-11-23T07:00+02:00');
    expect(sink.mails[0]?.headers).toMatch(/^Subject: \S+ today: 2 deliveries from yesterday are late$/m);
    expect(sink.mails[0]?.text).toContain('#1001: 23:00–01:00');
  });

  test('of many processes one tells a shop, once a day', async () => {
    const shop = await newShop();
    await waits(shop, 3);
    const second = engine === 'server' && storage.url ? await openTestStorage(engine, { url: storage.url }) : storage;
    const rounds = Array.from({ length: 6 }, (_, index) =>
      roundAt('2026-11-23T07:01+02:00', undefined, index % 2 === 0 ? storage : second),
    );
    await Promise.all(rounds);
    await roundAt('2026-11-23T11:59+02:00');
    expect(sink.mails).toHaveLength(1);
    await roundAt('2026-11-24T07:00+02:00');
    expect(sink.mails).toHaveLength(2);
    if (second !== storage) await second.close();
  });

  test.each([
    ['before seven', johannesburg, '2026-11-23T06:59+02:00', 0],
    ['a start in the forenoon', johannesburg, '2026-11-23T11:59+02:00', 1],
    ['a start at noon', johannesburg, '2026-11-23T12:00+02:00', 0],
    ['a quarter to seven in winter time', 'Europe/London', '2026-10-25T06:45Z', 0],
    ['seven in winter time', 'Europe/London', '2026-10-25T07:00Z', 1],
    ['seven in summer time', 'Europe/London', '2026-10-24T06:00Z', 1],
    ['eight in the driver’s zone and six in the shop’s', 'Europe/London', '2026-11-23T08:00+02:00', 0],
    ['a zone that nobody knows', 'Nowhere/Town', '2026-11-23T08:00+02:00', 0],
  ])('the hour is the shop’s own: %s', async (_name, zone, now, mails) => {
    await waits(await newShop(zone), 3);
    await roundAt(now);
    expect(sink.mails).toHaveLength(mails);
  });

  test('a process whose clock is a day ahead takes no shop its summary', async () => {
    await waits(await newShop(zoneAt(9)), 3);
    // The embedded database has the clock of its process, which is right then.
    const tellWith = async (aheadMs: number) => {
      const [job, at] = [jobOf(), Date.now() + aheadMs];
      const clock = vi.spyOn(Date, 'now').mockReturnValue(at);
      await job().finally(() => clock.mockRestore());
      return sink.mails.splice(0).length;
    };
    expect([await tellWith(engine === 'server' ? 86_400_000 : 0), await tellWith(0)]).toEqual([1, 0]);
    const { rows } = await sql<{
      isToday: boolean;
    }>`select summary_day = (now() at time zone time_zone)::date as "isToday"
      from shop where uninstalled_at is null`.execute(storage.db);
    expect(rows).toEqual([{ isToday: true }]);
  });

  test.each<[string, (shop: ShopDomain) => Promise<unknown>]>([
    ['has nothing to hear', async () => undefined],
    ['does not want it', (shop) => storage.shops.saveSettings(shop, { ...defaultSettings }).then(() => waits(shop, 3))],
    [
      'has not confirmed its address',
      async (shop) => {
        await storage.db.updateTable('mail_address').set({ confirmed_at: null }).where('shop', '=', shop).execute();
        await waits(shop, 3);
      },
    ],
    [
      'has late deliveries of a service that never says how far they are',
      (shop) => booked(shop, 0, ['2026-11-22T16:00+02:00', '2026-11-22T18:00+02:00']),
    ],
  ])('nothing goes to a shop that %s', async (_name, prepare) => {
    await prepare(await newShop());
    await roundAt('2026-11-23T07:00+02:00');
    expect(sink.mails).toEqual([]);
  });

  test('a mail server that is down, or refuses the address, is asked again while it is morning', async () => {
    const shop = await newShop();
    await waits(shop, 3);
    const [now, later] = ['2026-11-23T07:00+02:00', '2026-11-23T07:31+02:00'];
    const due = (at: Date) =>
      storage.db.updateTable('shop').set({ summary_due_at: at }).where('shop', '=', shop).execute();
    await roundAt(now, mailerTo(await freePort()));
    await roundAt(now);
    expect(sink.mails).toEqual([]);
    await due(new Date(0));
    sink.refused.add('owner@shop.example');
    await roundAt(now);
    sink.refused.clear();
    await roundAt(now);
    expect(sink.mails).toEqual([]);
    await due(new Date(0));
    await roundAt(later);
    expect(sink.mails).toHaveLength(1);
  });

  const roundWith = async (kind: keyof typeof brokenMailServers) => {
    const server = await startBrokenMailServer(kind);
    onTestFinished(() => server.close());
    await roundAt('2026-11-23T07:00+02:00', mailerTo(server.port, 300));
    await storage.db
      .updateTable('shop')
      .set({ summary_due_at: new Date(0) })
      .execute();
    return server.callers();
  };

  test.each(brokenKinds.filter((kind) => kind !== afterMessage))(
    'a mail server that %s is left alone, and costs no shop its summary once it works again',
    async (kind) => {
      for (const shop of [await newShop(), await newShop()]) await waits(shop, 3);
      expect(await roundWith(kind)).toBe(1);
      await roundAt('2026-11-23T07:02+02:00');
      expect(sink.mails).toHaveLength(2);
    },
  );

  test('what may have arrived is not repeated', async () => {
    await waits(await newShop(), 3);
    await roundWith(afterMessage);
    await roundAt('2026-11-23T09:00+02:00');
    expect(sink.mails).toEqual([]);
  });

  test('a delivery that no key at hand opens leaves out its own words, and keeps no shop from its summary', async () => {
    const [lost, other] = [await newShop(), await newShop()];
    const reason = { ...placementReason('dropoff_phone_missing'), serviceMessage: 'No.' };
    const order = { ...orderRecord(lost, 3), state: 'needs_attention' as const, reason };
    const delivery = { ...deliveryRecord(order, 0), state: order.state, reason };
    await storage.orders.change(lost, order.orderId, () => ({
      change: { order, deliveries: [delivery] },
      result: null,
    }));
    await storage.db.updateTable('delivery').set({ private: '1.lost.AAAA' }).where('shop', '=', lost).execute();
    await waits(other, 4);
    await roundAt('2026-11-23T07:00+02:00');
    expect(sink.mails.map(({ text }) => /#100[34]/.exec(text)?.[0]).toSorted()).toEqual(['#1003', '#1004']);
  });

  test('it speaks the language of the shop’s e-mails', async () => {
    const shop = await newShop(johannesburg, { language: 'af' });
    await booked(shop, 0, ['2026-11-23T10:00+02:00', '2026-11-23T12:00+02:00']);
    await roundAt('2026-11-23T08:00+02:00');
    expect(sink.mails[0]?.headers).toMatch(/^Subject: \S+ vandag: 1 aflewering bespreek$/m);
    expect(sink.mails[0]?.html).toContain('<html lang="af">');
  });
});
