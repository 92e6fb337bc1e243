import { randomBytes } from 'node:crypto';
import { sessionToken as sessionTokenFor } from '../session-token.ts';
import type { BenchDatabase } from './databases.ts';
import { clientId, clientSecret } from './intake/order-paid.ts';

/** What an operator would set, once for all processes of a benchmark. */
export function appEnvironment(options: {
  database: BenchDatabase;
  shopifyUrl: string;
  courierUrl: string;
}): Record<string, string> {
  const { database, shopifyUrl, courierUrl } = options;
  return {
    SHOPIFY_API_KEY: clientId,
    SHOPIFY_API_SECRET: clientSecret,
    SHOPIFY_APP_URL: 'http://127.0.0.1:1',
    PORT: '0',
    ENCRYPTION_KEYS: `bench:${randomBytes(32).toString('base64')}`,
    LOG_LEVEL: 'error',
    SHOPIFY_ADMIN_ORIGIN: shopifyUrl,
    COURIER_BASE_URL: courierUrl,
    SWEEP_INTERVAL_SECONDS: '3600',
    ...databaseEnvironment(database),
  };
}

export function databaseEnvironment({ url, folder }: BenchDatabase): Record<string, string> {
  return url === null ? { DATA_DIR: folder ?? '' } : { DATABASE_URL: url };
}

/** The merchant opens the app once and enters the service's key, and what else is to be set. */
export async function install(appUrl: string, shop: string, settings: object = {}): Promise<void> {
  const response = await fetch(`${appUrl}/api/settings`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${sessionToken(shop)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ courier: { apiKey: `key-of-${shop}` }, ...settings }),
  });
  if (!response.ok) throw new Error(`installing ${shop} failed with ${response.status}`);
  await response.arrayBuffer();
}

/** As the admin gives it to a page of the app. */
export const sessionToken = (shop: string): string => sessionTokenFor(shop, { clientId, secret: clientSecret });
