import type { DriftItem } from '#api-contract/drift.ts';
import type { AutomationSettings } from '#api-contract/settings.ts';
import { fraudRiskOf, isAskedAbout, isGraver } from '#placement/fraud-risk.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import type { DeliveryRecord } from '../delivery.ts';
import { mayCome } from '../transitions.ts';

/**
 * A risk of fraud that Shopify found after the driver was sent, while he may still be called off. Who sent him knowing of
 * it is not told, and neither is it a change where only the shop's rules changed.
 */
export function riskierSince(
  { said, progress }: Pick<DeliveryRecord, 'said' | 'progress'>,
  order: Pick<ShopOrder, 'riskRecommendation'>,
  { askAtRisk }: Pick<AutomationSettings, 'askAtRisk'>,
): DriftItem[] {
  const [placed, now] = [said?.fraud_risk ?? 'none', fraudRiskOf(order)];
  const isTold = mayCome({ progress }) && isGraver(now, placed) && isAskedAbout(now, askAtRisk);
  return isTold ? [{ about: 'fraud_risk', field: 'fraud_risk', placed, now }] : [];
}
