import type { DeliveryMethod } from '@shopify/shopify-api';
import express from 'express';
import { createShopifyLibrary } from '#shopify/shopify-library.ts';
import { clientId, clientSecret } from './order-paid.ts';

/** The peer: `processWebhooks` of the package with a callback that does and stores nothing. */
const { app: shopify } = createShopifyLibrary({
  apiKey: clientId,
  apiSecret: clientSecret,
  previousApiSecret: null,
  appUrl: 'http://127.0.0.1',
  adminOrigin: null,
});
const app = express();
app.post(
  '/api/webhooks',
  ...shopify.processWebhooks({
    webhookHandlers: {
      ORDERS_PAID: {
        deliveryMethod: 'http' as DeliveryMethod.Http,
        callbackUrl: '/api/webhooks',
        callback: async () => {},
      },
    },
  }),
);
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`ready http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}\n`);
});
process.once('SIGTERM', () => process.exit(0));
