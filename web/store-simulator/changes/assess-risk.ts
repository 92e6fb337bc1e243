import { fulfillmentStatus } from '../state/order-figures.ts';
import type { OrderRecord, RiskAssessmentRecord } from '../state/order-records.ts';
import { StoreRefusal } from '../state/refusal.ts';
import type { ShopState } from '../state/shop-state.ts';
import { restTime } from '../webhooks/rest-time.ts';

export type NewRiskAssessment = Pick<RiskAssessmentRecord, 'riskLevel'> &
  Partial<Pick<RiskAssessmentRecord, 'provider'>>;

/** A provider's fraud analysis, in the place of its last one; until all is fulfilled. No other event tells of it. */
export function assessRisk(
  shop: ShopState,
  order: OrderRecord,
  { riskLevel, provider = null }: NewRiskAssessment,
): OrderRecord {
  if (fulfillmentStatus(order) === 'FULFILLED') {
    throw new StoreRefusal(`${order.name} is fulfilled: no risk is assessed any more`);
  }
  const others = order.riskAssessments.filter((one) => one.provider !== provider);
  order.riskAssessments = [...others, { kind: 'OrderRiskAssessment', provider, riskLevel }];
  const body = {
    provider_id: provider === null ? null : BigInt(shop.nextId()),
    provider_title: provider,
    risk_level: riskLevel.toLowerCase(),
    created_at: restTime(shop.now(), shop.ianaTimezone),
    order_id: BigInt(order.id),
    admin_graphql_api_order_id: `gid://shopify/Order/${order.id}`,
  };
  shop.publish([{ topic: 'orders/risk_assessment_changed', body }]);
  return order;
}
