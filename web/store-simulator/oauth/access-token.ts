import type { ShopState } from '../state/shop-state.ts';
import { sessionTokenProblem } from './session-token.ts';
import type { TokenReply, TokenVault } from './token-vault.ts';

export interface OauthAnswer {
  status: number;
  body: TokenReply | Partial<TokenReply> | { error: string; error_description: string };
}

const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange';
const idTokenType = 'urn:ietf:params:oauth:token-type:id_token';
const offlineType = 'urn:shopify:params:oauth:token-type:offline-access-token';

const refuse = (error: string, description: string): OauthAnswer => ({
  status: 400,
  body: { error, error_description: description },
});

/** `POST /admin/oauth/access_token`: token exchange and refresh of expiring offline tokens. */
export function answerAccessToken(
  shop: ShopState,
  request: Record<string, unknown>,
  app: { clientId: string; clientSecret: string; vault: TokenVault; now: () => number },
): OauthAnswer {
  if (request['client_id'] !== app.clientId || request['client_secret'] !== app.clientSecret) {
    return refuse('invalid_client', 'The client id or secret is not valid.');
  }
  switch (request['grant_type']) {
    case exchangeGrant:
      return exchange(shop, request, app);
    case 'refresh_token': {
      const reply = shop.installed
        ? app.vault.refresh(shop.domain, String(request['refresh_token'] ?? ''), shop.scopes)
        : null;
      return reply
        ? { status: 200, body: reply }
        : refuse('invalid_grant', 'The refresh token is invalid, expired, or was already used.');
    }
    default:
      return refuse('unsupported_grant_type', `grant_type ${String(request['grant_type'])} is not modelled`);
  }
}

function exchange(
  shop: ShopState,
  request: Record<string, unknown>,
  app: { clientId: string; clientSecret: string; vault: TokenVault; now: () => number },
): OauthAnswer {
  if (request['subject_token_type'] !== idTokenType) {
    return refuse('invalid_request', 'subject_token_type must be an id token.');
  }
  if (request['requested_token_type'] !== offlineType) {
    return refuse('invalid_request', `requested_token_type ${String(request['requested_token_type'])} is not modelled`);
  }
  // Public apps created since April 2026 get no other.
  if (String(request['expiring'] ?? '') !== '1') {
    return refuse('invalid_request', 'This app must request expiring offline access tokens (expiring=1).');
  }
  const problem = sessionTokenProblem(String(request['subject_token'] ?? ''), {
    secret: app.clientSecret,
    clientId: app.clientId,
    shop: shop.myshopifyDomain,
    nowMs: app.now(),
  });
  if (problem !== null) return refuse('invalid_subject_token', `The subject token is not valid (${problem}).`);
  if (!shop.installed) return refuse('app_not_installed', 'The application is not installed on this shop.');
  return { status: 200, body: app.vault.issue(shop.domain, shop.scopes) };
}
