import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createStatementSharing } from './statement-sharing.ts';

/** A writer that keeps what it was given, and ends when it is told, or within the thread as PGlite does. */
function writer({ byItself = false, nowMs = (): number => 0 } = {}) {
  const batches: number[][] = [];
  const ends: ((error?: Error) => void)[] = [];
  const write = async (batch: number[]): Promise<number[]> => {
    batches.push(batch);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    if (byItself) resolve();
    else ends.push((error) => (error ? reject(error) : resolve()));
    await promise;
    if (batch.includes(-1)) throw new Error('fault of one');
    return batch.map((item) => item * 10);
  };
  const share = createStatementSharing(write, (error) => (error as Error).message === 'fault of one', nowMs);
  return { share, batches, ends };
}

const range = (count: number, from = 0) => Array.from({ length: count }, (_, index) => from + index);

/** Until what arrived last has waited for a turn that brings nothing. */
async function quietTurns(): Promise<void> {
  for (let count = 0; count < 4; count += 1) await turn();
}

test('what arrives in one turn of the event loop shares a batch, also where a write never leaves the thread', async () => {
  const { share, batches } = writer({ byItself: true });
  const results: Promise<number>[] = [];
  for (const item of range(5)) {
    results.push(share(item));
    // As between the requests of several sockets that one poll finds: what was promised goes first.
    for (let step = 0; step < 20; step += 1) await Promise.resolve();
  }
  expect(await Promise.all(results)).toEqual([0, 10, 20, 30, 40]);
  expect(batches).toEqual([range(5)]);
});

test('so does what turn after turn brings, as when each accepts one connection', async () => {
  const { share, batches } = writer({ byItself: true });
  const results: Promise<number>[] = [];
  for (const item of range(6)) {
    results.push(share(item));
    await turn();
  }
  await Promise.all(results);
  expect(batches).toEqual([range(6)]);
});

test('a stream that never rests keeps nobody waiting for longer than 3 ms', async () => {
  let now = 0;
  const { share, batches } = writer({ byItself: true, nowMs: () => now });
  const results: Promise<number>[] = [];
  while (batches.length === 0 && results.length < 50) {
    results.push(share(results.length));
    now += 0.5;
    await turn();
  }
  expect(batches).toHaveLength(1);
  expect(now).toBeLessThan(5);
  await Promise.all(results);
});

test('two batches are under way at most, and what comes meanwhile shares the next ones, in order', async () => {
  const { share, batches, ends } = writer();
  const results = [share(0)];
  await quietTurns();
  results.push(share(1));
  await quietTurns();
  results.push(...range(250, 2).map((item) => share(item)));
  await quietTurns();
  expect(batches).toEqual([[0], [1]]);
  ends.shift()?.();
  await quietTurns();
  expect(batches.slice(2)).toEqual([range(100, 2)]);
  while (batches.length < 5 || ends.length > 0) {
    ends.shift()?.();
    await turn();
  }
  expect(await Promise.all(results)).toEqual(range(252).map((item) => item * 10));
  expect(batches.map(({ length }) => length)).toEqual([1, 1, 100, 100, 50]);
});

test('a fault of one item fails that item alone', async () => {
  const { share, batches } = writer({ byItself: true });
  const settled = await Promise.allSettled([1, 2, -1, 3].map((item) => share(item)));
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(batches).toEqual([[1, 2, -1, 3], [1], [2], [-1], [3]]);
});

test('a failure of the database fails what shared the write, and nothing after it', async () => {
  const { share, ends } = writer();
  const failing = Promise.allSettled([share(1), share(2)]);
  await quietTurns();
  ends.shift()?.(new Error('the server went away'));
  expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const next = share(3);
  await quietTurns();
  ends.shift()?.();
  expect(await next).toBe(30);
});

test('who gives up before a batch began is dropped, and costs none; who gives up later hears how it ended', async () => {
  const { share, batches, ends } = writer();
  const givenUp = new AbortController();
  const underWay = [share(0, givenUp.signal)];
  await quietTurns();
  underWay.push(share(1, givenUp.signal));
  await quietTurns();
  const waiting = Promise.allSettled(range(250, 2).map((item) => share(item, givenUp.signal)));
  const patient = share(300);
  givenUp.abort(new Error('waited too long'));
  for (let count = 0; count < 5; count += 1) {
    ends.shift()?.();
    await quietTurns();
  }
  expect(batches).toEqual([[0], [1], [300]]);
  expect(await Promise.all([...underWay, patient])).toEqual([0, 10, 3000]);
  const reasons = (await waiting).map((settled) => settled.status === 'rejected' && settled.reason.message);
  expect(new Set(reasons)).toEqual(new Set(['waited too long']));
});

test('where all that a batch was planned for gave up, none is run', async () => {
  const { share, batches } = writer({ byItself: true });
  const givenUp = new AbortController();
  const refused = expect(share(1, givenUp.signal)).rejects.toThrow('aborted');
  givenUp.abort();
  await refused;
  await quietTurns();
  expect(batches).toEqual([]);
  expect(await share(2)).toBe(20);
});
