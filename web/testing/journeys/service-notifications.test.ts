import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { OrderView } from '#api-contract/order.ts';
import { basic } from '#courier-service/testing/client.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { courierControl } from '../courier-control.ts';
import { type LocalWorld, liveKey } from '../local-world.ts';
import { startTestWorld } from '../test-world.ts';
import { paidOrder } from './journey.ts';

let world: LocalWorld;
let courier: ReturnType<typeof courierControl>;
let endpoint: { endpoint_url: string; secret: string };

/** The slots are hours away, so that within a test the app asks for news only where it was told of some. */
beforeAll(async () => {
  world = await startTestWorld({ env: { RETRY_BASE_MS: '100' } });
  courier = courierControl(world.courier.url);
  await vi.waitFor(async () => expect(await registered()).toHaveLength(1), { timeout: 30_000, interval: 100 });
  const [url = ''] = await registered();
  endpoint = (await service('POST', '/v1/webhooks', { endpoint_url: url })) as typeof endpoint;
});
afterAll(() => world.close());

async function service(method: string, path: string, body?: unknown): Promise<unknown> {
  const headers = { authorization: basic(liveKey), 'content-type': 'application/json' };
  const response = await fetch(`${world.courier.url}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return response.json();
}
async function registered(): Promise<string[]> {
  const { webhooks } = (await service('GET', '/v1/webhooks')) as { webhooks: { endpoint_url: string }[] };
  const { rows } = await world.app.context.storage.db
    .selectFrom('notification_source')
    .select('url')
    .where('secret_sealed', 'is not', null)
    .execute()
    .then((rows) => ({ rows: rows.map(({ url }) => url) }));
  return webhooks.map(({ endpoint_url: url }) => url).filter((url) => rows.includes(url));
}

interface Sent {
  body: string;
  secret?: string;
  url?: string;
  at?: Date;
  signed?: string;
}
/** A notification as anybody might send it; by default one that the service could have sent. */
async function notify({
  body,
  secret = endpoint.secret,
  url = endpoint.endpoint_url,
  at = new Date(),
  signed = body,
}: Sent) {
  const id = 'msg_test';
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, signed),
  };
  return (await fetch(url, { method: 'POST', headers, body })).status;
}

const only = (view: OrderView) => view.deliveries[0];
async function booked() {
  const { view, stored } = await paidOrder(world, orderKinds.paid());
  const deliveryId = only(view)?.deliveryId;
  if (!deliveryId) throw new Error('nothing was booked');
  return { id: stored.id, deliveryId };
}
const told = (deliveryId: string, state: string) => JSON.stringify({ id: deliveryId, state });
const looks = async () =>
  (await courier.requests()).filter(({ method, path }) => method === 'GET' && path.startsWith('/v1/deliveries/D-'))
    .length;

describe('what the service tells by itself', () => {
  it('shows at once, hours before the app would have asked', async () => {
    const { id, deliveryId } = await booked();
    await courier.becomes(deliveryId, 'PENDING DROPOFF');
    await world.orderUntil(id, (view) => only(view)?.progress === 'on_its_way');
    await courier.becomes(deliveryId, 'DELIVERED');
    const done = await world.orderUntil(id, (view) => only(view)?.progress === 'delivered');
    expect(only(done)).toMatchObject({ photoUrl: expect.stringMatching(/^http/), alarm: null });
    const before = await looks();
    expect(await notify({ body: told(deliveryId, 'PENDING DROPOFF') }), 'late').toBe(200);
    expect(await notify({ body: told(deliveryId, 'DELIVERED') }), 'repeated').toBe(200);
    await expect.poll(looks).toBeGreaterThan(before);
    expect(await looks(), 'a reading each at most').toBeLessThanOrEqual(before + 2);
    expect(only((await world.orderView(id)) as OrderView)).toMatchObject({ progress: 'delivered', alarm: null });
  });

  it('is a task where a driver comes who was cancelled, until he is cancelled again', async () => {
    const { id, deliveryId } = await booked();
    const orderReference = only((await world.orderView(id)) as OrderView)?.orderReference;
    expect((await world.api('POST', `/api/orders/${id}/cancel`, { orderReference })).status).toBe(200);
    await world.orderUntil(id, ({ state }) => state === 'cancelled');
    await courier.becomes(deliveryId, 'PENDING PICKUP');
    const open = await world.orderUntil(id, (view) => only(view)?.alarm !== null);
    expect(open.headline).toMatchObject({ what: 'not_cancelled', tone: 'critical' });
    expect(only(open)).toMatchObject({ state: 'cancelled', reason: { code: 'goes_on_all_the_same' } });
    expect((await world.api('POST', `/api/orders/${id}/refresh`, {})).status).toBe(200);
    expect(only((await world.orderView(id)) as OrderView)).toMatchObject({ drift: [{ about: 'not_cancelled' }] });
    await courier.becomes(deliveryId, 'CANCELLED');
    const over = await world.orderUntil(id, (view) => only(view)?.alarm === null);
    expect(only(over)).toMatchObject({ state: 'cancelled', reason: { code: 'cancelled_at_service' } });
  });

  it('is never believed: the service is asked', async () => {
    const { id, deliveryId } = await booked();
    const before = await looks();
    expect(await notify({ body: told(deliveryId, 'FAILED') })).toBe(200);
    await expect.poll(looks).toBe(before + 1);
    expect(only((await world.orderView(id)) as OrderView)).toMatchObject({ progress: null, alarm: null });
  });

  it('costs nothing but an answer where it is forged, old, of nothing known or no notification at all', async () => {
    const { deliveryId } = await booked();
    const body = told(deliveryId, 'DELIVERED');
    const before = await looks();
    const elsewhere = endpoint.endpoint_url.replace(/[^/]+$/, 'A'.repeat(32));
    const old = new Date(Date.now() - 3_600_000);
    const answers: [name: string, sent: Sent, status: number][] = [
      ['another secret', { body, secret: `whsec_${Buffer.alloc(24).toString('base64')}` }, 401],
      ['another body than was signed', { body, signed: told('D-1', 'DELIVERED') }, 401],
      ['signed an hour ago', { body, at: old }, 401],
      ['another address', { body, url: elsewhere }, 404],
      ['an unknown delivery', { body: told('D-999999999', 'DELIVERED') }, 200],
      ['no JSON', { body: 'DELIVERED' }, 401],
    ];
    for (const [name, sent, status] of answers) expect([name, await notify(sent)]).toEqual([name, status]);
    expect((await fetch(endpoint.endpoint_url, { method: 'POST', body })).status).toBe(401);
    const large = await fetch(endpoint.endpoint_url, {
      method: 'POST',
      headers: { 'webhook-id': '1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,x' },
      body: 'x'.repeat(70_000),
    });
    expect(large.status).toBe(413);
    expect(await looks()).toBe(before);
  });

  it('keeps its registration where the same key is entered again', async () => {
    const [before] = await registered();
    await world.api('PUT', '/api/settings', { courier: { apiKey: null } });
    await world.api('PUT', '/api/settings', { courier: { apiKey: liveKey } });
    expect(await registered()).toEqual([before]);
  });
});
