import type { Corrections } from '#api-contract/order.ts';
import { type CourierMode, settings } from '#api-contract/settings.ts';
import { afterChange, type OrderAggregate } from '#deliveries/order.ts';
import { applySnapshot } from '#deliveries/run/apply-snapshot.ts';
import type { ShopDomain } from '#placement/ids.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import { exampleOrder } from '#placement/testing/example-order.ts';
import { aggregateOf } from './example-delivery.ts';

export const paidAt = Date.parse('2026-11-21T08:00:00Z');
/** A paid order of which nothing is known yet. */
export const nothing: OrderAggregate = { ...aggregateOf([], null), now: paidAt };
const account = (mode: CourierMode) => ({ mode, apiKey: mode, account: mode, last4: mode });
export interface ShopRules {
  paused?: boolean;
  mode?: string;
  maxAgeHours?: number;
  excludeTags?: string[];
  minValue?: number;
}
export const shopIn = (testMode: boolean, prefix = '', { paused = false, ...own }: ShopRules = {}) => ({
  domain: 'demo-shop.myshopify.com' as ShopDomain,
  ...{ installedAt: 0, uninstalledAt: null, reconnect: false, name: null },
  ...{ timeZone: 'Africa/Johannesburg', currency: 'ZAR' },
  settings: settings.parse({ paused, automation: { testMode, maxAgeHours: 720, ...own }, reference: { prefix } }),
  accounts: { live: account('live'), test: account('test') },
});

export const snapshotOf = (order: Partial<ShopOrder>): ShopOrder =>
  exampleOrder({ processedAt: new Date(paidAt).toISOString(), paidAt: null, ...order });
const courier = {
  timeZone: 'Africa/Johannesburg',
  canLookup: true,
  freeze: (request: object) => JSON.stringify(request),
};

/** What is known of the order once it was read so, by a person's press or without one. */
export function read(
  aggregate: OrderAggregate,
  order: Partial<ShopOrder>,
  testMode: boolean,
  pressed?: { prefix: string; corrections?: Corrections },
  rules: ShopRules = {},
): OrderAggregate {
  const snapshot = snapshotOf(order);
  const { corrections = null } = pressed ?? {};
  const person = pressed ? { actor: 'person', corrections, orderReference: null } : null;
  const shop = shopIn(testMode, pressed?.prefix, rules);
  const context = {
    shop,
    courier,
    webhooks: [],
    loadedAt: aggregate.now,
    before: aggregate.order,
    person,
    wake: false,
  };
  const { change } = applySnapshot(aggregate, snapshot, context);
  return change ? afterChange(aggregate, change) : aggregate;
}
