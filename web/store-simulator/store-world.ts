import type { OutsideLink } from './admin/outside-link.ts';
import { addCatalogue } from './catalogue/demo-catalogue.ts';
import { addSampleOrders } from './catalogue/sample-orders.ts';
import { createFaults, type FaultState, type Faults } from './control/faults.ts';
import type { ExtensionBundle } from './extensions/extension-bundle.ts';
import type { FlowTrigger } from './extensions/flow-trigger.ts';
import { createThrottle, standardThrottle, type Throttle } from './graphql/throttle.ts';
import { createTokenVault, shopifyLifetimes, type TokenVault } from './oauth/token-vault.ts';
import { StoreRefusal } from './state/refusal.ts';
import { createShopState, type ShopOptions, type ShopState } from './state/shop-state.ts';
import type { AdminCall, StoreSimulatorOptions, TokenRequest } from './store-simulator.ts';
import { shopifyRetryScheduleMs, WebhookSender } from './webhooks/sender.ts';

/** Everything that the store's servers, pages and controls share. */
export interface StoreWorld {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly appHandle: string;
  readonly extensions: readonly ExtensionBundle[];
  readonly flowTriggers: readonly FlowTrigger[];
  readonly afterCall: (call: AdminCall) => void;
  appUrl: string | null;
  outsideLink: OutsideLink | null;
  readonly shops: Map<string, ShopState>;
  readonly throttles: Map<string, Throttle>;
  readonly calls: Map<string, AdminCall[]>;
  readonly tokenRequests: Map<string, TokenRequest[]>;
  readonly vault: TokenVault;
  readonly sender: WebhookSender;
  readonly faultState: FaultState;
  readonly faults: Faults;
  now(): number;
  /** The version in which Shopify answers and sends. */
  apiVersion(): string;
  addShop(options: ShopOptions): ShopState;
  /** By its address or, once it was renamed, by the one it had: that stays an alias. */
  find(domain: string): ShopState | undefined;
  /** Throws a refusal where there is no such shop. */
  shop(domain: string): ShopState;
}

export const demoShop: ShopOptions = {
  domain: 'demo-shop.myshopify.com',
  name: 'Kettle & Crumb',
  ianaTimezone: 'Africa/Johannesburg',
  currency: 'ZAR',
};

/** Observed on real shops: all orders of one are alike modulo this. */
const orderIdSpacing = 32_768n;

export const webhookPath = '/api/webhooks';

export function createStoreWorld(options: StoreSimulatorOptions): StoreWorld {
  const now = options.now ?? Date.now;
  const { state: faultState, faults } = createFaults();
  const { nextId, nextOrderId } = idSequences();
  const sender = new WebhookSender({
    target: () => (world.appUrl === null ? null : new URL(webhookPath, world.appUrl).href),
    secret: options.clientSecret,
    topics: options.topics ?? null,
    retryScheduleMs: options.retryScheduleMs ?? shopifyRetryScheduleMs,
    now,
    random: options.random ?? Math.random,
    faults: faultState.webhooks,
    apiVersion: () => world.apiVersion(),
  });
  const throttle = options.throttle === undefined ? standardThrottle : options.throttle;
  const world: StoreWorld = {
    clientId: options.clientId,
    clientSecret: options.clientSecret,
    appHandle: options.appHandle ?? 'same-day-delivery',
    extensions: options.extensions ?? [],
    flowTriggers: options.flowTriggers ?? [],
    afterCall: options.afterCall ?? (() => {}),
    appUrl: options.appUrl ?? null,
    outsideLink: null,
    shops: new Map(),
    throttles: new Map(),
    calls: new Map(),
    tokenRequests: new Map(),
    vault: createTokenVault(shopifyLifetimes, now),
    sender,
    faultState,
    faults,
    now,
    apiVersion: () => faultState.apiVersion ?? '2026-10',
    addShop(shopOptions) {
      if (world.find(shopOptions.domain)) {
        throw new StoreRefusal(`${shopOptions.domain} exists already`);
      }
      const shop = createShopState(shopOptions, {
        now,
        nextId,
        nextOrderId,
        publish: (from, events) => sender.publish(from, events),
      });
      const samples = shopOptions.samples ?? 'catalogue';
      if (samples !== 'none') {
        addCatalogue(shop);
      }
      if (samples === 'orders') {
        addSampleOrders(shop);
      }
      world.shops.set(shop.domain, shop);
      world.throttles.set(shop.domain, createThrottle(throttle, now));
      world.calls.set(shop.domain, []);
      world.tokenRequests.set(shop.domain, []);
      return shop;
    },
    find: (domain) =>
      world.shops.get(domain) ?? [...world.shops.values()].find(({ myshopifyDomain }) => myshopifyDomain === domain),
    shop(domain) {
      const shop = world.find(domain);
      if (!shop) {
        throw new StoreRefusal(`no shop ${domain}`, 404);
      }
      return shop;
    },
  };
  for (const shop of options.shops ?? [demoShop]) {
    world.addShop(shop);
  }
  return world;
}

function idSequences() {
  let lastId = 6_480_113_000_000n;
  let orders = 197_757_000n;
  return {
    nextId: () => {
      lastId += 37n;
      return lastId.toString();
    },
    nextOrderId: (shop: ShopState) => {
      orders += 1n;
      return (orders * orderIdSpacing + (BigInt(shop.id) % orderIdSpacing)).toString();
    },
  };
}
