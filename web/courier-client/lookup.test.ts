import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import type { DeliveryId, OrderReference } from '#placement/ids.ts';
import { listenOnLoopback } from '#testing/loopback-server.ts';
import { createCourierClient } from './courier-client.ts';
import { type CourierProfile, defaultProfile, parseProfile } from './profile.ts';

const account = { mode: 'live', apiKey: 'sk_canary_8831' } as const;
const slot = { start: '2026-11-21T12:00:00Z', end: null };
const reference = '1001' as OrderReference;
const query = { orderReference: reference, customerIdentifier: '77' };

/** What a path answers, or a method at it: a body (200), or a status with body and headers. */
type Answers = Record<string, unknown>;
interface Full {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}
const isFull = (value: unknown): value is Full => typeof value === 'object' && value !== null && 'body' in value;

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function world(answers: Answers, overrides: unknown = {}, prefix = '') {
  const calls: string[] = [];
  const server = createServer((request, response) => {
    calls.push(request.method === 'GET' ? (request.url ?? '') : `${request.method} ${request.url}`);
    const known = answers[`${request.method} ${request.url}`] ??
      answers[request.url ?? ''] ?? { status: 404, body: { message: 'Not found', status: 'error' } };
    const full: Full = isFull(known) ? known : { status: 200, body: known };
    response.writeHead(full.status, full.headers ?? {});
    const isBytes = typeof full.body === 'string' || Buffer.isBuffer(full.body);
    response.end(isBytes ? full.body : JSON.stringify(full.body));
  });
  const { url: origin, close } = await listenOnLoopback(server);
  const loaded = parseProfile(overrides);
  const profile: CourierProfile = loaded.ok ? loaded.profile : defaultProfile;
  expect(loaded.ok).toBe(true);
  const courier = createCourierClient({ baseUrl: origin + prefix, testBaseUrl: null, profile, timeoutMs: 3000 });
  closers.push(async () => {
    await courier.close();
    await close();
  });
  return { courier, calls, origin, lookup: () => courier.lookup(account, query) };
}

const byReference = '/v1/deliveries/ext/1001';
const byCustomer = '/v1/deliveries/customer/77';
const onlyCustomer = { lookup: { byReference: null } };

describe('by reference', () => {
  test('found, with what the service tells', async () => {
    const body = {
      id: 12345,
      order_reference: '1001',
      scheduled_slot: slot,
      state: 'PENDING PICKUP',
      distance_estimate: '5400',
      time_estimate: 900,
      customer_identifier: '77',
    };
    const { lookup } = await world({ [byReference]: body });
    expect(await lookup()).toEqual({
      kind: 'found',
      delivery: {
        deliveryId: '12345',
        slot: { start: '2026-11-21T12:00:00.000Z', end: null },
        distanceEstimateMetres: 5400,
        timeEstimateSeconds: 900,
        state: 'PENDING PICKUP',
        orderReference: '1001',
        customerIdentifier: '77',
        pickupAddress: null,
        dropoffAddress: null,
        dropoffContactPhone: null,
        trackingUrl: null,
        cost: null,
        photoUrl: null,
        raw: JSON.stringify(body),
      },
    });
  });

  test('an id beyond 2^53 keeps its digits', async () => {
    const { lookup } = await world({ [byReference]: { status: 200, body: '{"id": 90071992547409931234}' } });
    expect(await lookup()).toMatchObject({ kind: 'found', delivery: { deliveryId: '90071992547409931234' } });
  });

  test.each<[string, unknown, Record<string, unknown>]>([
    ['404 is the service’s no', { status: 404, body: '' }, { kind: 'not_found' }],
    ['another reference is no proof', { id: 'D-1', order_reference: '01001' }, { kind: 'failed', account: null }],
    ['another case is no proof', { id: 'D-1', order_reference: ' 1001' }, { kind: 'failed' }],
    ['a page is no verdict', { status: 200, body: '<html>' }, { kind: 'failed', account: null }],
    ['JSON without id is no verdict', {}, { kind: 'failed' }],
    ['an error in a 200 is no verdict', { status: 'error', id: 'D-1', message: 'x' }, { kind: 'failed' }],
    ['an empty error is none', { id: 'D-1', error: { code: null, message: null } }, { kind: 'found' }],
    ['errors that list none are none', { id: 'D-1', errors: { items: [] } }, { kind: 'found' }],
    ['an empty list is a no', { deliveries: [] }, { kind: 'not_found' }],
    [
      'a list is searched',
      [
        { id: 'D-0', order_reference: '1' },
        { id: 'D-1', order_reference: '1001' },
      ],
      { kind: 'found' },
    ],
    [
      '401 refuses the key',
      { status: 401, body: { message: 'no' } },
      { kind: 'failed', account: 'key', message: 'no' },
    ],
    ['403 refuses the key', { status: 403, body: '' }, { kind: 'failed', account: 'key' }],
    [
      '302 is a wrong address',
      { status: 302, body: '', headers: { location: '/x' } },
      { kind: 'failed', account: 'address' },
    ],
    ['500 is no verdict', { status: 500, body: 'oops' }, { kind: 'failed', message: 'oops', account: null }],
    ['410 is no verdict', { status: 410, body: '' }, { kind: 'failed', account: null }],
    [
      '429 says when',
      { status: 429, body: '', headers: { 'retry-after': '7' } },
      { kind: 'failed', retryAfterMs: 7000 },
    ],
  ])('%s', async (_name, answer, expected) => {
    const { lookup } = await world({ [byReference]: answer });
    expect(await lookup()).toMatchObject(expected);
  });

  test('the reference is escaped whole; what no path can carry is never asked', async () => {
    const { courier, calls } = await world({});
    await courier.lookup(account, { orderReference: 'A/1 é?#%' as OrderReference, customerIdentifier: null });
    for (const odd of ['..', '.', '\uD800']) {
      const outcome = await courier.lookup(account, {
        orderReference: odd as OrderReference,
        customerIdentifier: null,
      });
      expect(outcome.kind).toBe('failed');
    }
    expect(calls).toEqual(['/v1/deliveries/ext/A%2F1%20%C3%A9%3F%23%25']);
  });

  test('a base address with a path is kept', async () => {
    const { lookup, calls } = await world({}, {}, '/api/');
    expect(await lookup()).toEqual({ kind: 'not_found' });
    expect(calls).toEqual([`/api${byReference}`]);
  });

  test('a wrapped answer is read by the profile’s pointers', async () => {
    const body = { data: { delivery: { id: 'D-1', order_reference: '1001', when: 1795262400 } } };
    const overrides = { deliveryId: '/data/delivery/id', slot: { start: '/data/delivery/when', end: null } };
    const { lookup } = await world({ [byReference]: body }, overrides);
    expect(await lookup()).toMatchObject({
      kind: 'found',
      delivery: { deliveryId: 'D-1', orderReference: '1001', slot: { start: '2026-11-21T12:00:00.000Z' } },
    });
  });
});

describe('by customer', () => {
  test('the entry of our reference, its slot from the record by id', async () => {
    const { lookup, calls } = await world(
      {
        [byCustomer]: {
          deliveries: [
            { id: 'D-0', order_reference: '1' },
            { id: 'D-1', order_reference: '1001' },
          ],
        },
        '/v1/deliveries/D-1': { id: 'D-1', scheduled_slot: slot },
      },
      onlyCustomer,
    );
    expect(await lookup()).toMatchObject({ kind: 'found', delivery: { deliveryId: 'D-1', slot: { end: null } } });
    expect(calls).toEqual([byCustomer, '/v1/deliveries/D-1']);
  });

  test('entries that hold only ids are fetched until ours is found, over pages', async () => {
    const answers: Answers = {
      [byCustomer]: { deliveries: [{ id: 'D-3', state: 'x' }], next_page: `${byCustomer}?p=2` },
      [`${byCustomer}?p=2`]: { deliveries: [{ id: 'D-2' }, { id: 'D-1' }], next_page: null },
      '/v1/deliveries/D-3': { id: 'D-3', order_reference: '1003' },
      '/v1/deliveries/D-2': { id: 'D-2', order_reference: '1001', scheduled_slot: slot },
    };
    const { lookup, calls } = await world(answers, onlyCustomer);
    expect(await lookup()).toMatchObject({ kind: 'found', delivery: { deliveryId: 'D-2' } });
    expect(calls).toHaveLength(4);
  });

  test('of several entries of our reference the one that is known already is passed over', async () => {
    const [known, anew] = ['D-1', 'D-2'].map((id) => ({ id, order_reference: '1001', scheduled_slot: slot }));
    const { courier } = await world({ [byCustomer]: { deliveries: [known, anew] } }, onlyCustomer);
    const besides = 'D-1' as DeliveryId;
    const found = await courier.lookup(account, { ...query, besides });
    expect(found).toMatchObject({ kind: 'found', delivery: { deliveryId: 'D-2' } });
  });

  test('a gateway’s 404 about an id is told from the service’s own', async () => {
    const { courier } = await world({ '/v1/deliveries/D-1': { status: 404, body: '<html>' } });
    expect(await courier.lookupById(account, 'D-1' as DeliveryId)).toEqual({ kind: 'not_found', isPage: true });
    expect(await courier.lookupById(account, 'D-2' as DeliveryId)).toEqual({ kind: 'not_found' });
  });

  const entry = { id: 'D-9', order_reference: '9' };
  test.each<[string, Answers, Record<string, unknown>]>([
    ['an unknown customer has none', {}, { kind: 'not_found' }],
    ['a whole list without ours is a no', { [byCustomer]: { deliveries: [entry] } }, { kind: 'not_found' }],
    [
      'an entry that cannot be read leaves doubt',
      { [byCustomer]: { deliveries: [entry, { id: null }] } },
      { kind: 'failed' },
    ],
    [
      'a record without reference leaves doubt',
      { [byCustomer]: { deliveries: [{ id: 'D-1' }] }, '/v1/deliveries/D-1': { id: 'D-1' } },
      { kind: 'failed' },
    ],
    [
      'a record of another id leaves no verdict',
      { [byCustomer]: { deliveries: [{ id: 'D-1' }] }, '/v1/deliveries/D-1': { id: 'D-2', order_reference: '1001' } },
      { kind: 'failed' },
    ],
    [
      'a page that is gone leaves the list unread',
      { [byCustomer]: { deliveries: [entry], next_page: '/v1/gone' } },
      { kind: 'failed' },
    ],
    [
      'a page that leads to itself ends',
      { [byCustomer]: { deliveries: [], next_page: byCustomer } },
      { kind: 'failed' },
    ],
    ['odd next pages end', { [byCustomer]: { deliveries: [], next_page: 7 } }, { kind: 'failed' }],
    ['a page is no list', { [byCustomer]: { status: 200, body: '<html>' } }, { kind: 'failed' }],
    ['a refused key is said', { [byCustomer]: { status: 401, body: '' } }, { kind: 'failed', account: 'key' }],
  ])('%s', async (_name, answers, expected) => {
    const { lookup } = await world(answers, onlyCustomer);
    expect(await lookup()).toMatchObject(expected);
  });

  test('a next page on another origin is not followed: the key goes nowhere else', async () => {
    const other = await world({});
    const { lookup } = await world(
      { [byCustomer]: { deliveries: [], next_page: `${other.origin}/v1/deliveries` } },
      onlyCustomer,
    );
    expect(await lookup()).toMatchObject({ kind: 'failed' });
    expect(other.calls).toEqual([]);
  });

  test('an endless list is left after 20 pages', async () => {
    const answers: Answers = { [byCustomer]: { deliveries: [], next_page: '/v1/p0' } };
    for (let n = 0; n < 50; n += 1) answers[`/v1/p${n}`] = { deliveries: [entry], next_page: `/v1/p${n + 1}` };
    const { lookup, calls } = await world(answers, onlyCustomer);
    expect(await lookup()).toMatchObject({ kind: 'failed' });
    expect(calls).toHaveLength(20);
  });

  test('without look-up in the profile, or without customer: unsupported, nothing sent', async () => {
    const none = await world({}, { lookup: null });
    expect(none.courier.canLookup).toBe(false);
    expect(await none.lookup()).toEqual({ kind: 'unsupported' });
    expect(await none.courier.lookupById(account, 'D-1' as DeliveryId)).toEqual({ kind: 'unsupported' });
    const some = await world({}, onlyCustomer);
    const outcome = await some.courier.lookup(account, { orderReference: reference, customerIdentifier: null });
    expect(outcome).toEqual({ kind: 'unsupported' });
    expect([...none.calls, ...some.calls]).toEqual([]);
  });
});

const packed = (text: string, coding: string): Full => ({
  ...{ status: 200, body: gzipSync(text), headers: { 'content-encoding': coding } },
});

test.each(['FAIL', 'failure'])(
  'a failed delivery is found where the profile names %s as the word for it',
  async (status) => {
    const record = { id: 'D-1', order_reference: '1001', status };
    const answers = { [byReference]: record, '/v1/deliveries/D-1': { id: 'D-1', status } };
    const { courier, lookup } = await world(answers, { states: { FAIL: 'failed', FAILURE: 'failed' } });
    expect(await lookup()).toMatchObject({ kind: 'found', delivery: { state: status } });
    const byId = await courier.lookupById(account, 'D-1' as DeliveryId);
    expect(byId).toMatchObject({ kind: 'found', delivery: { state: status } });
  },
);

test('a code of a delivery’s own is no error', async () => {
  const { lookup } = await world({ [byReference]: { id: 'D-1', order_reference: '1001', code: '512' } });
  expect(await lookup()).toMatchObject({ kind: 'found' });
});

describe('cancelling', () => {
  const path = '/v1/deliveries/D-1';
  const goesOn = { id: 'D-1', state: 'PENDING DROPOFF' };
  const gone = { id: 'D-1', state: 'CANCELLED' };
  const coded = { order_reference: '1001', code: '451' };
  test.each<[string, unknown, string]>([
    ['204', { status: 204, body: '' }, 'cancelled'],
    ['200 that says error', { status: 'error', message: 'Too late' }, 'refused'],
    ['200 that says fail', { status: 'fail', data: { id: 'not cancellable' } }, 'refused'],
    ['200 that says no success, in words', { success: 'false', message: 'Too late' }, 'refused'],
    ['200 that lists errors', { errors: [{ message: 'Too late' }] }, 'refused'],
    ['200 with an error object', { error: { message: 'Too late' } }, 'refused'],
    ['200 with error: true', { error: true, message: 'Too late' }, 'refused'],
    ['200 with the delivery, cancelled', gone, 'cancelled'],
    ['200 with the delivery, cancelled, and a code of its own', { ...gone, ...coded }, 'cancelled'],
    ['200 with a code of the delivery, and words beside it', { ...gone, ...coded, message: 'Too late' }, 'refused'],
    ['200 with a code of another delivery', { ...gone, ...coded, id: 'D-2' }, 'refused'],
    ['202 with the delivery, cancelled', { status: 202, body: gone }, 'cancelled'],
    ['409', { status: 409, body: { message: 'Too late' } }, 'refused'],
    ['404', { status: 404, body: '' }, 'refused'],
    ['a page', { status: 200, body: '<html>' }, 'failed'],
    ['a packed page, too long to be unpacked', packed(`<html>${'x'.repeat(1_100_000)}`, 'gzip'), 'failed'],
    ['an answer packed in a way that nobody asked for', packed('{"message":"Cancelled"}', 'zstd'), 'failed'],
    ['401', { status: 401, body: '' }, 'failed'],
    ['405', { status: 405, body: '' }, 'failed'],
    ['429', { status: 429, body: '' }, 'failed'],
    ['302', { status: 302, body: '' }, 'failed'],
    ['500', { status: 500, body: '' }, 'failed'],
  ])('%s: %s', async (_name, answer, kind) => {
    const { courier, calls } = await world({ [`DELETE ${path}`]: answer, [path]: goesOn });
    expect(await courier.cancel(account, 'D-1' as DeliveryId)).toMatchObject({ kind });
    expect(calls).toEqual([`DELETE ${path}`]);
  });

  /** None of these says by itself that no driver comes. */
  const unclear: [string, unknown][] = [
    ['a message', { message: 'Cancelled' }],
    ['a message and no errors', { message: 'Cancelled', error: null, errors: [] }],
    ['a message that says no', { message: 'D-1 can no longer be cancelled: the driver has collected it.' }],
    ['a status that says no', { status: 'failed', message: 'Not cancelled, driver under way' }],
    ['a field that says no', { cancelled: false }],
    ['a cancellation that was only asked for', { status: 202, body: { message: 'Cancellation requested' } }],
    ['a gateway’s word', { maintenance: true }],
    ['nothing at all', { status: 200, body: '' }],
    ['nothing, said to be packed', { status: 200, body: '', headers: { 'content-encoding': 'gzip' } }],
    ['the delivery as it was', goesOn],
    ['the delivery with a word nobody knows', { id: 'D-1', state: 'CANCELLING' }],
    ['another delivery, cancelled', { id: 'D-2', state: 'CANCELLED' }],
  ];
  test.each(unclear)('what a 2xx with %s means, the delivery itself tells', async (_name, answer) => {
    const whereItIs = async (found: unknown) => {
      const { courier, calls } = await world({ [`DELETE ${path}`]: answer, [path]: found });
      const { kind } = await courier.cancel(account, 'D-1' as DeliveryId);
      expect(calls).toEqual([`DELETE ${path}`, path]);
      return kind;
    };
    expect(await whereItIs(goesOn)).toBe('failed');
    expect(await whereItIs({ id: 'D-1', state: 'CANCELLING' })).toBe('failed');
    expect(await whereItIs({ id: 'D-2', state: 'CANCELLED' })).toBe('failed');
    expect(await whereItIs({ status: 503, body: '' })).toBe('failed');
    expect(await whereItIs(gone)).toBe('cancelled');
    expect(await whereItIs({ status: 404, body: { message: 'Not found' } })).toBe('cancelled');
    expect(await whereItIs({ status: 404, body: '' }), 'a gateway may say so').toBe('failed');
    expect(await whereItIs({ status: 404, body: '<html><h1>404 Not Found</h1>' }), 'a gateway’s page').toBe('failed');
  });

  test.each(unclear)('a 2xx with %s is believed where no delivery can be looked up', async (_name, answer) => {
    const { courier, calls } = await world({ [path]: answer }, { lookup: { byId: null } });
    expect(await courier.cancel(account, 'D-1' as DeliveryId)).toEqual({ kind: 'cancelled' });
    expect(calls).toEqual([`DELETE ${path}`]);
  });

  test('by the profile’s method, or not at all', async () => {
    const posting = await world({}, { cancel: { method: 'POST', path: '/v1/deliveries/{id}/cancel' } });
    await posting.courier.cancel(account, 'D-1' as DeliveryId);
    expect(posting.calls).toEqual(['POST /v1/deliveries/D-1/cancel']);
    const none = await world({}, { cancel: null });
    expect(none.courier.canCancel).toBe(false);
    expect(await none.courier.cancel(account, 'D-1' as DeliveryId)).toEqual({ kind: 'unsupported' });
  });
});

describe('checking the key', () => {
  test.each<[string, unknown, string]>([
    ['200 with JSON', { message: 'Hello' }, 'accepted'],
    ['200 that says error', { message: 'unauthorized access', status: 'error' }, 'key'],
    ['200 that says no success, in words', { success: 'false', message: 'invalid key' }, 'key'],
    ['200 that says fail', { status: 'fail', message: 'invalid key' }, 'key'],
    ['200 with a status of its own', { code: 401, message: 'invalid key' }, 'key'],
    ['401', { status: 401, body: '' }, 'key'],
    ['403', { status: 403, body: '' }, 'key'],
    ['404', { status: 404, body: '' }, 'address'],
    ['302', { status: 302, body: '' }, 'address'],
    ['a page', { status: 200, body: '<html>' }, 'address'],
    ['JSON null', { status: 200, body: 'null' }, 'address'],
    ['429', { status: 429, body: '' }, 'unreachable'],
    ['503', { status: 503, body: '' }, 'unreachable'],
  ])('%s', async (name, answer, kind) => {
    const { courier, calls } = await world({ '/v1/test': answer });
    expect(await courier.checkKey(account)).toMatchObject({ kind, ok: kind === 'accepted' });
    expect(calls).toEqual(name === '404' ? ['/v1/test', '/v1/deliveries/customer/key-check'] : ['/v1/test']);
  });

  describe('where only a customer’s list can be asked for', () => {
    const only = { test: null, lookup: { byReference: null, byId: null } };
    const path = '/v1/deliveries/customer/key-check';
    const noCall = { ok: false, kind: 'unreachable', hasNoCall: true };
    test.each<[string, unknown, Record<string, unknown>]>([
      ['an empty list', { deliveries: [] }, { ok: true, kind: 'accepted', message: 'The key is accepted.' }],
      ['an empty array', { status: 200, body: '[]' }, { ok: true, kind: 'accepted' }],
      ['a list that says error', { deliveries: [], status: 'error' }, { ok: false, kind: 'key' }],
      ['other JSON', { hello: 'there' }, { ok: false, kind: 'address' }],
      ['a page', { status: 200, body: '<html>' }, { ok: false, kind: 'address' }],
      ['401', { status: 401, body: '' }, { ok: false, kind: 'key' }],
      ['403', { status: 403, body: '' }, { ok: false, kind: 'key' }],
      ['404', { status: 404, body: { message: 'No such path' } }, noCall],
      ['405', { status: 405, body: '' }, noCall],
      ['422', { status: 422, body: { message: 'customer_id is no number' } }, noCall],
      ['429', { status: 429, body: '' }, { ok: false, kind: 'unreachable' }],
      ['503', { status: 503, body: '' }, { ok: false, kind: 'unreachable' }],
    ])('%s', async (_name, answer, expected) => {
      const { courier, calls } = await world({ [path]: answer }, only);
      const check = await courier.checkKey(account);
      expect(check).toMatchObject(expected);
      expect(check.hasNoCall).toBe(expected.hasNoCall);
      expect(calls).toEqual([path]);
    });
  });

  test('by a customer’s list where the service has none of the calls that come before', async () => {
    const path = '/v1/deliveries/customer/key-check';
    const testless = await world({ [path]: { deliveries: [] } });
    expect(await testless.courier.checkKey(account)).toMatchObject({ ok: true });
    expect(testless.calls).toEqual(['/v1/test', path]);
    const refused = await world({ '/v1/test': { status: 405, body: '' }, [path]: { status: 401, body: '' } });
    expect(await refused.courier.checkKey(account)).toMatchObject({ ok: false, kind: 'key' });
    const unknown = { '/v1/deliveries/ext/key-check': { status: 404, body: '<html>' }, [path]: { deliveries: [] } };
    expect(await (await world(unknown, { test: null })).courier.checkKey(account)).toMatchObject({ ok: true });
  });

  test('says where there is no call to ask with, apart from a service that is away', async () => {
    const none = await world({}, { test: null, lookup: null });
    const noCall = 'The service offers no call that checks a key.';
    const expected = { ok: false, kind: 'unreachable', message: noCall, hasNoCall: true };
    expect(await none.courier.checkKey(account)).toEqual(expected);
    const gone = await world({ '/v1/test': { status: 404, body: '' } });
    expect(await gone.courier.checkKey(account)).toMatchObject({ ok: false, kind: 'address', hasNoCall: true });
    const away = await world({ '/v1/test': { status: 503, body: '' } });
    expect((await away.courier.checkKey(account)).hasNoCall).toBeUndefined();
  });

  test('without a test call, by looking nobody’s reference up', async () => {
    const good = await world({}, { test: null });
    expect(await good.courier.checkKey(account)).toMatchObject({ ok: true });
    const bad = await world({ '/v1/deliveries/ext/key-check': { status: 401, body: '' } }, { test: null });
    expect(await bad.courier.checkKey(account)).toMatchObject({ ok: false, kind: 'key' });
    const none = await world({}, { test: null, lookup: null });
    expect(await none.courier.checkKey(account)).toMatchObject({ ok: false, kind: 'unreachable' });
  });
});
