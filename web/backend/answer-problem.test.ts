import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import express from 'express';
import { expect, onTestFinished, test, vi } from 'vitest';
import { answerProblem } from './answer-problem.ts';

test.each([
  ['a caller who leaves in the middle of an answer is no error of the app', false, 'info'],
  ['an answer that breaks off by itself is one', true, 'error'],
] as const)('%s', async (_name, breaks, level) => {
  const logged: { level: string; code: string | undefined }[] = [];
  const note = (name: string) => (_message: string, fields?: { code?: string }) =>
    void logged.push({ level: name, code: fields?.code });
  const logger = { debug: note('debug'), info: note('info'), warn: note('warn'), error: note('error') };
  const endless = function* () {
    for (let n = 0; ; n += 1) {
      if (breaks && n === 3) throw new RangeError('no more');
      yield 'x'.repeat(10_000);
    }
  };
  const server = express()
    .get('/', (_request, response) => pipeline(Readable.from(endless()), response))
    .use(answerProblem(logger, () => undefined))
    .listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: app\r\n\r\n');
  await once(socket, 'data');
  if (!breaks) socket.destroy();
  await vi.waitFor(() => expect(logged).toEqual([{ level, code: breaks ? 'RangeError' : undefined }]), 30_000);
});

test('a stream of the app’s own that breaks off leaves no caller without an answer', async () => {
  const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const server = express()
    .get('/', async () => {
      const broken = new Readable({ read: () => undefined });
      const read = pipeline(broken, new Writable());
      broken.destroy();
      await read;
    })
    .use(answerProblem(logger, () => undefined))
    .listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { status } = await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(10_000) });
  expect(status).toBe(500);
  expect(logger.error).toHaveBeenCalledOnce();
});
