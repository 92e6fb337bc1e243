import type { Config } from '#runtime/config.ts';

const cdn = 'https://cdn.shopify.com';
/** App Bridge and what it loads; the rest of the CDN holds files of every store. */
const cdnScripts = `${cdn}/shopifycloud/`;

/** The policy of the panel's document. Only what App Bridge and Polaris load from Shopify's CDN is opened. */
export function documentPolicy(shopify: Config['shopify'], framedBy: readonly string[]): string {
  const { adminOrigin } = shopify;
  const appBridge = shopify.appBridgeUrl.startsWith(cdnScripts) ? cdnScripts : new URL(shopify.appBridgeUrl).origin;
  const local = adminOrigin === null ? [] : [adminOrigin];
  return policy({
    'default-src': ["'self'"],
    'script-src': ["'self'", ...new Set([cdnScripts, appBridge])],
    // Polaris and App Bridge set styles of their own elements; a style cannot run anything.
    'style-src': ["'self'", "'unsafe-inline'", cdn],
    'font-src': ["'self'", cdn],
    'img-src': ["'self'", 'data:', cdn],
    'connect-src': ["'self'", cdn, ...local],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': framedBy.length > 0 ? framedBy : ["'none'"],
  });
}

/** Of answers that are no documents. */
export const dataPolicy = policy({ 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] });

function policy(directives: Record<string, readonly string[]>): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}
