import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from './free-port.ts';

const givenByTheSystem = await readFile('/proc/sys/net/ipv4/ip_local_port_range', 'utf8')
  .then((text) => text.trim().split(/\s+/).map(Number))
  .catch(() => [32_768, 65_535]);

test('gives ports to listen on that the system gives to nobody else meanwhile', async () => {
  const [from = 0] = givenByTheSystem;
  for (let times = 0; times < 20; times += 1) {
    const port = await freePort();
    expect(port).toBeLessThan(from);
    const server = createServer().listen(port, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
  }
});

test('gives no port twice, though nobody listens on any yet', async () => {
  const ports: number[] = [];
  for (let times = 0; times < 300; times += 1) ports.push(await freePort());
  expect(new Set(ports).size).toBe(ports.length);
});
