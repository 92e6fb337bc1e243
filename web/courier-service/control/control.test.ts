import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CourierService, startCourierService } from '../start.ts';
import { type Client, courierClient, placementBody } from '../testing/client.ts';
import { until } from '../testing/until.ts';

let service: CourierService;
let client: Client;

beforeAll(async () => {
  const config = { capacityPerSlot: 1000 };
  service = await startCourierService({
    apiKeys: ['secret-key'],
    config,
    database: { dataDir: 'memory://' },
    control: true,
  });
  client = courierClient(service.url, 'secret-key');
});
afterAll(() => service.close());
beforeEach(() => client.call('POST', '/_control/reset', {}));

const order = (fault: object, more: object = {}) =>
  client.call('POST', '/_control/faults', { match: { path: '/v1/same-day-asap', method: 'post' }, fault, ...more });
const wasPlaced = async (reference: unknown) =>
  (await client.get(`/v1/deliveries/ext/${String(reference)}`)).status === 200;

/** How a placement looks to a client: an answer, or the way in which it fails. */
async function attempt(
  body: Record<string, unknown>,
  limitMs = 5_000,
): Promise<{ status: number; text: string } | 'lost' | 'hangs'> {
  try {
    const response = await fetch(`${service.url}/v1/same-day-asap`, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(limitMs),
      headers: {
        authorization: `Basic ${Buffer.from('secret-key:').toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError' ? 'hangs' : 'lost';
  }
}

describe('a fault that loses the answer', () => {
  test.each([
    ['reset_before', 'lost', false],
    ['reset_after', 'lost', true],
    ['hang_before', 'hangs', false],
    ['hang_after', 'hangs', true],
    ['cut', 'lost', true],
    ['slow_body', 'hangs', true],
  ])('%s: the answer is %s, the delivery exists: %s', async (kind, seen, exists) => {
    await order({ kind }, { times: 1 });
    const body = placementBody();
    expect(await attempt(body, seen === 'hangs' ? 300 : undefined)).toBe(seen);
    await expect.poll(() => wasPlaced(body['order_reference'])).toBe(exists);
    expect(await attempt(body)).toMatchObject({ status: exists ? 409 : 201 });
  });
});

describe('a fault that spoils the answer', () => {
  test.each([
    [{ kind: 'status', status: 500 }, 500, false],
    [{ kind: 'status', status: 422, body: { status: 'error', message: 'No.' } }, 422, false],
    [{ kind: 'status_after', status: 502 }, 502, true],
    [{ kind: 'html' }, 200, false],
    [{ kind: 'html_after' }, 200, true],
    [{ kind: 'json_after', body: { ok: 1 } }, 200, true],
    [{ kind: 'redirect' }, 302, false],
    [{ kind: 'oversized', bytes: 100_000 }, 200, false],
    [{ kind: 'retry_after', status: 503, headers: { 'Retry-After': '7' } }, 503, false],
    [{ kind: 'retry_after' }, 429, false],
    [{ kind: 'no_id' }, 201, true],
    [{ kind: 'no_slot' }, 201, true],
    [{ kind: 'delay', delayMs: 20 }, 201, true],
    [{ kind: 'merge', body: { dropoff_address: 'elsewhere' } }, 201, true],
    [{ kind: 'not_found' }, 404, false],
  ])('%j: status %i, the delivery exists: %s', async (fault, status, exists) => {
    await order(fault, { times: 1 });
    const body = placementBody();
    expect(await attempt(body)).toMatchObject({ status });
    expect(await wasPlaced(body['order_reference'])).toBe(exists);
  });

  test('no_id and no_slot take out just that', async () => {
    await order({ kind: 'no_id' }, { times: 1 });
    const { body } = await client.place();
    expect(['id' in body, 'scheduled_slot' in body]).toEqual([false, true]);
  });

  test('meets only what it matches, as often as ordered, until the reset', async () => {
    await client.call('POST', '/_control/faults', {
      match: { orderReference: 'only-this' },
      fault: { kind: 'status' },
      times: 2,
    });
    const statuses: number[] = [];
    for (const order_reference of ['other', 'only-this', 'only-this', 'only-this']) {
      statuses.push((await client.place({ order_reference })).status);
    }
    expect(statuses).toEqual([201, 500, 500, 201]);
    await order({ kind: 'status', status: 503 });
    expect((await client.place()).status).toBe(503);
    expect((await client.get('/v1/test')).status).toBe(200);
    await client.call('POST', '/_control/reset', {});
    expect((await client.place()).status).toBe(201);
  });

  test('an order that is not understood is refused', async () => {
    expect((await order({ kind: 'explode' })).status).toBe(422);
    expect((await order({ kind: 'status', status: 1000 })).status).toBe(422);
  });
});

test('requests are shown with body and status and without the key', async () => {
  const body = placementBody();
  await client.call('POST', '/v1/same-day-asap', body);
  await client.call('GET', '/v1/test', undefined, { authorization: 'Basic d3Jvbmc6' });
  const seen = await until(async () => {
    const answer = await client.get('/_control/requests');
    return (
      (answer.body['requests'] as { status: number | null }[]).every(({ status }) => status !== null) &&
      answer.body['requests']
    );
  });
  expect(seen).toMatchObject([
    { method: 'POST', path: '/v1/same-day-asap', body, status: 201 },
    { method: 'GET', path: '/v1/test', body: null, status: 401 },
  ]);
  expect(JSON.stringify(seen)).not.toMatch(/secret-key|c2VjcmV0LWtleTo=|d3Jvbmc6/);
});

test('the clock is set, advanced and sped up, and the reset brings real time back', async () => {
  await client.call('POST', '/_control/clock', { now: '2026-11-20T10:00:00+02:00' });
  const { body } = await client.call('POST', '/_control/clock', { advanceMs: 3_600_000 });
  expect(Date.parse(String(body['now'])) - Date.parse('2026-11-20T11:00:00+02:00')).toBeLessThan(5_000);
  await client.call('POST', '/_control/clock', { speed: 100_000 });
  await until(
    async () =>
      Date.parse(String((await client.get('/_control/clock')).body['now'])) > Date.parse('2026-11-20T12:00:00+02:00'),
  );
  await client.call('POST', '/_control/reset', {});
  expect(Math.abs(Date.parse(String((await client.get('/_control/clock')).body['now'])) - Date.now())).toBeLessThan(
    5_000,
  );
});

describe('the day is played', () => {
  const play = (speed: number) => client.call('POST', '/_control/simulation', { running: true, speed, skipIdle: true });
  const now = async () => Date.parse(String((await client.get('/_control/simulation')).body['now']));
  const evening = '2026-11-20T18:30:00+02:00';

  test('from an evening to the next slot at once, through the drive, and on at normal speed when nothing is left', async () => {
    await client.call('POST', '/_control/clock', { now: evening });
    const { body: placed } = await client.place();
    const start = Date.parse(placed.scheduled_slot.start);
    await client.call('POST', '/_control/simulation', { running: false });
    expect(Math.abs((await now()) - Date.parse(evening))).toBeLessThan(60_000);
    const begun = Date.parse(String((await play(60)).body['now']));
    expect(start - begun).toBeGreaterThan(0);
    expect(start - begun).toBeLessThanOrEqual(5 * 60_000);
    await play(1_000);
    await until(async () => (await client.get(`/v1/deliveries/${placed.id}`)).body.state === 'DELIVERED');
    const idle = await until(async () => {
      const { body } = await client.get('/_control/simulation');
      return body['isIdle'] === true && body;
    });
    expect(idle).toMatchObject({ running: true, speed: 1_000, skipIdle: true });
    const delivered = Date.parse(String((await client.get(`/v1/deliveries/${placed.id}`)).body['updated_at']));
    expect(delivered - start).toBeGreaterThanOrEqual(placed.time_estimate * 1000);
    const { body: next } = await client.place();
    await until(async () => (await client.get(`/v1/deliveries/${next.id}`)).body.state !== 'PENDING PICKUP');
  });

  test('a pause stops drivers and leaves the clock at normal speed', async () => {
    await client.call('POST', '/_control/clock', { now: evening });
    const { body: placed } = await client.place();
    await play(60);
    const { body } = await client.call('POST', '/_control/simulation', { running: false, speed: 1 });
    expect(body).toMatchObject({ running: false, speed: 1, skipIdle: false });
    await client.call('POST', '/_control/clock', { advanceMs: 12 * 3_600_000 });
    expect((await client.get(`/v1/deliveries/${placed.id}`)).body.state).toBe('PENDING PICKUP');
  });
});

test('a body nested deeper than the stack is refused like any other, and seen as text', async () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000);
  expect((await client.call('POST', '/v1/same-day-asap', deep)).status).toBe(400);
  const { requests } = (await client.get('/_control/requests')).body as unknown as { requests: { body: unknown }[] };
  expect(requests.at(-1)?.body).toBe(deep);
});
