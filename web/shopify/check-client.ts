import { z } from 'zod';
import type { ShopDomain } from '#placement/ids.ts';
import { shopifyFetch } from './shopify-fetch.ts';
import type { ShopifyConfig, ShopifyLibrary } from './shopify-library.ts';

/** What Shopify says of the app's client id and secret, and what time it is there. */
export interface ClientCheck {
  client: 'accepted' | 'refused' | 'unreachable';
  /** Epoch ms, to the second; null where Shopify did not answer. */
  time: number | null;
}

const refusal = z.object({ error: z.string() });

/** Asks with a session token that cannot be one: Shopify looks at the client first, and gives nothing out. */
export async function checkClient(
  library: ShopifyLibrary,
  { apiKey, apiSecret }: Pick<ShopifyConfig, 'apiKey' | 'apiSecret'>,
  shop: ShopDomain,
): Promise<ClientCheck> {
  const body = JSON.stringify({
    ...{ client_id: apiKey, client_secret: apiSecret, subject_token: 'none' },
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
    requested_token_type: 'urn:shopify:params:oauth:token-type:offline-access-token',
    expiring: '1',
  });
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  try {
    const response = await library.call(() =>
      shopifyFetch(`https://${shop}/admin/oauth/access_token`, { method: 'POST', headers, body }),
    );
    const time = Date.parse(response.headers.get('date') ?? '');
    const said = refusal.safeParse(await response.json().catch(() => null));
    const isRefused = said.success && ['invalid_client', 'application_cannot_be_found'].includes(said.data.error);
    const known = said.success && response.status < 500;
    const unrefused = known ? 'accepted' : 'unreachable';
    return { client: isRefused ? 'refused' : unrefused, time: Number.isNaN(time) ? null : time };
  } catch {
    return { client: 'unreachable', time: null };
  }
}
