import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { orderKinds } from '../catalogue/order-kinds.ts';
import { clientSecret, type RunningStore, runStore, shop } from '../testing/running-store.ts';

let running: RunningStore;
afterEach(() => running.close());

const hmac = (body: Buffer, secret = clientSecret) => createHmac('sha256', secret).update(body).digest('base64');
const topics = () => running.received.map(({ headers }) => headers['x-shopify-topic']);

/** Waits until the log of a topic satisfies the condition. */
async function logged(topic: string, condition: (attempts: number) => boolean) {
  for (const deadline = Date.now() + 5000; ; await new Promise((resolve) => setTimeout(resolve, 5))) {
    const record = running.store.webhookLog(shop).find((one) => one.topic === topic);
    if (record && condition(record.attempts.length)) {
      await running.store.webhooksSettled();
      return record;
    }
    if (Date.now() > deadline) {
      throw new Error(`${topic} was tried ${record?.attempts.length ?? 0} times`);
    }
  }
}

describe('a webhook', () => {
  it('carries its headers, the order of now, and a signature over the raw bytes', async () => {
    running = await runStore();
    const order = running.store.addOrder(shop, orderKinds.hugeId({ note: '</script>&/🔔' }));
    running.store.payOrder(shop, order.number);
    await running.store.webhooksSettled();
    const sent = running.received.find(({ headers }) => headers['x-shopify-topic'] === 'orders/paid');
    expect(sent?.path).toBe('/api/webhooks');
    expect(sent?.headers).toMatchObject({
      'x-shopify-shop-domain': shop,
      'x-shopify-api-version': '2026-10',
      'x-shopify-webhook-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'x-shopify-event-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'x-shopify-triggered-at': expect.stringMatching(/^\d{4}-.*\.\d{9}Z$/),
      'x-shopify-hmac-sha256': hmac(sent?.body as Buffer),
    });
    const text = String(sent?.body);
    expect(text).toContain('"id":820982911946154508,');
    expect(text).toContain('\\u003c\\/script\\u003e\\u0026\\/🔔');
    expect(JSON.parse(text)).toMatchObject({
      admin_graphql_api_id: order.gid,
      name: order.name,
      order_number: order.number,
      financial_status: 'paid',
      note: '</script>&/🔔',
    });
  });

  it('of one action shares its event id with the others and has its own webhook id', async () => {
    running = await runStore();
    const order = running.store.addOrder(shop, orderKinds.unpaid());
    await running.store.webhooksSettled();
    running.received.length = 0;
    running.store.payOrder(shop, order.id);
    await running.store.webhooksSettled();
    const ids = (name: string) => new Set(running.received.map(({ headers }) => headers[name])).size;
    expect(topics().sort()).toEqual(['orders/paid', 'orders/updated']);
    expect([ids('x-shopify-event-id'), ids('x-shopify-webhook-id')]).toEqual([1, 2]);
  });

  it.each([500, 302, 404])(
    'answered with %i is sent again with its first body, until it is accepted',
    async (status) => {
      running = await runStore({ retryScheduleMs: [1, 1, 1, 1, 1, 1, 1, 1], topics: ['orders/paid'] });
      running.answers.push(status, status);
      const order = running.store.addOrder(shop, orderKinds.unpaid());
      running.store.payOrder(shop, order.id);
      running.store.updateOrder(shop, order.id, { note: 'changed meanwhile' });
      const record = await logged('orders/paid', (attempts) => attempts === 3);
      expect(record.state).toBe('accepted');
      expect(record.attempts.map((attempt) => attempt.status)).toEqual([status, status, 200]);
      const [first, ...again] = running.received;
      expect(again.map(({ body }) => body.equals(first?.body as Buffer))).toEqual([true, true]);
      expect(new Set(running.received.map(({ headers }) => headers['x-shopify-webhook-id'])).size).toBe(1);
    },
  );

  it('is given up after the first attempt and eight more', async () => {
    running = await runStore({ retryScheduleMs: [1, 1, 1, 1, 1, 1, 1, 1], topics: ['orders/create'] });
    running.answers.push(...Array.from({ length: 20 }, () => 500));
    running.store.addOrder(shop, orderKinds.unpaid());
    const record = await logged('orders/create', (attempts) => attempts === 9);
    expect(record.state).toBe('given_up');
    expect(running.received).toHaveLength(9);
  });

  it('can be dropped, doubled, and sent again by hand', async () => {
    running = await runStore({ topics: ['orders/create'] });
    running.store.faults.webhooks({ dropProbability: 1 });
    running.store.addOrder(shop, orderKinds.unpaid());
    await running.store.webhooksSettled();
    expect(running.received).toHaveLength(0);
    running.store.faults.webhooks({ dropProbability: 0, duplicateProbability: 1 });
    running.store.addOrder(shop, orderKinds.unpaid());
    await running.store.webhooksSettled();
    expect(running.received).toHaveLength(2);
    await running.store.resendWebhook(running.store.webhookLog(shop)[0]?.webhookId ?? '');
    expect(running.received).toHaveLength(3);
  });

  it('stops with the app, but for what the law asks', async () => {
    running = await runStore();
    const order = running.store.addOrder(shop, orderKinds.unpaid());
    running.store.uninstall(shop);
    running.store.payOrder(shop, order.id);
    running.store.redactCustomer(shop, order.customerId ?? '');
    running.store.redactShop(shop);
    await running.store.webhooksSettled();
    expect(topics().slice(-3).sort()).toEqual(['app/uninstalled', 'customers/redact', 'shop/redact']);
  });
});

describe('a raw webhook', () => {
  it('is sent as asked: headers, signature, repetition, a character cut in two', async () => {
    running = await runStore();
    const body = '{"id":820982911946154508,"note":"ă"}';
    const sent = await running.store.sendWebhook(shop, {
      body,
      topic: 'orders/paid',
      headers: { 'X-Shopify-Webhook-Id': 'one', 'X-Shopify-Event-Id': null },
      times: 2,
      splitAt: Buffer.from(body).indexOf(0xc4) + 1,
    });
    expect(sent).toEqual([
      { status: 200, error: null },
      { status: 200, error: null },
    ]);
    expect(running.received.map(({ body: bytes }) => bytes.toString())).toEqual([body, body]);
    expect(running.received[0]?.headers).toMatchObject({
      'x-shopify-webhook-id': 'one',
      'x-shopify-hmac-sha256': hmac(Buffer.from(body)),
    });
    expect(running.received[0]?.headers).not.toHaveProperty('x-shopify-event-id');
  });

  it('is signed with another secret, wrongly, or not at all', async () => {
    running = await runStore();
    await running.store.sendWebhook(shop, { body: {}, secret: 'old' });
    await running.store.sendWebhook(shop, { body: {}, signature: 'AAAA' });
    await running.store.sendWebhook(shop, { body: {}, signature: null });
    const signatures = running.received.map(({ headers }) => headers['x-shopify-hmac-sha256']);
    expect(signatures).toEqual([hmac(Buffer.from('{}'), 'old'), 'AAAA', undefined]);
  });
});
