import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { sayFailure } from '#runtime/failure-words.ts';
import { listening } from './listening.ts';

const atOnce = 1_000;
const limitOfSystem = '/proc/sys/net/core/somaxconn';
const hasRoom = existsSync(limitOfSystem) && Number(readFileSync(limitOfSystem, 'utf8')) >= atOnce;

/** Takes up no connection from its first message until it is told to. */
const standsStill = `
  const { createServer } = await import('node:http');
  const { parentPort, workerData } = await import('node:worker_threads');
  const { listening } = await import(workerData.listening);
  const server = createServer((request, response) => response.end());
  const port = await listening(server, 0, '127.0.0.1');
  parentPort.postMessage(port);
  Atomics.wait(new Int32Array(workerData.gate), 0, 0);`;

test.runIf(hasRoom)('a burst finds room to wait while a process is busy: none has to come again', async () => {
  const gate = new SharedArrayBuffer(4);
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(standsStill)}`), {
    workerData: { gate, listening: new URL('listening.ts', import.meta.url).href },
  });
  const sockets: Socket[] = [];
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    Atomics.store(new Int32Array(gate), 0, 1);
    Atomics.notify(new Int32Array(gate), 0);
    await worker.terminate();
  });
  const [port] = (await once(worker, 'message')) as [number];
  const connected = Array.from({ length: atOnce }, () => {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    return once(socket, 'connect');
  });
  expect(await Promise.all(connected)).toHaveLength(atOnce);
});

// The network that is kept for documentation: no machine has an address of it.
test('an address that this machine does not have is said to be that of HOST, not of the database', async () => {
  const failure = await listening(createServer(), 0, '203.0.113.9').catch(sayFailure);
  expect(failure).toMatch(/^This machine does not have the address 203\.0\.113\.9 \(EADDRNOTAVAIL\): name one .* HOST/);
});
