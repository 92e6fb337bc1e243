import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgePlacing, type PlacingContext, placingRows } from './outcome.ts';
import { defaultProfile } from './profile.ts';
import type { Attempt } from './transport.ts';

const nowMs = Date.UTC(2026, 10, 21, 12);
const context: PlacingContext = { profile: defaultProfile, apiKey: 'sk_canary', orderReference: '1001', nowMs };

function answered(status: number, body: unknown, headers: Record<string, string> = {}): Attempt {
  return {
    kind: 'answered',
    status,
    headers,
    text: typeof body === 'string' ? body : JSON.stringify(body),
    end: 'whole',
  };
}
/** Cut off at the limit: only the beginning of its words arrived. */
function oversized(status: number, beginning: string): Attempt {
  return { kind: 'answered', status, headers: {}, text: beginning + 'x'.repeat(70_000), end: 'oversized' };
}
const judge = (attempt: Attempt) => judgePlacing(attempt, context);
const slot = { start: '2026-11-21T14:00', end: '2026-11-21 16:00' };

describe('row by row', () => {
  const rows: [string, Attempt, Record<string, unknown>][] = [
    ['1: 200 with id and slot', answered(200, { id: 7, scheduled_slot: slot }), { kind: 'placed', httpStatus: 200 }],
    [
      '1: 201 with id and slot',
      answered(201, { id: 'D-1', scheduled_slot: slot }),
      { kind: 'placed', message: 'Booked.' },
    ],
    ['2: id without slot', answered(201, { id: 'D-1' }), { kind: 'placed', message: 'Booked; slot not recognised.' }],
    ['2: id with an odd slot', answered(201, { id: 'D-1', scheduled_slot: 'soon' }), { kind: 'placed' }],
    ['2b: no id', answered(200, { ok: true }), { kind: 'unknown', why: 'unreadable' }],
    ['2b: id is null', answered(200, { id: null }), { kind: 'unknown', why: 'unreadable' }],
    ['2b: id is 0', answered(200, { id: 0 }), { kind: 'unknown', why: 'unreadable' }],
    ['2b: id is an object', answered(200, { id: {} }), { kind: 'unknown', why: 'unreadable' }],
    ['2b: empty', answered(200, ''), { kind: 'unknown', why: 'unreadable' }],
    ['2b: a page', answered(200, '<html>D-1</html>'), { kind: 'unknown', why: 'unreadable' }],
    ['2b: says error', answered(200, { id: 'D-1', status: 'error' }), { kind: 'unknown', why: 'unreadable' }],
    ...[
      ...[{ status: 'fail', data: {} }, { status: 'FAILURE' }, { status: 'ERROR ' }, { ok: false }, { ok: 'False' }],
      ...[{ success: false }, { success: 'false' }, { success: 0 }, { status: 422, title: 'no' }, { status: '503' }],
      ...[{ code: 400 }, { code: '422' }, { statusCode: 400 }, { status_code: 500 }],
    ].map((said): [string, Attempt, Record<string, unknown>] => [
      `2b: says ${JSON.stringify(said)} beside an id`,
      answered(200, { id: 'req-5', ...said }),
      { kind: 'unknown', why: 'unreadable' },
    ]),
    ...[
      ...[{ status: 'success' }, { status: 'FAILED' }, { status: 200 }, { success: true, ok: 'true' }],
      ...[{ code: 0 }, { code: '4821' }, { code: 201 }, { status: 'PENDING PICKUP', code: 'OK' }],
    ].map((said): [string, Attempt, Record<string, unknown>] => [
      `1: says ${JSON.stringify(said)} beside an id`,
      answered(200, { id: 'D-1', ...said }),
      { kind: 'placed' },
    ]),
    ...[{ code: '512' }, { code: 422, status: 'PENDING PICKUP' }].map(
      (said): [string, Attempt, Record<string, unknown>] => [
        `1: says ${JSON.stringify(said)} beside an id and our reference`,
        answered(201, { id: 'D-1', order_reference: '1001', ...said }),
        { kind: 'placed' },
      ],
    ),
    ...[
      { status: 422 },
      { statusCode: 422, code: 512 },
      { status: 'FAIL' },
      { code: 422, error: 'no' },
      { code: 409, message: 'exists' },
    ].map((said): [string, Attempt, Record<string, unknown>] => [
      `2b: says ${JSON.stringify(said)} beside an id and our reference`,
      answered(201, { id: 'D-1', order_reference: '1001', ...said }),
      { kind: 'unknown', why: 'unreadable' },
    ]),
    ['2b: lists errors', answered(200, { id: 'D-1', errors: [{ message: 'no' }] }), { kind: 'unknown', message: 'no' }],
    ['2b: an error object', answered(200, { id: 'D-1', error: { message: 'no' } }), { kind: 'unknown', message: 'no' }],
    ['1: no errors', answered(200, { id: 'D-1', error: false, errors: [] }), { kind: 'placed' }],
    ['1: an empty error', answered(200, { id: 'D-1', error: { code: null, message: '' } }), { kind: 'placed' }],
    ['1: an error of code 0', answered(200, { id: 'D-1', error: { code: 0 } }), { kind: 'placed' }],
    ['1: errors that list none', answered(200, { id: 'D-1', errors: { items: [] } }), { kind: 'placed' }],
    ['2b: errors by field', answered(200, { id: 'D-1', errors: { phone: ['no'] } }), { kind: 'unknown' }],
    ['2b: names another reference', answered(201, { id: 'D-1', order_reference: '1002' }), { kind: 'unknown' }],
    ['1: names our reference', answered(201, { id: 'D-1', order_reference: '1001' }), { kind: 'placed' }],
    ['3: refused', { kind: 'unsent', why: 'connect' }, { kind: 'unsent', httpStatus: null }],
    ['4: reset', { kind: 'broken', why: 'reset' }, { kind: 'unknown', why: 'reset', retryAfterMs: null }],
    ['4: time-out', { kind: 'broken', why: 'time_out' }, { kind: 'unknown', why: 'time_out' }],
    ['4: 408', answered(408, ''), { kind: 'unknown', why: 'time_out' }],
    ['4: 425', answered(425, ''), { kind: 'unknown', why: 'server_error' }],
    [
      '5: 500',
      answered(500, { message: 'duplicate key' }),
      { kind: 'unknown', why: 'server_error', message: 'duplicate key' },
    ],
    [
      '5: 502',
      answered(502, '<html>'),
      { kind: 'unknown', message: 'The delivery service answered 502 with a web page.' },
    ],
    ['5: 504', answered(504, ''), { kind: 'unknown', why: 'server_error', retryAfterMs: null }],
    ['6: 503 with seconds', answered(503, '', { 'retry-after': '120' }), { kind: 'unknown', retryAfterMs: 120_000 }],
    ['6: 429', answered(429, ''), { kind: 'rate_limited', retryAfterMs: null }],
    [
      '6: 429 with a date',
      answered(429, '', { 'retry-after': 'Sat, 21 Nov 2026 12:01:00 GMT' }),
      { kind: 'rate_limited', retryAfterMs: 60_000 },
    ],
    [
      '6: clamped',
      answered(429, '', { 'retry-after': '9999999999' }),
      { kind: 'rate_limited', retryAfterMs: 86_400_000 },
    ],
    [
      '7: 401',
      answered(401, { message: 'no', status: 'error' }),
      { kind: 'account_refused', cause: 'key', message: 'no' },
    ],
    ['7: 403', answered(403, ''), { kind: 'account_refused', cause: 'key' }],
    ...[402, 404, 405, 415, 421].map((status): [string, Attempt, Record<string, unknown>] => [
      `7: ${status}`,
      answered(status, { message: 'order_reference already used' }),
      { kind: 'account_refused', cause: 'address' },
    ]),
    ['7: private address', { kind: 'unsent', why: 'forbidden_address' }, { kind: 'account_refused', cause: 'address' }],
    ['8: 400', answered(400, { message: 'No phone' }), { kind: 'refused', field: null, message: 'No phone' }],
    [
      '8: 422 with a field',
      answered(422, { errors: [{ field: 'dropoff_contact_phone', message: 'must have 10 digits' }] }),
      { kind: 'refused', field: 'dropoff_contact_phone', message: 'dropoff_contact_phone: must have 10 digits' },
    ],
    [
      '8b: refused in words that name the reference',
      answered(422, { status: 'error', message: 'Order reference 1001: the suburb is not served.' }),
      { kind: 'refused', field: null, mayBeTaken: true, message: 'Order reference 1001: the suburb is not served.' },
    ],
    ['8: 418', answered(418, 'short and stout'), { kind: 'refused', message: 'short and stout' }],
    ['9, 10: 409', answered(409, ''), { kind: 'duplicate', httpStatus: 409 }],
    ['9, 10: 422 in words', answered(422, { message: 'Order reference already in use' }), { kind: 'duplicate' }],
    ['4: 422, too long', oversized(422, '{"detail":[{"input":"'), { kind: 'unknown', why: 'reset', httpStatus: 422 }],
    ['4: 400 in words, too long', oversized(400, 'No phone. '), { kind: 'unknown', why: 'reset' }],
    ['4: 409 of a slot, too long', oversized(409, '{"code":"no_slot","input":"'), { kind: 'unknown' }],
    ['9, 10: 409, too long', oversized(409, '{"input":"'), { kind: 'duplicate', httpStatus: 409 }],
    [
      '9, 10: 422, too long',
      oversized(422, '{"message":"order_reference is already used","input":"'),
      { kind: 'duplicate' },
    ],
    ['7: 401, too long', oversized(401, '{"input":"'), { kind: 'account_refused', cause: 'key' }],
    [
      '8: a whole refusal in front of what is too long',
      { ...oversized(400, ''), text: `{"message":"No phone"}${' '.repeat(70_000)}` } as Attempt,
      { kind: 'refused', message: 'No phone' },
    ],
    ['13: 302', answered(302, { id: 'D-1' }), { kind: 'redirected' }],
    ['13: 304', answered(304, ''), { kind: 'redirected' }],
    ['2b: a status out of range', answered(700, { id: 'D-1' }), { kind: 'unknown', why: 'unreadable' }],
  ];

  test.each(rows)('%s', (_name, attempt, expected) => {
    expect(judge(attempt)).toMatchObject(expected);
  });

  test('every row has a name of its own', () => {
    expect(new Set(placingRows.map(({ row }) => row)).size).toBe(placingRows.length);
  });
});

test.each([
  [{ id: 'D-1', order_reference: '1001', status: 'FAIL' }, 'placed'],
  [{ id: 'D-1', order_reference: '1001', status: 'Failure' }, 'unknown'],
  [{ id: 'req-5', status: 'FAIL' }, 'unknown'],
  [{ status: 'FAIL' }, 'unknown'],
  [{ id: 'D-1', order_reference: '1001', state: 'BOOKED', status: 'FAIL' }, 'unknown'],
])('where the profile names FAIL as a word for a state, %j is %s', (body, kind) => {
  const states = { ...defaultProfile.states, FAIL: 'failed' as const };
  const profile = { ...defaultProfile, states };
  expect(judgePlacing(answered(201, body), { ...context, profile })).toMatchObject({ kind });
});

describe('whatever arrives', () => {
  const attempts = fc.record({
    kind: fc.constant('answered' as const),
    status: fc.oneof(fc.integer({ min: 0, max: 999 }), fc.constantFrom(200, 201, 400, 409, 422)),
    headers: fc.record({ 'retry-after': fc.string() }, { requiredKeys: [] }),
    text: fc.oneof(fc.string({ unit: 'binary' }), fc.json(), bodies()),
    end: fc.constantFrom('whole', 'oversized', 'time_out', 'reset', 'packed'),
  });

  test('judging never throws, and only a 2xx is placed, only with an id', () => {
    fc.assert(
      fc.property(attempts, (attempt) => {
        const outcome = judge(attempt as Attempt);
        expect(outcome.message.length).toBeLessThanOrEqual(500);
        expect(outcome.message).not.toMatch(/[\p{Cc}]/u);
        if (outcome.kind !== 'placed') return;
        expect(Math.trunc(attempt.status / 100)).toBe(2);
        expect(outcome.delivery.deliveryId).not.toBe('');
      }),
      { numRuns: 2000 },
    );
  });

  test('no 5xx and no broken attempt is ever final', () => {
    fc.assert(
      fc.property(attempts, fc.integer({ min: 500, max: 599 }), (attempt, status) => {
        expect(judge({ ...attempt, status } as Attempt).kind).toBe('unknown');
      }),
    );
  });

  test('the key never stands in a message, even where the service echoes it', () => {
    const echo = { message: `bad header Basic ${Buffer.from('sk_canary:').toString('base64')} for sk_canary` };
    expect(judge(answered(401, echo)).message).toBe('bad header Basic ••• for •••');
  });

  test('nesting deeper than the stack is unreadable, not a crash', () => {
    const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
    expect(judge(answered(200, deep))).toMatchObject({ kind: 'unknown' });
    expect(judge(answered(422, deep))).toMatchObject({ kind: 'refused' });
  });
});

function bodies() {
  const keys = fc.constantFrom(
    'id',
    'message',
    'errors',
    'detail',
    'code',
    'field',
    'status',
    'error',
    'order_reference',
  );
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof({ maxDepth: 4 }, fc.string(), fc.double(), fc.constant(null), tie('list'), tie('object')),
    list: fc.array(tie('tree'), { maxLength: 4 }),
    object: fc.dictionary(keys, tie('tree'), { maxKeys: 5 }),
  }));
  return tree.map((value) => JSON.stringify(value));
}
