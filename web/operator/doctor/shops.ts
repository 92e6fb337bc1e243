import { shopifyErrorCodes } from '#deliveries/errors.ts';
import type { Config } from '#runtime/config.ts';
import type { Facts, ShopFacts } from '../inspect.ts';
import { type Finding, fine, problem, warning } from './finding.ts';

/** What is wrong with single shops; one finding that all is well where nothing is. */
export function examineShops(config: Config, { shops, furtherShops }: Facts): Finding[] {
  const found = shops.flatMap((shop) => [...examineShop(shop), ...examineNotices(config, shop)]);
  const unseen = furtherShops > 0 ? ` ${furtherShops} further shops were not looked at: see \`npm run shops\`.` : '';
  if (found.length === 0 || unseen) found.push(fine('shops', `${shops.length} shops were looked at.${unseen}`));
  return found;
}

const again = 'Run the doctor again in a moment.';
/** Where neither the operator nor opening the app mends it, by what Shopify said. */
const passing: Readonly<Record<string, string>> = {
  [shopifyErrorCodes.shopClosed]: 'The store is paused, frozen or closed: only its owner and Shopify can change that.',
  [shopifyErrorCodes.unavailable]: again,
  [shopifyErrorCodes.throttled]: again,
};

function examineShop({ domain, obstacle, shopifyFailure, missingScopes, keys, arrivals }: ShopFacts): Finding[] {
  const found: Finding[] = [];
  if (obstacle === 'reconnect') {
    found.push(
      problem(
        'shop_token',
        `${domain}: Shopify refuses the app's token.`,
        'Its merchant opens the app once in the Shopify admin.',
      ),
    );
  } else if (shopifyFailure !== null) {
    const say = passing[shopifyFailure] === undefined ? problem : warning;
    found.push(
      say(
        'shop_token',
        `${domain}: Shopify does not show the shop (${shopifyFailure}).`,
        passing[shopifyFailure] ?? 'See `npm run shops`; its merchant opens the app once.',
      ),
    );
  }
  if (missingScopes.length > 0) {
    found.push(
      problem(
        'shop_scopes',
        `${domain} has not granted ${missingScopes.join(', ')}.`,
        'Release the scopes of shopify.app.toml (`npx shopify app deploy`); its merchant opens the app and accepts them.',
      ),
    );
  }
  for (const mode of ['live', 'test'] as const) {
    if (keys[mode] !== 'key') continue;
    found.push(
      problem(
        'shop_key',
        `${domain}: the delivery service refuses its ${mode} key.`,
        'Its merchant enters a key that the service accepts, under Settings.',
      ),
    );
  }
  if (arrivals.bySweep > 3 && arrivals.bySweep > arrivals.byWebhook) {
    found.push(
      problem(
        'shop_webhooks',
        `${domain}: ${arrivals.bySweep} paid orders of the last day came by comparison only, ${arrivals.byWebhook} webhooks arrived.`,
        'Release the subscriptions of shopify.app.toml (`npx shopify app deploy`) and let Shopify reach /api/webhooks.',
      ),
    );
  }
  return found;
}

function examineNotices({ mail }: Config, { domain, wantsMail }: ShopFacts): Finding[] {
  if (mail || !wantsMail) return [];
  return [warning('mail', `${domain} wants e-mail, and SMTP_URL is not set.`, 'Set SMTP_URL and MAIL_FROM.')];
}
