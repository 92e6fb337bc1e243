import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, onTestFinished, test, vi } from 'vitest';
import { answerProblem } from './answer-problem.ts';
import { sendFile } from './send-file.ts';

async function serve(items: () => AsyncGenerator<string>) {
  const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const server = express()
    .get('/', (_request, response) => sendFile(response, { name: 'all.csv', type: 'text/csv' }, items()))
    .use(answerProblem(logger, () => undefined))
    .listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return { logger, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

test.each([
  ['of no items', []],
  ['of one', ['a\n']],
  ['of several', ['a\n', 'b\n', 'c\n']],
])('a file %s comes whole, to be saved', async (_name, lines) => {
  const { address, logger } = await serve(async function* () {
    yield* lines;
  });
  const answer = await fetch(address, { signal: AbortSignal.timeout(10_000) });
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename=all.csv');
  expect(answer.headers.get('content-type')).toContain('text/csv');
  expect(await answer.text()).toBe(lines.join(''));
  expect(logger.error).not.toHaveBeenCalled();
});

test('what cannot be read at all is a problem, not a file that breaks off', async () => {
  // biome-ignore lint/correctness/useYield: it fails before it has anything.
  const { address } = await serve(async function* () {
    throw new Error('the database is gone');
  });
  const answer = await fetch(address, { signal: AbortSignal.timeout(10_000) });
  expect([answer.status, answer.headers.get('content-disposition')]).toEqual([500, null]);
  expect(answer.headers.get('content-type')).toContain('application/problem+json');
  expect(await answer.json()).toMatchObject({ status: 500 });
});

test('who leaves before the first byte makes no error, and the reading ends', async () => {
  const first = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const ended = vi.fn();
  const { address, logger } = await serve(async function* () {
    try {
      asked.resolve();
      await first.promise;
      yield 'a\n';
    } finally {
      ended();
    }
  });
  const call = request(address).end();
  const left = once(call, 'error');
  await asked.promise;
  call.destroy(new Error('closed the window'));
  await left;
  // The server sees it a moment later.
  await new Promise((resolve) => setTimeout(resolve, 200));
  first.resolve();
  await vi.waitFor(() => expect(ended).toHaveBeenCalledOnce(), 10_000);
  await vi.waitFor(() => expect(logger.debug).toHaveBeenCalledOnce(), 10_000);
  expect(logger.error).not.toHaveBeenCalled();
});
