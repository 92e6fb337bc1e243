import { fraudRiskOf } from '#placement/fraud-risk.ts';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { goodsTopic } from './sim-options.ts';
import type { ChangedBy } from './sim-shopify.ts';
import type { SimWorld } from './sim-world.ts';

const topics: Partial<Record<ChangedBy, string>> = {
  goods: goodsTopic,
  analysis: 'orders/risk_assessment_changed',
};

/**
 * The webhook of a change that was just made, to be sent now or later. An analysis for fraud tells of what it found, however
 * late that comes; all other bodies show the order as it is by then, those of goods nothing of it.
 */
export function webhookOf(world: SimWorld, shop: ShopDomain, id: OrderId, by: ChangedBy): () => void {
  const order = by === 'analysis' ? world.shopify.order(shop, id) : null;
  const fraudRisk = order && fraudRiskOf(order);
  return () => world.notify(shop, id, topics[by] ?? 'orders/updated', fraudRisk);
}
