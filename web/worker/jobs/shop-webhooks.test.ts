import { expect, test } from 'vitest';
import type { ShopDomain } from '#placement/ids.ts';
import type { Context } from '#runtime/context.ts';
import { createLogger } from '#runtime/logger.ts';
import { accessDenied, badAnswer, throttled, tokenRefused, unavailable } from '#shopify/failure.ts';
import type { StoredWebhook } from '#storage/inbox.ts';
import { takeShopWebhooks } from './shop-webhooks.ts';

const released = (id: number): StoredWebhook => ({
  ...{ id: `${id}`, webhookId: `w${id}`, shop: 'refused.myshopify.com' as ShopDomain },
  ...{ topic: 'fulfillment_orders/hold_released', receivedAt: new Date(), unopened: null },
  body: Buffer.from(JSON.stringify({ fulfillment_order: { id: `gid://shopify/FulfillmentOrder/${id}` } })),
});

test.each([
  ['slows down', throttled(1_000), 1],
  ['is away', unavailable(), 1],
  ['refuses the token', tokenRefused(), 1],
  ['denies the access', accessDenied(), 1],
  ['answers one of them with nonsense', badAnswer(), 3],
])('where Shopify %s, three webhooks of a shop cost as many calls as can help', async (_name, error, times) => {
  let asked = 0;
  const context = {
    logger: createLogger('silent'),
    storage: { inbox: { shopWebhooks: async () => [released(1), released(2), released(3)] } },
    shopify: {
      findOrderOfFulfillmentOrder: () => {
        asked += 1;
        return Promise.reject(error);
      },
    },
  };
  await takeShopWebhooks(context as unknown as Context);
  expect(asked).toBe(times);
});
