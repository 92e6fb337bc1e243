import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { OrderView } from '#api-contract/order.ts';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import type { Context } from '#runtime/context.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { freePort } from '#testing/free-port.ts';
import { demoShop, type LocalWorld } from '#testing/local-world.ts';
import { startTestWorld } from '#testing/test-world.ts';
import { createMailer } from '../mail/mailer.ts';
import { startBrokenMailServer } from '../testing/broken-mail-server.ts';
import { confirmAddresses } from '../testing/confirm-addresses.ts';
import { type MailSink, startMailSink } from '../testing/mail-sink.ts';
import { createDigestJob } from './send-digests.ts';

const shop = demoShop as ShopDomain;
const to = 'orders@shop.example';
let world: LocalWorld;
let sink: MailSink;

beforeAll(async () => {
  sink = await startMailSink();
  // A round passes over a shop whose row somebody writes just then; with one connection nobody does.
  world = await startTestWorld({ engine: 'embedded' });
});
afterAll(async () => {
  await world.close();
  await sink.close();
});
beforeEach(async () => {
  sink.mails.length = 0;
  await db().deleteFrom('shop_condition').execute();
  await db().updateTable('shop').set({ digest_due_at: null, digest_failures: 0 }).execute();
  await db().updateTable('shop_order').set({ mailed_reason: sql`coalesce(reason ->> 'code', '')` }).execute();
  await address(to);
});

const db = () => world.app.context.storage.db;
const address = async (email: string | null) => {
  const answer = await world.api('PUT', '/api/settings', { notifications: { email } });
  await confirmAddresses(db());
  return answer;
};

const mailer = (url: string) => {
  const smtp = { host: '127.0.0.1', port: Number(new URL(url).port), secure: false, requireTls: false, login: null };
  return createMailer({ smtp, from: 'app@operator.example' });
};
/** One round of a worker that has just started. */
const round = (url = sink.url, over: Partial<Context> = {}) =>
  createDigestJob({ ...world.app.context, ...over }, mailer(url))();

/** As if this much time had gone by since the last claim. */
async function later(minutes: number): Promise<void> {
  const past = sql<Date>`digest_due_at - ${minutes} * interval '1 minute'`;
  await db().updateTable('shop').set({ digest_due_at: past }).execute();
}

async function orderWithoutPhone(): Promise<{ id: string; name: string }> {
  const { id } = world.store.addOrder(demoShop, orderKinds.noPhone({ paid: true }));
  const { orderName } = await world.orderUntil(id, needsAttention);
  return { id, name: orderName ?? '' };
}
const needsAttention = ({ state }: OrderView) => state === 'needs_attention';

test('a digest names the orders, why each waits, what to do and where', async () => {
  const orders = [await orderWithoutPhone(), await orderWithoutPhone()];
  await round();
  const [mail, ...more] = sink.mails;
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ from: 'app@operator.example', to: [to] });
  expect(mail?.headers).toMatch(/^From: "Same-day delivery" <app@operator\.example>$/m);
  expect(mail?.headers).toMatch(/^Subject: .*2 orders need you$/m);
  expect(mail?.headers).toMatch(/^Auto-Submitted: auto-generated$/m);
  for (const { id, name } of orders) {
    const url = `${world.store.url}/store/demo-shop/apps/local-world-client/deliveries/${id}`;
    const why = 'The order has no phone number of the recipient, and the delivery service requires one.';
    const nextStep = 'What to do: Ask the buyer for a South African number, enter it, then send the order again.';
    expect(mail?.text).toContain(`2 orders need you\n${why}\n${nextStep}\n\n`);
    expect(mail?.text).toContain(`${name}\n${url}\n`);
    expect(mail?.html).toContain(why);
    expect(mail?.html).toMatch(new RegExp(`<a [^>]*href="${url}"[^>]*>${name}</a>`));
  }
});

test('no digest holds anything of the buyer', async () => {
  const { id } = await orderWithoutPhone();
  await round();
  const { shippingAddress } = orderKinds.noPhone({});
  const { text = '', html = '', headers = '' } = sink.mails[0] ?? {};
  expect(text).toContain(id);
  const personal = [shippingAddress?.address1, shippingAddress?.lastName, shippingAddress?.zip];
  for (const word of personal) {
    expect(word).toBeTruthy();
    expect(text + html + headers).not.toContain(word);
  }
});

test('what goes wrong within 15 minutes waits for the next digest, and nothing is told twice', async () => {
  const first = await orderWithoutPhone();
  await round();
  const second = await orderWithoutPhone();
  await round();
  await later(14.9);
  await round();
  expect(sink.mails).toHaveLength(1);
  await later(0.1);
  await round();
  expect(sink.mails).toHaveLength(2);
  expect(sink.mails[1]?.text).toContain(`deliveries/${second.id}`);
  expect(sink.mails[1]?.text).not.toContain(`deliveries/${first.id}`);
  await later(15);
  await round();
  expect(sink.mails).toHaveLength(2);
});

test('an order that needs a person again, for the same reason, is told again', async () => {
  const { id } = await orderWithoutPhone();
  await round();
  const { orders } = world.app.context.storage;
  for (const state of ['held', 'needs_attention'] as const) {
    await orders.change(shop, id as OrderId, ({ order }) => ({
      change: order && { order: { ...order, state } },
      result: null,
    }));
  }
  await later(15);
  await round();
  expect(sink.mails).toHaveLength(2);
  expect(sink.mails[1]?.text).toContain(`deliveries/${id}`);
});

test('of several workers one sends', async () => {
  await orderWithoutPhone();
  await Promise.all([round(), round(), round(), round()]);
  expect(sink.mails).toHaveLength(1);
});

test('a refused key is told once, and again after it worked in between', async () => {
  const hold = (state: 'key' | null) =>
    world.app.context.storage.shops.changeHealth(shop, 'live', (health) => ({
      health: { ...health, hold: state },
      result: null,
    }));
  await hold('key');
  await round();
  await later(15);
  await round();
  expect(sink.mails).toHaveLength(1);
  expect(sink.mails[0]?.headers).toMatch(/^Subject: .*sending has stopped$/m);
  expect(sink.mails[0]?.text).toContain('The delivery service refused the API key.');
  expect(sink.mails[0]?.text).toContain('/apps/local-world-client/settings');
  await hold(null);
  await hold('key');
  await later(15);
  await round();
  expect(sink.mails).toHaveLength(2);
  await hold(null);
});

test('a mail server that is down costs no order anything; the digest comes when it is back', async () => {
  const port = await freePort();
  const { id } = await orderWithoutPhone();
  await round(`smtp://127.0.0.1:${port}`);
  const good = world.store.addOrder(demoShop, orderKinds.paid());
  await world.orderUntil(good.id, ({ state }) => state === 'placed');
  await round();
  expect(sink.mails).toEqual([]);
  await later(1);
  await round();
  expect(sink.mails).toHaveLength(1);
  expect(sink.mails[0]?.text).toContain(`deliveries/${id}`);
});

test('tries after failures come further and further apart, an hour at most', async () => {
  await orderWithoutPhone();
  const port = await freePort();
  const waits: number[] = [];
  for (let failures = 0; failures < 8; failures += 1) {
    await round(`smtp://127.0.0.1:${port}`);
    const left = sql<number>`round(extract(epoch from digest_due_at - clock_timestamp()) / 60)::int4`;
    const row = await db().selectFrom('shop').select(left.as('minutes')).where('shop', '=', shop).executeTakeFirst();
    waits.push(row?.minutes ?? 0);
    await later(60);
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
});

const failures = async () =>
  (await db().selectFrom('shop').select('digest_failures').where('shop', '=', shop).executeTakeFirst())
    ?.digest_failures;

test('a mail server that cannot be reached is asked once a minute, whatever waits', async () => {
  await orderWithoutPhone();
  const clock = { ms: 0, now: () => clock.ms };
  const job = createDigestJob(world.app.context, mailer(`smtp://127.0.0.1:${await freePort()}`), clock.now);
  await job();
  await later(60);
  await job();
  clock.ms = 59_999;
  await job();
  expect(await failures()).toBe(1);
  clock.ms = 60_000;
  await job();
  expect(await failures()).toBe(2);
});

test('a clock of the host that is put back silences nobody', async () => {
  await orderWithoutPhone();
  const clock = { ms: 0, now: () => clock.ms };
  const job = createDigestJob(world.app.context, mailer(`smtp://127.0.0.1:${await freePort()}`), clock.now);
  const ahead = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 7 * 86_400_000);
  await job().finally(() => ahead.mockRestore());
  onTestFinished(async () => void (await db().updateTable('shop').set({ reconnect: false }).execute()));
  await db().updateTable('shop').set({ reconnect: true }).execute();
  // The embedded database takes its time from the host.
  await later(8 * 1_440);
  clock.ms = 120_000;
  await job();
  expect(await failures()).toBe(2);
  const found = await db().selectFrom('shop_condition').select('code').where('code', '=', 'reconnect').execute();
  expect(found).toHaveLength(1);
});

/** What stands still for the shop in the words of a newer version. */
async function newerCondition() {
  const known = { shop, code: 'of_the_next_version', count: 0, counts: false, since: new Date(), tell_at: new Date() };
  await db().insertInto('shop_condition').values(known).execute();
  const all = () => db().selectFrom('shop_condition').select('code').where('code', '=', known.code).execute();
  onTestFinished(async () => void (await db().deleteFrom('shop_condition').where('code', '=', known.code).execute()));
  return all;
}

test('what only another version can tell of claims no shop', async () => {
  const job = createDigestJob(world.app.context, mailer(sink.url));
  await job();
  await newerCondition();
  const due = () => db().selectFrom('shop').select('digest_due_at').where('shop', '=', shop).execute();
  const before = await due();
  expect(await job()).toBe(false);
  expect(await due()).toEqual(before);
});

test('orders are told of though it cannot be looked at what stands still; that is tried again soon', async () => {
  const { id } = await orderWithoutPhone();
  await sql`create function too_slow() returns trigger language plpgsql as
    $$ begin raise exception 'too slow' using errcode = '57014'; end $$`.execute(db());
  await sql`create trigger too_slow before insert on shop_condition execute function too_slow()`.execute(db());
  onTestFinished(async () => void (await sql`drop function if exists too_slow cascade`.execute(db())));
  onTestFinished(async () => void (await db().updateTable('shop').set({ reconnect: false }).execute()));
  const lines: unknown[] = [];
  const logger = { ...world.app.context.logger, error: (...line: unknown[]) => void lines.push(line) };
  const clock = { ms: 0, now: () => clock.ms };
  const job = createDigestJob({ ...world.app.context, logger }, mailer(sink.url), clock.now);
  await job();
  expect(lines).toEqual([['it could not be looked at what stands still', { code: '57014' }]]);
  expect(sink.mails[0]?.text).toContain(`deliveries/${id}`);
  await sql`drop function too_slow cascade`.execute(db());
  await db().updateTable('shop').set({ reconnect: true }).execute();
  await later(15);
  clock.ms = 30_000;
  await job();
  expect(sink.mails[1]?.text).toMatch(/Open the app once/);
});

test('what another version has written down stays, with when it was told', async () => {
  const stored = await newerCondition();
  await round();
  expect(await stored()).toHaveLength(1);
});

test('a worker that dies after its claim costs no order its mention', async () => {
  const { id } = await orderWithoutPhone();
  const killed = createDigestJob(world.app.context, {
    send: () => Promise.reject(new Error('killed')),
    stop: () => {},
  });
  await expect(killed()).rejects.toThrow('killed');
  await later(15.9);
  await round();
  expect(sink.mails).toEqual([]);
  await later(0.1);
  await round();
  expect(sink.mails[0]?.text).toContain(`deliveries/${id}`);
});

test('a message that may have arrived is not repeated within 15 minutes', async () => {
  await orderWithoutPhone();
  const silent = await startBrokenMailServer('closes after the message');
  await round(`smtp://127.0.0.1:${silent.port}`);
  await silent.close();
  await later(14.9);
  await round();
  expect(sink.mails).toEqual([]);
  await later(0.1);
  await round();
  expect(sink.mails).toHaveLength(1);
});

test('a shop without an address gets none, and an uninstalled one neither', async () => {
  await orderWithoutPhone();
  await address(null);
  await round();
  await address(to);
  await db().updateTable('shop').set({ uninstalled_at: new Date() }).execute();
  await round();
  expect(sink.mails).toEqual([]);
  await db().updateTable('shop').set({ uninstalled_at: null }).execute();
  await round();
  expect(sink.mails).toHaveLength(1);
});

test('an address that the mail server refuses is tried again, and holds up nobody', async () => {
  await orderWithoutPhone();
  sink.refused.add(to);
  const lines: unknown[] = [];
  const warn = (...line: unknown[]) => lines.push(line);
  expect(await round(sink.url, { logger: { ...world.app.context.logger, warn } })).toBe(false);
  sink.refused.clear();
  expect(lines).toEqual([['an e-mail could not be sent', { code: 'EENVELOPE', shop }]]);
  await later(1);
  await round();
  expect(sink.mails).toHaveLength(1);
});

test.each([`${to}\r\nBcc: thief@evil.example`, `${to}, thief@evil.example`, `Thief <thief@evil.example>`, `${to}\n`])(
  'no header or recipient gets in by the address %j',
  async (hostile) => {
    await orderWithoutPhone();
    expect((await address(hostile)).status).toBe(400);
    const settings = sql<string>`jsonb_set(settings, '{notifications,email}', ${JSON.stringify(hostile)}::jsonb)`;
    await db().updateTable('shop').set({ settings }).execute();
    await confirmAddresses(db());
    await round();
    await db().updateTable('shop').set({ settings: '{}' }).execute();
    expect(sink.mails).toEqual([]);
  },
);

test('no header or markup gets in by the name of an order or of the shop', async () => {
  const { id } = await orderWithoutPhone();
  const hostile = '#1\r\nBcc: thief@evil.example\r\n\r\n<script>alert(1)</script>';
  await db().updateTable('shop_order').set({ name: hostile }).where('order_id', '=', id).execute();
  await db().updateTable('shop').set({ name: hostile }).execute();
  await round();
  const [mail] = sink.mails;
  expect(mail?.to).toEqual([to]);
  expect(mail?.headers).not.toMatch(/^Bcc:/im);
  expect(mail?.text).toContain('#1 Bcc: thief@evil.example <script>');
  expect(mail?.html).not.toContain('<script>');
  await db().updateTable('shop').set({ name: 'Demo Shop' }).execute();
});

test('the worker of a process with SMTP_URL sends by itself', async () => {
  const running = await startTestWorld({ env: { SMTP_URL: sink.url, MAIL_FROM: 'app@operator.example' } });
  try {
    await running.api('PUT', '/api/settings', { notifications: { email: 'self@shop.example' } });
    running.store.addOrder(demoShop, orderKinds.noPhone({ paid: true }));
    const own = () => sink.mails.filter(({ to: [first] }) => first === 'self@shop.example');
    const waitFor = (count: number) =>
      vi.waitFor(() => expect(own()).toHaveLength(count), { timeout: 30_000, interval: 100 });
    await waitFor(1);
    const link = new URL(/http\S+\?token=\S+/.exec(own()[0]?.text ?? '')?.[0] ?? '');
    expect((await fetch(link, { method: 'POST', body: link.searchParams })).status).toBe(200);
    await waitFor(2);
    expect(own()[1]?.text).toContain('1 order needs you');
  } finally {
    await running.close();
  }
});
