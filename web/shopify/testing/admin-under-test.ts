import type { OrderId, ShopDomain } from '#placement/ids.ts';
import type { AccessTokens } from '../access-token.ts';
import { createShopifyAdmin, type ShopifyAdminClient } from '../admin-api.ts';
import { createShopifyLibrary, type ShopifyLibrary } from '../shopify-library.ts';
import { type StubShopify, startStubShopify } from './stub-shopify.ts';

export const shop = 'example.myshopify.com' as ShopDomain;
export const orderId = '820982911946154508' as OrderId;

export const stubLibrary = (adminOrigin: string, timeoutMs = 5000): ShopifyLibrary =>
  createShopifyLibrary({
    ...{ apiKey: 'client-id', apiSecret: 'secret', previousApiSecret: null },
    ...{ appUrl: 'https://app.example.com', adminOrigin, timeoutMs },
  });

/** Tokens that never change, and note what is done to them. */
export function fixedTokens(token = 'token-1'): AccessTokens & { dropped: string[] } {
  const dropped: string[] = [];
  return {
    dropped,
    exchange: async () => 'ready',
    tokenFor: async () => token,
    replace: async () => `${token}-renewed`,
    drop: async (_shop, refused) => {
      dropped.push(refused);
    },
  };
}

/** The client against a stub of its own. */
export async function startAdmin(
  now?: () => number,
): Promise<{ admin: ShopifyAdminClient; stub: StubShopify; tokens: ReturnType<typeof fixedTokens> }> {
  const stub = await startStubShopify();
  const tokens = fixedTokens();
  const library = stubLibrary(stub.origin);
  return { admin: createShopifyAdmin({ library, tokens, ...(now && { now }) }), stub, tokens };
}
