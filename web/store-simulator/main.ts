import { startStoreSimulator } from './start.ts';
import { demoShop } from './store-world.ts';

/** `npm run store`: the simulated store on its own, with sample orders. */
const env = process.env;
// Kubernetes sets STORE_PORT=tcp://… where a Service is named `store`.
const port = env['STORE_PORT']?.startsWith('tcp://') ? 0 : Number(env['STORE_PORT'] ?? 0);
const store = await startStoreSimulator({
  port,
  clientId: env['SHOPIFY_API_KEY'] ?? 'same-day-delivery-dev',
  clientSecret: env['SHOPIFY_API_SECRET'] ?? 'same-day-delivery-dev-secret',
  ...(env['SHOPIFY_APP_URL'] ? { appUrl: env['SHOPIFY_APP_URL'] } : {}),
  shops: [{ ...demoShop, samples: 'orders' }],
});
process.stdout.write(`ready ${store.url}\n`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void store.close().then(() => process.exit(0)));
}
