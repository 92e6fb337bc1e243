import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { launchChromium } from './chromium.ts';

test('a real browser opens a page of this machine and runs its script', async () => {
  const server = createServer((_request, response) => {
    response
      .setHeader('content-type', 'text/html')
      .end('<title>before</title><script>document.title = "after"</script>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const browser = await launchChromium();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  expect(await page.title()).toBe('after');
});
