import { expect, onTestFinished, test } from 'vitest';
import { startFarHost } from '#testing/far-host.ts';
import { shopifyFetch, withFetchSettings } from './shopify-fetch.ts';

test('Shopify is waited for where it has an address that leads nowhere too', async () => {
  const { url, letIn, stop } = await startFarHost();
  onTestFinished(stop);
  const call = withFetchSettings({ timeoutMs: 20_000, adminOrigin: url }, () =>
    shopifyFetch('https://demo.myshopify.com/admin/api/graphql.json', { body: '{}' }),
  );
  const [answer] = await Promise.all([call, letIn()]);
  expect(answer.status).toBe(200);
});
