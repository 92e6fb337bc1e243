import type { AutomationSettings } from '#api-contract/settings.ts';
import type { ShopOrder } from './shop-order.ts';

/** How likely Shopify takes fraud for; none also where it has not analysed the order. */
const risks = ['none', 'medium', 'high'] as const;
export type FraudRisk = (typeof risks)[number];

/** By Shopify's recommendation, which is that of the gravest of all analyses of the order. */
export function fraudRiskOf({ riskRecommendation }: Pick<ShopOrder, 'riskRecommendation'>): FraudRisk {
  if (riskRecommendation === 'CANCEL') return 'high';
  return riskRecommendation === 'INVESTIGATE' ? 'medium' : 'none';
}

/** Whether the shop wants a person to decide about an order of such a risk. */
export function isAskedAbout(risk: FraudRisk, askAtRisk: AutomationSettings['askAtRisk']): boolean {
  return askAtRisk !== 'never' && risks.indexOf(risk) >= risks.indexOf(askAtRisk);
}

export const isGraver = (risk: FraudRisk, other: FraudRisk): boolean => risks.indexOf(risk) > risks.indexOf(other);
