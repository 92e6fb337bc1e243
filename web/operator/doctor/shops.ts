import { courierMode } from '#api-contract/settings.ts';
import { shopifyErrorCodes } from '#deliveries/errors.ts';
import type { Config } from '#runtime/config.ts';
import { shopifyConfigurationCodes } from '#shopify/failure.ts';
import { keyNotAtHand } from '#storage/encryption.ts';
import type { Facts, ShopFacts } from '../inspect.ts';
import { type Finding, fine, problem, warning } from './finding.ts';

/** What is wrong with single shops; one finding that all is well where nothing is. */
export function examineShops(config: Config, { shops, furtherShops }: Facts): Finding[] {
  const found = examineAccess(shops);
  found.push(...shops.flatMap((shop) => [...examineShop(shop), ...examineNotices(config, shop)]));
  const unseen = furtherShops > 0 ? ` Not looked at: ${furtherShops} more, see \`npm run shops\`.` : '';
  if (found.length === 0 || unseen) found.push(fine('shops', `Shops looked at: ${shops.length}.${unseen}`));
  return found;
}

/** What the shop's own people or Shopify mend, by what Shopify said of the shop. */
const ofShop: Readonly<Record<string, readonly [typeof problem, string]>> = {
  [shopifyErrorCodes.shopClosed]: [
    warning,
    'The store is paused, frozen or closed: only its owner and Shopify can change that.',
  ],
  [shopifyErrorCodes.tokenRefused]: [problem, 'Its merchant opens the app once in the Shopify admin.'],
  [shopifyErrorCodes.accessDenied]: [problem, 'Its merchant opens the app and approves the access that it asks for.'],
};
const again = 'Run the doctor again in a moment.';
/** What no merchant mends, by its code. */
const ofAll: Readonly<Record<string, readonly [typeof problem, string]>> = {
  [shopifyErrorCodes.unavailable]: [
    warning,
    `${again} A store that stays so may be closed: its owner sees that in Shopify.`,
  ],
  [shopifyErrorCodes.throttled]: [warning, again],
  [shopifyConfigurationCodes.appRefused]: [
    problem,
    'Copy SHOPIFY_API_KEY and SHOPIFY_API_SECRET from the app in the Partner Dashboard.',
  ],
  [keyNotAtHand]: [problem, 'Add the key that the tokens were written with to ENCRYPTION_KEYS, behind the first.'],
};
const mostNamed = 3;

/** One finding for each cause, however many shops it is met at. */
function examineAccess(shops: readonly ShopFacts[]): Finding[] {
  const failed = shops.filter(({ obstacle, shopifyFailure }) => obstacle !== 'reconnect' && shopifyFailure !== null);
  const byCode = Map.groupBy(failed, ({ shopifyFailure }) => shopifyFailure ?? '');
  return [...byCode].flatMap(([code, of]) => {
    if (ofShop[code] !== undefined) return [];
    const [say, todo] = ofAll[code] ?? [problem, `${again} What stays is in the app's log under this code.`];
    const named = of.slice(0, mostNamed).map(({ domain }) => domain);
    const further = of.length > mostNamed ? ` and ${of.length - mostNamed} more` : '';
    return [say('shop_token', `Shopify cannot be asked about ${named.join(', ')}${further} (${code}).`, todo)];
  });
}

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
  } else if (shopifyFailure !== null && ofShop[shopifyFailure] !== undefined) {
    const [say, todo] = ofShop[shopifyFailure];
    found.push(say('shop_token', `${domain}: Shopify does not show the shop (${shopifyFailure}).`, todo));
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
  for (const mode of courierMode.options) {
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
