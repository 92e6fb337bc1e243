import type { ShopDomain } from '#placement/ids.ts';
import type { Config } from '#runtime/config.ts';

const cdn = 'https://cdn.shopify.com';

/**
 * The policy of the panel's document. Only what App Bridge and Polaris load from Shopify's CDN is opened; the panel may
 * be framed by the shop of Shopify's signed query and the admin, by nobody where there is none.
 */
export function documentPolicy(shopify: Config['shopify'], framedBy: ShopDomain | null): string {
  const { adminOrigin } = shopify;
  const appBridge = new URL(shopify.appBridgeUrl).origin;
  const local = adminOrigin === null ? [] : [adminOrigin];
  const ancestors = framedBy === null ? ["'none'"] : [`https://${framedBy}`, 'https://admin.shopify.com', ...local];
  return policy({
    'default-src': ["'self'"],
    'script-src': ["'self'", ...new Set([cdn, appBridge])],
    // Polaris and App Bridge set styles of their own elements; a style cannot run anything.
    'style-src': ["'self'", "'unsafe-inline'", cdn],
    'font-src': ["'self'", cdn],
    'img-src': ["'self'", 'data:', cdn],
    'connect-src': ["'self'", cdn, ...local],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ancestors,
  });
}

/** Of answers that are no documents. */
export const dataPolicy = policy({ 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] });

function policy(directives: Record<string, string[]>): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}
