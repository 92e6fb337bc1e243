import { randomBytes } from 'node:crypto';
import type { ShopDomain } from '#placement/ids.ts';
import { migratedServerDatabase } from '#testing/databases.ts';
import type { EncryptionKeys } from '../encryption.ts';
import { openStorage, type Storage, storageIn } from '../open-storage.ts';
import { lendEmbedded } from './lent-database.ts';

/** Both engines that every statement must run on. */
export const engines = ['pglite', 'server'] as const;
export type EngineName = (typeof engines)[number];

export const testKeys: EncryptionKeys = { keys: [{ id: 'k1', secret: randomBytes(32) }] };

/** Empty storage on an engine; `url` opens an existing server database again. */
export async function openTestStorage(
  engine: EngineName,
  options: { url?: string; encryption?: EncryptionKeys; onError?: (error: unknown) => void } = {},
): Promise<Storage & { url: string | undefined }> {
  const { encryption = testKeys, onError = () => undefined } = options;
  if (engine === 'pglite')
    return { ...(await storageIn(await lendEmbedded(), { encryption, onError })), url: undefined };
  const url = options.url ?? (await migratedServerDatabase());
  const place = { url, dataDir: undefined, maxConnections: 6 };
  return { ...(await openStorage({ ...place, encryption, onError, log: () => undefined })), url };
}

/** A shop that is installed, with a token pair of a day. */
export async function installShop(storage: Storage, shop: string): Promise<ShopDomain> {
  const domain = shop as ShopDomain;
  const lease = await storage.tokens.admit(domain, 1_000);
  await storage.tokens.store(domain, lease?.fence ?? 0, {
    accessToken: `access-of-${shop}`,
    accessExpiresAt: Date.now() + 86_400_000,
    refreshToken: `refresh-of-${shop}`,
    refreshExpiresAt: null,
    scope: 'read_orders',
  });
  return domain;
}

/** A shop whose merchant removed the app: Shopify has refused its token, and the uninstall is written down. */
export async function uninstallShop({ tokens, shops }: Storage, shop: ShopDomain): Promise<void> {
  const lease = await tokens.lease(shop, 1_000);
  await tokens.markRefused(shop, lease?.fence ?? 0);
  await tokens.release(shop, lease?.fence ?? 0);
  await shops.markUninstalled([shop]);
}
