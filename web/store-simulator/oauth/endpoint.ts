import type { Request, Response } from 'express';
import { takeFault } from '../control/faults.ts';
import type { StoreWorld } from '../store-world.ts';
import { withFault } from '../with-fault.ts';
import { answerAccessToken } from './access-token.ts';

/** `POST /admin/oauth/access_token` for the shop of `X-Shopify-Shop-Domain`. */
export async function answerOauth(world: StoreWorld, request: Request, response: Response): Promise<void> {
  const shop = world.find(String(request.get('x-shopify-shop-domain') ?? '').toLowerCase());
  if (!shop) {
    response.status(404).json({ errors: 'Not Found' });
    return;
  }
  const body = (request.body ?? {}) as Record<string, unknown>;
  const seen = { at: world.now(), grantType: String(body['grant_type']), status: null as number | null };
  world.tokenRequests.get(shop.domain)?.push(seen);
  response.on('finish', () => {
    seen.status = response.statusCode;
  });
  const answer = () =>
    answerAccessToken(shop, body, {
      clientId: world.clientId,
      clientSecret: world.clientSecret,
      vault: world.vault,
      now: world.now,
    });
  const fault = takeFault(world.faultState, { call: 'oauth', shop: shop.domain });
  if (fault) {
    await withFault(fault, response, async () => answer().body);
    return;
  }
  const { status, body: reply } = answer();
  response.status(status).json(reply);
}
