import type { Overview } from '#api-contract/overview.ts';
import type { ShopRecord } from '#deliveries/ports/stores.ts';
import type { ServiceHealth } from '#deliveries/service-health.ts';
import { missingScopes } from '#shopify/scopes.ts';
import type { ShopFlags } from '#storage/panel/what-waits.ts';

type Status = Pick<Overview, 'status' | 'statusMessage' | 'statusNextStep'>;

const said: Record<Overview['status'], [message: string, nextStep: string | null]> = {
  working: ['Paid orders are booked automatically.', null],
  key_unchecked: [
    'The delivery service has not accepted the API key yet, so nobody knows whether orders can be booked.',
    'Press Test connection under Settings.',
  ],
  manual: [
    'Orders are sent by hand in this shop: paid orders wait for you.',
    'Press Send on each, or switch on automatic sending under Settings.',
  ],
  test_mode: [
    'Test mode: paid orders do not get a driver. They wait; nothing is lost.',
    'End test mode under Settings: the waiting orders are then decided again.',
  ],
  paused: ['Paused: nothing is sent until you resume.', 'Press Resume.'],
  no_key: ['There is no API key of the delivery service yet, so orders wait.', 'Enter the API key under Settings.'],
  key_refused: [
    'The delivery service refuses the API key. Orders wait; nothing is lost.',
    'Check the API key under Settings.',
  ],
  address_wrong: [
    'The delivery service refuses the account, or its address is wrong. Orders wait; nothing is lost.',
    'Ask the operator of this app to check the service address and the account.',
  ],
  service_down: ['The delivery service does not answer. Orders wait. They are booked as soon as it does.', null],
  reads_refused: [
    'Shopify does not let the app read the orders of this store, so new orders are not seen.',
    'Check in the Shopify admin that the store is open, and open the app there to approve the access it asks for.',
  ],
  scopes_missing: [
    'Shopify no longer lets the app do all that it needs here, so orders may be missed and notes may not be written.',
    'Open the app once in the Shopify admin and approve the access it asks for.',
  ],
  settings_unread: [
    'A newer version of the app saved a setting that this one does not know. Nothing is sent by itself meanwhile, and no order is lost.',
    'Press Send on each order, or choose the setting anew under Settings.',
  ],
  reconnect: ['Shopify no longer lets the app into this store.', 'Open the app once in the Shopify admin.'],
};

/** One line on whether it works, with the first thing that stands in the way. `health`: the live service's. */
export function statusOf(
  shop: Pick<ShopRecord, 'reconnect' | 'settings' | 'accounts'>,
  health: ServiceHealth,
  {
    readsRefused,
    keys,
    scopes,
    settingsUnread,
  }: Pick<ShopFlags, 'readsRefused' | 'keys' | 'scopes' | 'settingsUnread'>,
): Status {
  const { enabled: withRate } = shop.settings.checkoutRate;
  const isLacking = scopes.length > 0 && missingScopes(scopes, { withRate }).length > 0;
  let status = firstObstacle(shop, health, keys.live);
  if (settingsUnread && !shop.reconnect) status = 'settings_unread';
  if (isLacking && !shop.reconnect) status = 'scopes_missing';
  if (readsRefused && !shop.reconnect) status = 'reads_refused';
  const [statusMessage, statusNextStep] = said[status];
  return { status, statusMessage, statusNextStep };
}

function firstObstacle(
  { reconnect, settings, accounts }: Parameters<typeof statusOf>[0],
  health: ServiceHealth,
  known: ShopFlags['keys']['live'],
): Overview['status'] {
  if (reconnect) return 'reconnect';
  if (accounts.live !== null && (health.hold === 'key' || known === 'key')) return 'key_refused';
  if (health.hold === 'address') return 'address_wrong';
  if (settings.automation.testMode) return 'test_mode';
  if (accounts.live === null) return 'no_key';
  if (settings.paused) return 'paused';
  if (health.breaker !== 'closed') return 'service_down';
  if (known !== 'accepted') return 'key_unchecked';
  return settings.automation.mode === 'manual' ? 'manual' : 'working';
}
