import dns, { type LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { vi } from 'vitest';

/** Its thread stands still and its queue is full, so that who dials is let in at the second asking, a second later. */
const server = `
  const { parentPort, workerData } = require('node:worker_threads');
  const server = require('node:http').createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    setImmediate(() => Atomics.wait(workerData, 0, 0, 20_000));
  });`;

type Callback = (error: null, addresses: LookupAddress[]) => void;
const addresses: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** A host that takes a second to accept a connection, under a name that has a second address, which nobody can reach. */
export async function startFarHost() {
  const wake = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(server, { eval: true, workerData: wake });
  const [port] = (await once(worker, 'message')) as [number];
  const queued = [1, 2].map(() => connect(port, '127.0.0.1').on('error', () => {}));
  await Promise.all(queued.map((socket) => once(socket, 'connect')));
  const lookup = (_name: string, _options: unknown, callback: Callback) => callback(null, addresses);
  const named = vi.spyOn(dns, 'lookup').mockImplementation(lookup as never);
  syncBuiltinESMExports();
  return {
    url: `http://localhost:${port}`,
    /** To be called once it was dialled. */
    async letIn() {
      await sleep(400);
      Atomics.store(wake, 0, 1);
      Atomics.notify(wake, 0);
    },
    async stop() {
      named.mockRestore();
      syncBuiltinESMExports();
      for (const socket of queued) socket.destroy();
      await worker.terminate();
    },
  };
}
