import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createConnection, createServer as createTcpServer } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import type { CourierAccount, PlaceOutcome } from '#deliveries/ports/courier.ts';
import type { RequestMetric } from './account-session.ts';
import { type CourierClient, createCourierClient } from './courier-client.ts';
import { defaultProfile } from './profile.ts';
import { httpAnswer, type Script, startScriptedServer } from './testing/scripted-server.ts';
import { selfSignedCertificate } from './testing/self-signed-certificate.ts';

const account: CourierAccount = { mode: 'live', apiKey: 'sk_canary_8831' };
const body = JSON.stringify({ order_reference: '1001', dropoff_address: '3 Kloof Rd' });
const delivery = JSON.stringify({ id: 'D-1', scheduled_slot: { start: '2026-11-21T14:00:00+02:00', end: null } });

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

function client(baseUrl: string, options: { timeoutMs?: number; connectTimeoutMs?: number } = {}) {
  const metrics: RequestMetric[] = [];
  const courier: CourierClient = createCourierClient({
    baseUrl,
    testBaseUrl: null,
    profile: defaultProfile,
    timeoutMs: 3000,
    ...options,
    onRequest: (metric) => metrics.push(metric),
  });
  closers.push(() => courier.close());
  return { courier, metrics };
}

async function placeAgainst(script: Script, timeoutMs?: number) {
  const server = await startScriptedServer(script);
  closers.push(() => server.stop());
  const { courier } = client(server.url, timeoutMs === undefined ? {} : { timeoutMs });
  return { outcome: await courier.place(account, body), requests: server.requests, server };
}

const answered =
  (...answers: (Buffer | string)[]): Script =>
  (socket) => {
    for (const answer of answers) socket.write(answer);
  };
const answeredThenClosed =
  (answer: Buffer | string): Script =>
  (socket) =>
    socket.end(answer);

interface Case {
  name: string;
  script: Script;
  expected: Partial<PlaceOutcome> | Record<string, unknown>;
}

const cases: Case[] = [
  { name: 'a whole answer is placed', script: answered(httpAnswer(201, delivery)), expected: { kind: 'placed' } },
  {
    name: 'a reset after the request is unknown',
    script: (socket) => socket.resetAndDestroy(),
    expected: { kind: 'unknown', why: 'reset', httpStatus: null },
  },
  {
    name: 'a close without an answer is unknown',
    script: (socket) => socket.end(),
    expected: { kind: 'unknown', why: 'reset' },
  },
  {
    name: 'half a status line is unknown',
    script: answeredThenClosed('HTTP/1.1 20'),
    expected: { kind: 'unknown', why: 'reset' },
  },
  {
    name: 'another protocol is unknown',
    script: answeredThenClosed('220 mail.example ESMTP\r\n'),
    expected: { kind: 'unknown', why: 'reset' },
  },
  {
    name: 'headers without end are unknown',
    script: answered(`HTTP/1.1 201 Created\r\n${'x-pad: 0123456789\r\n'.repeat(2000)}`),
    expected: { kind: 'unknown', why: 'reset' },
  },
  {
    name: 'a body cut inside the JSON is unknown',
    script: answeredThenClosed(httpAnswer(201, delivery.slice(0, 20), { 'content-length': '200' })),
    expected: { kind: 'unknown', why: 'unreadable', httpStatus: 201 },
  },
  {
    name: 'a whole JSON under a too large content-length is placed',
    script: answeredThenClosed(httpAnswer(201, delivery, { 'content-length': '500' })),
    expected: { kind: 'placed', httpStatus: 201 },
  },
  {
    name: 'a content-length too small leaves no readable id',
    script: answered(httpAnswer(201, delivery, { 'content-length': '5' })),
    expected: { kind: 'unknown', why: 'unreadable' },
  },
  {
    name: 'an invalid chunk is unknown',
    script: answered('HTTP/1.1 201 Created\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"id"\r\nzz\r\n'),
    expected: { kind: 'unknown', why: 'unreadable' },
  },
  {
    name: 'a web page with 200 is unknown, never a success',
    script: answered(httpAnswer(200, '<!DOCTYPE html><h1>Parked</h1>', { 'content-type': 'text/html' })),
    expected: { kind: 'unknown', why: 'unreadable', httpStatus: 200 },
  },
  {
    name: 'an empty 204 is unknown',
    script: answered('HTTP/1.1 204 No Content\r\n\r\n'),
    expected: { kind: 'unknown', why: 'unreadable' },
  },
  {
    name: 'an unpacked bomb is unknown',
    script: answered(httpAnswer(201, gzipSync(Buffer.alloc(40_000_000, 32)), { 'content-encoding': 'gzip' })),
    expected: { kind: 'unknown', why: 'unreadable' },
  },
  {
    name: 'a packed answer is read, though none was asked for',
    script: answered(httpAnswer(201, gzipSync(delivery), { 'content-encoding': 'gzip' })),
    expected: { kind: 'placed' },
  },
  {
    name: 'an unknown packing is unknown',
    script: answered(httpAnswer(201, delivery, { 'content-encoding': 'constructor' })),
    expected: { kind: 'unknown', why: 'unreadable' },
  },
  {
    name: 'early hints before the answer change nothing',
    script: answered('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n', httpAnswer(201, delivery)),
    expected: { kind: 'placed', httpStatus: 201 },
  },
  {
    name: 'a 102 before the answer changes nothing',
    script: answered('HTTP/1.1 102 Processing\r\n\r\n', httpAnswer(422, '{"message":"no"}')),
    expected: { kind: 'refused', httpStatus: 422 },
  },
  {
    name: 'a 100 nobody asked for is at worst unknown',
    script: answered('HTTP/1.1 100 Continue\r\n\r\n', httpAnswer(201, delivery)),
    expected: { kind: 'unknown', why: 'reset' },
  },
  {
    name: 'a switch of protocols is unknown',
    script: answered('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    expected: { kind: 'unknown', why: 'reset' },
  },
  {
    name: 'a refusal cut in its words is unknown, for it might have said duplicate',
    script: answeredThenClosed(httpAnswer(422, '{"message":"order_ref', { 'content-length': '90' })),
    expected: { kind: 'unknown', why: 'reset', httpStatus: 422 },
  },
  {
    name: 'a refusal packed in a way that nobody reads is unknown, for it might say duplicate',
    script: answered(httpAnswer(422, 'packed', { 'content-encoding': 'zstd' })),
    expected: { kind: 'unknown', httpStatus: 422 },
  },
  {
    name: 'a packed duplicate is read where two lines tell of its packing',
    script: answered(
      httpAnswer(422, gzipSync('{"message":"order_reference is already used"}'), {
        'content-encoding': 'gzip',
        'Content-Encoding': 'identity',
      }),
    ),
    expected: { kind: 'duplicate', httpStatus: 422 },
  },
  {
    name: 'a packed answer is read where one line tells of no packing beside it',
    script: answered(httpAnswer(201, gzipSync(delivery), { 'content-encoding': 'Identity, GZIP' })),
    expected: { kind: 'placed' },
  },
  {
    name: 'a refusal that is packed twice is unknown',
    script: answered(httpAnswer(422, 'packed', { 'content-encoding': 'gzip', 'Content-Encoding': 'br' })),
    expected: { kind: 'unknown', httpStatus: 422 },
  },
  {
    name: 'a cut 401 is still a refused key',
    script: answeredThenClosed(httpAnswer(401, '{"mess', { 'content-length': '90' })),
    expected: { kind: 'account_refused', cause: 'key', httpStatus: 401 },
  },
];

describe('one attempt against a server that misbehaves', () => {
  test.each(cases)('$name', async ({ script, expected }) => {
    const { outcome, requests } = await placeAgainst(script);
    expect(outcome).toMatchObject(expected);
    expect(requests).toHaveLength(1);
  });

  test('sends the frozen bytes with the key as the user name and no password', async () => {
    const { requests } = await placeAgainst(answered(httpAnswer(201, delivery)));
    const [head, sent] = (requests[0] as string).split('\r\n\r\n');
    expect(head).toMatch(/^POST \/v1\/same-day-asap HTTP\/1\.1\r\n/);
    expect(head).toContain(`authorization: Basic ${Buffer.from('sk_canary_8831:').toString('base64')}`);
    expect(head).toContain('content-type: application/json');
    expect(sent).toBe(body);
  });

  test('a silent server is unknown after the time-out, and its connection is closed', async () => {
    const { outcome, server } = await placeAgainst(() => {}, 150);
    expect(outcome).toMatchObject({ kind: 'unknown', why: 'time_out' });
    await expect.poll(() => server.sockets.size).toBe(0);
  });

  test('a server that drips its headers, or its body, is cut off by the time-out of the whole answer', async () => {
    const limitMs = 1_500;
    // Each would be whole after some four seconds, and never stands still for longer than a drop takes.
    const slowly = ' '.repeat(400);
    const headers = httpAnswer(201, delivery, { 'x-drip': `${slowly}.` });
    const whole = httpAnswer(201, slowly + delivery);
    const head = whole.indexOf('\r\n\r\n') + 4;
    const [inHeaders, inBody] = await Promise.all([
      placeAgainst((socket) => drip(socket, headers.toString()), limitMs),
      placeAgainst((socket) => {
        socket.write(whole.subarray(0, head));
        drip(socket, whole.subarray(head).toString());
      }, limitMs),
    ]);
    expect(inHeaders.outcome).toMatchObject({ kind: 'unknown', why: 'time_out' });
    expect(inBody.outcome).toMatchObject({ kind: 'unknown', why: 'unreadable', httpStatus: 201 });
  });

  test('an answer over 1 MB is cut off, the connection closed', async () => {
    const script: Script = (socket) => {
      socket.write('HTTP/1.1 201 Created\r\ntransfer-encoding: chunked\r\n\r\n');
      for (let n = 0; n < 300; n += 1) socket.write(`1000\r\n${'a'.repeat(4096)}\r\n`);
    };
    const { outcome, server } = await placeAgainst(script);
    expect(outcome).toMatchObject({ kind: 'unknown', why: 'unreadable', httpStatus: 201 });
    await expect.poll(() => server.sockets.size).toBe(0);
  });

  test('a redirect is not followed: the key goes nowhere else', async () => {
    const elsewhere = await startScriptedServer(answered(httpAnswer(200, delivery)));
    closers.push(() => elsewhere.stop());
    const { outcome } = await placeAgainst(answered(httpAnswer(308, '', { location: `${elsewhere.url}/x` })));
    expect(outcome).toMatchObject({ kind: 'redirected', httpStatus: 308 });
    expect(elsewhere.requests).toEqual([]);
  });

  test('a request that meets a connection the server just closed is unknown, and never sent again', async () => {
    let seen = 0;
    const server = await startScriptedServer((socket, _request, nth) => {
      seen = nth;
      if (nth === 1) socket.write(httpAnswer(201, delivery));
      else socket.resetAndDestroy();
    });
    closers.push(() => server.stop());
    const { courier } = client(server.url);
    expect(await courier.place(account, body)).toMatchObject({ kind: 'placed' });
    expect(await courier.place(account, body)).toMatchObject({ kind: 'unknown', why: 'reset' });
    expect(seen).toBe(2);
  });

  test('connections are kept alive and used again', async () => {
    const ports = new Set<number | undefined>();
    const server = await startScriptedServer((socket) => {
      ports.add(socket.remotePort);
      socket.write(httpAnswer(201, delivery));
    });
    closers.push(() => server.stop());
    const { courier } = client(server.url);
    for (let n = 0; n < 6; n += 1) await courier.place(account, body);
    // A request right behind another may open a second connection, never a third.
    expect(ports.size).toBeLessThanOrEqual(2);
  });

  test('a hanging request holds up no other', async () => {
    const server = await startScriptedServer((socket, request) => {
      if (!request.includes('"slow"')) socket.write(httpAnswer(201, delivery));
    });
    closers.push(() => server.stop());
    const { courier } = client(server.url, { timeoutMs: 2000 });
    const hanging = courier.place(account, '{"order_reference":"slow"}');
    const others = await Promise.all(Array.from({ length: 20 }, () => courier.place(account, body)));
    expect(others.every((outcome) => outcome.kind === 'placed')).toBe(true);
    expect(await hanging).toMatchObject({ kind: 'unknown', why: 'time_out' });
  });
});

describe('before a byte is sent', () => {
  test('a refused connection is unsent', async () => {
    const server = await startScriptedServer(() => {});
    await server.stop();
    const { courier, metrics } = client(server.url);
    expect(await courier.place(account, body)).toMatchObject({ kind: 'unsent', httpStatus: null });
    expect(metrics).toMatchObject([{ operation: 'place', status: null, errorType: 'unsent_connect' }]);
  });

  test('a peer that speaks no TLS is unsent', async () => {
    const server = createServer((_request, response) => response.end('plain'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    closers.push(async () => server.close());
    const { courier } = client(`https://127.0.0.1:${(server.address() as AddressInfo).port}`);
    expect(await courier.place(account, body)).toMatchObject({ kind: 'unsent' });
  });

  test('a certificate that no authority signed is unsent; the same one is let in once it is trusted', async () => {
    const { key, cert } = selfSignedCertificate();
    let requests = 0;
    const server = createTlsServer({ key, cert }, (_request, response) => {
      requests += 1;
      response.writeHead(201).end(delivery);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    closers.push(async () => server.close());
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await client(url).courier.place(account, body)).toMatchObject({ kind: 'unsent' });
    expect(requests).toBe(0);
    const trusted = getCACertificates('default');
    setDefaultCACertificates([...trusted, cert]);
    closers.push(async () => setDefaultCACertificates(trusted));
    expect(await client(url).courier.place(account, body)).toMatchObject({ kind: 'placed' });
  });

  test('a handshake that never ends is unsent after the connecting time-out', async () => {
    const server = await startScriptedServer(() => {});
    closers.push(() => server.stop());
    const { courier, metrics } = client(server.url.replace('http:', 'https:'), { connectTimeoutMs: 150 });
    expect(await courier.place(account, body)).toMatchObject({ kind: 'unsent' });
    expect(metrics).toMatchObject([{ errorType: 'unsent_time_out' }]);
  });

  test('a time-out while still connecting is unsent: the connection that opens later carries nothing', async () => {
    const { key, cert } = selfSignedCertificate();
    let requests = 0;
    const server = createTlsServer({ key, cert }, (_request, response) => {
      requests += 1;
      response.writeHead(201).end(delivery);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    closers.push(async () => server.close());
    let connect: (() => void) | undefined;
    const gate = createTcpServer((socket) => {
      connect = () => {
        const onward = createConnection((server.address() as AddressInfo).port, '127.0.0.1');
        socket.pipe(onward).pipe(socket);
      };
    });
    gate.listen(0, '127.0.0.1');
    await once(gate, 'listening');
    closers.push(async () => gate.close());
    const trusted = getCACertificates('default');
    setDefaultCACertificates([...trusted, cert]);
    closers.push(async () => setDefaultCACertificates(trusted));

    const { courier } = client(`https://127.0.0.1:${(gate.address() as AddressInfo).port}`, { timeoutMs: 100 });
    expect(await courier.place(account, body)).toMatchObject({ kind: 'unsent' });
    await expect.poll(() => connect).toBeDefined();
    connect?.();
    // Closing waits for the connection and for whatever was still to be sent over it.
    await courier.close();
    expect(requests).toBe(0);
  });

  test('without an address for the mode nothing is sent to the other host', async () => {
    const server = await startScriptedServer(() => {});
    closers.push(() => server.stop());
    const { courier } = client(server.url);
    const test = { mode: 'test', apiKey: 'k' } as const;
    expect(await courier.place(test, body)).toMatchObject({ kind: 'account_refused', cause: 'address' });
    expect(await courier.checkKey(test)).toMatchObject({ ok: false, kind: 'address' });
    expect(server.requests).toEqual([]);
  });
});

function drip(socket: Parameters<Script>[0], text: string): void {
  let at = 0;
  const timer = setInterval(() => {
    if (socket.destroyed || at >= text.length) return clearInterval(timer);
    socket.write(text[at] as string);
    at += 1;
  }, 10);
}
