import { Agent, type Dispatcher } from 'undici';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { startFarHost } from '#testing/far-host.ts';
import { httpAnswer, type Script, startScriptedServer } from './testing/scripted-server.ts';
import { createTransport } from './transport.ts';

const MB = 1024 * 1024;
const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function against(script: Script) {
  const server = await startScriptedServer(script);
  const transport = createTransport(new URL(server.url), 3000);
  closers.push(async () => {
    await server.stop();
    await transport.close();
  });
  const ask = async (method: 'GET' | 'POST', path: string) => {
    const attempt = await transport.send({ method, path, apiKey: 'k', timeoutMs: 10_000 });
    return attempt.kind === 'answered' ? { end: attempt.end, length: attempt.text.length } : attempt;
  };
  return { server, ask };
}

test('a list may be four times as long as one record, and no longer', async () => {
  const { ask } = await against((socket, request) => {
    socket.write(httpAnswer(200, Buffer.alloc(Number(/\/(\d+)/.exec(request)?.[1]), 'a')));
  });
  expect(await ask('POST', `/${MB}`)).toEqual({ end: 'whole', length: MB });
  expect(await ask('POST', `/${MB + 1}`)).toEqual({ end: 'oversized', length: MB });
  expect(await ask('GET', `/${4 * MB}`)).toEqual({ end: 'whole', length: 4 * MB });
  expect(await ask('GET', `/${4 * MB + 1}`)).toEqual({ end: 'oversized', length: 4 * MB });
});

test('answers at once hold 32 MB together beyond 64 kB each: what is more is cut off, and a short one never', async () => {
  const held: (() => void)[] = [];
  const { ask } = await against((socket, request) => {
    if (request.includes('/short')) return socket.write(httpAnswer(200, '{}'));
    const answer = httpAnswer(200, Buffer.alloc(4 * MB, 'a'));
    socket.write(answer.subarray(0, -1));
    held.push(() => socket.write(answer.subarray(-1)));
    return true;
  });
  const ends: Awaited<ReturnType<typeof ask>>[] = [];
  const asked = Array.from({ length: 10 }, async () => ends.push(await ask('GET', '/long')));
  await expect.poll(() => ends.length, { timeout: 8000 }).toBeGreaterThanOrEqual(2);
  expect(await ask('GET', '/short')).toEqual({ end: 'whole', length: 2 });
  for (const finish of held.splice(0)) finish();
  await Promise.all(asked);
  const cut = ends.filter((attempt) => 'end' in attempt && attempt.end === 'oversized');
  const whole = ends.filter((attempt) => 'end' in attempt && attempt.end === 'whole');
  expect([cut.length, whole.length]).toEqual([2, 8]);

  // What they took is given back.
  const later = Array.from({ length: 8 }, () => ask('GET', '/long'));
  await expect.poll(() => held.length, { timeout: 8000 }).toBe(8);
  for (const finish of held) finish();
  expect(await Promise.all(later)).toEqual(Array(8).fill({ end: 'whole', length: 4 * MB }));
});

test('an answer that comes byte by byte is read whole', async () => {
  const { ask } = await against((socket) => {
    const chunks = '1\r\na\r\n'.repeat(100_000);
    socket.write(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`);
  });
  expect(await ask('POST', '/')).toEqual({ end: 'whole', length: 100_000 });
});

test('a request that its connection would begin a second time is stopped before a byte of that', async () => {
  const [first, second] = [{ abort: vi.fn() }, { abort: vi.fn() }];
  const dispatch = vi.spyOn(Agent.prototype, 'dispatch').mockImplementation((_options, handler) => {
    handler.onRequestStart?.(first as never, {});
    handler.onRequestStart?.(second as never, {});
    handler.onResponseError?.(first as unknown as Dispatcher.DispatchController, new Error('reset'));
    return true;
  });
  onTestFinished(() => dispatch.mockRestore());
  const { ask } = await against(() => {});
  expect(await ask('POST', '/')).toEqual({ kind: 'broken', why: 'reset' });
  expect([first.abort.mock.calls.length, second.abort.mock.calls.length]).toEqual([0, 1]);
});

test('a host that is long in taking a connection is waited for, where it has an address that leads nowhere too', async () => {
  const { url, letIn, stop } = await startFarHost();
  const transport = createTransport(new URL(url), 10_000);
  closers.push(async () => {
    await stop();
    await transport.close();
  });
  const sent = transport.send({ method: 'GET', path: '/', apiKey: 'k', timeoutMs: 20_000 });
  await letIn();
  expect(await sent).toMatchObject({ kind: 'answered', status: 200 });
});
