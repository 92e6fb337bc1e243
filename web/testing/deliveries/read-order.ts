import type { Corrections } from '#api-contract/order.ts';
import type { AutomationSettings } from '#api-contract/settings.ts';
import { afterChange, type OrderAggregate } from '#deliveries/order.ts';
import type { ShopRecord } from '#deliveries/ports/stores.ts';
import { applySnapshot } from '#deliveries/run/apply-snapshot.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import { exampleOrder } from '#placement/testing/example-order.ts';
import { aggregateOf, exampleShop } from './example-delivery.ts';

export const paidAt = Date.parse('2026-11-21T08:00:00Z');
/** A paid order of which nothing is known yet. */
export const nothing: OrderAggregate = { ...aggregateOf([], null), now: paidAt };
export type ShopRules = Partial<AutomationSettings> & { paused?: boolean };
export const shopIn = (testMode: boolean, prefix = '', { paused = false, ...own }: ShopRules = {}): ShopRecord =>
  exampleShop({}, { paused, prefix, automation: { testMode, maxAgeHours: 720, ...own } });

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
