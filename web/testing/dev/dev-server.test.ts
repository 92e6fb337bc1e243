import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parse } from 'smol-toml';
import { expect, onTestFinished, test, vi } from 'vitest';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { startStoreSimulator } from '#store-simulator/start.ts';
import { freePort } from '../free-port.ts';
import { demoShop } from '../local-world.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const web = fileURLToPath(new URL('../..', import.meta.url));
/** The panel is built before. */
const soon = { timeout: 240_000, interval: 50 };

/** The command of `shopify.web.toml` as Shopify's CLI runs it: in the file's folder, by a shell, with its variables. */
function startDev(env: Record<string, string>) {
  const toml = parse(readFileSync(join(web, 'shopify.web.toml'), 'utf8')) as { commands: { dev: string } };
  const child = spawn('sh', ['-c', `exec ${toml.commands.dev}`], {
    cwd: web,
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => lines.push(line));
  return {
    lines,
    ready: () => vi.waitFor(() => expect(lines.some((line) => line.startsWith('ready '))).toBe(true), soon),
    end: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      return child.exitCode;
    },
  };
}

test('one command runs service, panel and app; keys are made once, and an order gets its delivery', {
  timeout: 600_000,
}, async () => {
  const [port, folder] = [await freePort(), temporaryFolder()];
  const HOST = `http://127.0.0.1:${port}`;
  const store = await startStoreSimulator({
    clientId: 'dev-client',
    clientSecret: 'dev-secret-0123456789',
    appUrl: HOST,
  });
  onTestFinished(() => store.close());
  const env = {
    ...{ HOST, PORT: String(port), DEV_DATA_DIR: folder, SHOPIFY_ADMIN_ORIGIN: store.url },
    ...{ SHOPIFY_API_KEY: 'dev-client', SHOPIFY_API_SECRET: 'dev-secret-0123456789' },
  };
  const first = startDev(env);
  onTestFinished(async () => void (await first.end()));
  await first.ready();
  const { live } = JSON.parse(readFileSync(join(folder, 'keys.json'), 'utf8')) as { live: string };
  expect(statSync(join(folder, 'keys.json')).mode & 0o777).toBe(0o600);
  expect(first.lines.join('\n')).toContain(live);
  expect((await fetch(HOST)).status).toBe(200);
  const response = await fetch(`${HOST}/api/settings`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${store.sessionToken(demoShop)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ courier: { apiKey: live } }),
  });
  expect(response.status).toBe(200);
  const order = store.addOrder(demoShop, orderKinds.paid());
  await vi.waitFor(() => expect(store.order(demoShop, order.id).note).toMatch(/^Same-day delivery/m), soon);
  expect(await first.end()).toBe(0);

  const again = startDev(env);
  onTestFinished(async () => void (await again.end()));
  await again.ready();
  expect(again.lines.join('\n')).toContain(live);
  expect(await again.end()).toBe(0);
});
