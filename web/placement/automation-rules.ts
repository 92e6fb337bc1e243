import { cleanText, clip, fold } from './clean-text.ts';
import { conditionRules } from './condition-rules.ts';
import { placementReason } from './placement-reasons.ts';
import { failUnlessSent, notApplied, pass, type Rule } from './rule.ts';
import type { ShopOrder } from './shop-order.ts';

/** What the merchant wants sent without a person's press. */
export const automationRules: readonly Rule[] = [
  {
    name: 'delivery method known',
    evaluate({ goods }) {
      if (!goods.methodUnclear) return pass('known', 'Shopify says how the goods travel.');
      return failUnlessSent('skipped', 'no shipping line', placementReason('no_delivery_method'));
    },
  },
  {
    name: 'automatic',
    evaluate({ settings: { automation } }) {
      if (automation.mode !== 'manual') return pass(automation.mode, 'Orders are sent by themselves.');
      return failUnlessSent('skipped', 'manual', placementReason('manual_mode'));
    },
  },
  {
    name: 'delivery method',
    evaluate({ order, settings: { automation }, goods }) {
      if (automation.mode !== 'matching') return notApplied(`The method does not matter in mode "${automation.mode}".`);
      const methods = methodsOf(order);
      if ([...goods.ready, ...goods.waiting].some(({ methodType }) => methodType === 'LOCAL')) {
        return pass('LOCAL', 'The order is a Local Delivery.');
      }
      const text = automation.deliveryMethodTexts.find((wanted) => contains(order, wanted));
      if (text !== undefined) return pass(methods, `The delivery method contains "${text}".`);
      return failUnlessSent('skipped', methods, placementReason('method_mismatch', { methods }));
    },
  },
  ...conditionRules,
];

function methodsOf(order: ShopOrder): string {
  const titles = order.shippingLines.map(({ title, code }) => cleanText(title) || cleanText(code));
  return clip(titles.filter((title) => title !== '').join(', ') || 'none', 255);
}

/** Case, accents, spacing and kinds of dash do not matter. */
function contains({ shippingLines }: ShopOrder, wanted: string): boolean {
  const text = fold(wanted);
  return (
    text !== '' &&
    shippingLines.some(({ title, code }) => fold(title).includes(text) || fold(code ?? '').includes(text))
  );
}
