import { clip } from './clean-text.ts';
import { conditionRules } from './condition-rules.ts';
import { isUnwantedNow, keptName, methodName, wantedText } from './delivery-method.ts';
import { parcelRules } from './parcel-rules.ts';
import { placementReason } from './placement-reasons.ts';
import { isRedacted } from './redaction.ts';
import { ask, fail, notApplied, pass, type Rule } from './rule.ts';
import type { FulfillmentOrder, ShopOrder } from './shop-order.ts';

/** What the merchant wants sent without a person's press. */
export const automationRules: readonly Rule[] = [
  {
    id: 'method_known',
    name: 'delivery method known',
    override: 'by_action',
    evaluate({ order, goods }) {
      if (!goods.methodUnclear) return pass('known', 'Shopify says how the goods travel.');
      if (order.shippingAddress === null) {
        const code = isRedacted(order, 'shippingAddress') ? 'dropoff_address_withheld' : 'no_address_no_method';
        const reason = placementReason(code, {}, { field: 'dropoff_address' });
        return ask('no shipping line and no address', reason);
      }
      return fail('skipped', 'no shipping line', placementReason('no_delivery_method'));
    },
  },
  {
    id: 'automatic',
    name: 'automatic',
    override: 'by_action',
    evaluate({ settings: { automation } }) {
      if (automation.mode !== 'manual') return pass(automation.mode, 'Orders are sent by themselves.');
      return fail('skipped', 'manual', placementReason('manual_mode'));
    },
  },
  {
    id: 'method',
    name: 'delivery method',
    override: 'by_action',
    evaluate({ order, settings: { automation }, goods }) {
      if (automation.mode !== 'matching') return notApplied(`The method does not matter in mode "${automation.mode}".`);
      const chosen = [...goods.ready, ...goods.waiting];
      const methods = methodsOf(chosen, order);
      if (goods.unmatched) return fail('skipped', methods, placementReason('method_mismatch', { methods }));
      const edited = chosen.filter((one) => isUnwantedNow(one, order, automation.deliveryMethodTexts));
      if (edited.length > 0) {
        // What checkout kept no method of came to goods by that of the order, as another type.
        const kept = edited.map((one) => keptName(one) || methodName(one, order));
        const now = edited.map((one) => (keptName(one) ? methodName(one, order) : (one.methodType ?? 'none')));
        return ask(methods, placementReason('method_edited', { kept: listOf(kept), methods: listOf(now) }));
      }
      const others = goods.leftOut.length === 0 ? '' : ` Left out: ${methodsOf(goods.leftOut, order)}.`;
      if (chosen.some(({ methodType }) => methodType === 'LOCAL')) {
        return pass('LOCAL', `The order is a Local Delivery.${others}`);
      }
      const texts = chosen.map((one) => wantedText(one, order, automation.deliveryMethodTexts));
      const found = [...new Set(texts)].join('", "');
      return pass(methods, `The delivery method contains "${found}".${others}`);
    },
  },
  ...conditionRules,
  ...parcelRules,
];

function methodsOf(goods: readonly FulfillmentOrder[], order: ShopOrder): string {
  return listOf(goods.map((one) => methodName(one, order)));
}

const listOf = (names: readonly string[]): string => clip([...new Set(names)].join(', ') || 'none', 255);
