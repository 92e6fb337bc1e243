import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { connectStoreSimulator } from './testing/connect.ts';

it.each([
  ['any free port', '0'],
  ['what Kubernetes sets for a Service named store', 'tcp://10.96.0.12:80'],
])('runs on its own, at %s: one line `ready <url>`, a shop with orders, ends on SIGTERM', async (_name, STORE_PORT) => {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./main.ts', import.meta.url))], {
    env: { ...process.env, STORE_PORT, SHOPIFY_API_KEY: 'key', SHOPIFY_API_SECRET: 'secret', NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const url = /^ready (http:\/\/127\.0\.0\.1:\d+)\n$/.exec(line.toString())?.[1];
  expect(url).toBeDefined();
  const orders = await connectStoreSimulator(String(url)).orders('demo-shop.myshopify.com');
  expect(orders.length).toBeGreaterThan(10);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});
