import { postcode } from './address.ts';
import { cleanText, clip, fold } from './clean-text.ts';
import { fraudRiskOf, isAskedAbout } from './fraud-risk.ts';
import { placementReason } from './placement-reasons.ts';
import { inPostcodes } from './postcodes.ts';
import { provinceName, provinceOf } from './province.ts';
import { ask, fail, notApplied, pass, type Rule } from './rule.ts';

/** The merchant's further conditions, all optional; a person's press overrides each. */
export const conditionRules: readonly Rule[] = [
  {
    // All locations or nothing: half an order on its way would look like a whole one.
    id: 'location',
    name: 'location',
    override: 'by_action',
    evaluate({ settings: { automation }, goods }) {
      if (automation.locationIds.length === 0) return notApplied('Every location is served.');
      const locations = [...goods.ready, ...goods.waiting].map(({ location }) => location);
      const other = locations.find(({ id }) => id === null || !automation.locationIds.includes(id));
      const names = clip([...new Set(locations.map(({ name }) => cleanText(name)))].join(', '), 255);
      if (!other) return pass(names, 'Every location of the goods is served.');
      return fail('skipped', names, placementReason('condition_location', { location: cleanText(other.name) }));
    },
  },
  {
    id: 'tag_included',
    name: 'included tags',
    override: 'by_action',
    evaluate({ order, settings: { automation } }) {
      if (automation.includeTags.length === 0) return notApplied('No tag is asked for.');
      const tag = automation.includeTags.find((wanted) => hasTag(order.tags, wanted));
      const tags = automation.includeTags.join(', ');
      if (tag !== undefined) return pass(tags, `The order has the tag "${tag}".`);
      return fail('skipped', tags, placementReason('condition_tag_missing', { tags }));
    },
  },
  {
    id: 'tag_excluded',
    name: 'excluded tags',
    override: 'by_action',
    evaluate({ order, settings: { automation } }) {
      if (automation.excludeTags.length === 0) return notApplied('No tag is left out.');
      const tag = automation.excludeTags.find((unwanted) => hasTag(order.tags, unwanted));
      const tags = automation.excludeTags.join(', ');
      if (tag === undefined) return pass(tags, 'The order has none of the tags that are left out.');
      return fail('skipped', tags, placementReason('condition_tag_excluded', { tag }));
    },
  },
  {
    id: 'province',
    name: 'province',
    override: 'by_action',
    evaluate({ order: { shippingAddress: address }, settings: { automation } }) {
      if (automation.provinces.length === 0) return notApplied('Every province is served.');
      const code = provinceOf(address?.provinceCode) ?? provinceOf(address?.province);
      const input = code === null ? 'not known' : provinceName(code);
      if (code !== null && automation.provinces.some((province) => provinceOf(province) === code)) {
        return pass(input, 'The province is served.');
      }
      return fail('skipped', input, placementReason('condition_province'));
    },
  },
  {
    // The postcode itself is part of the buyer's address and stays out of the trace.
    id: 'postcode',
    name: 'postcode',
    override: 'by_action',
    evaluate({ order: { shippingAddress: address }, settings: { automation } }) {
      if (automation.postcodes.length === 0) return notApplied('Every postcode is served.');
      const zip = address === null ? '' : postcode(address);
      const input = zip === '' ? 'no postcode' : 'postcode of the delivery address';
      if (inPostcodes(zip, automation.postcodes)) {
        return pass(input, 'The postcode is served.');
      }
      return fail('skipped', input, placementReason('condition_postcode'));
    },
  },
  {
    id: 'order_value',
    name: 'order value',
    override: 'by_action',
    evaluate({ order: { total }, settings: { automation } }) {
      const { minValue: min } = automation;
      if (min === null) return notApplied('No minimum.');
      const input = `${total.amount} ${total.currency}`;
      if (total.amount >= min) return pass(input, `The order is worth at least ${min}.`);
      const params = { value: String(total.amount), currency: total.currency, min };
      return fail('skipped', input, placementReason('condition_value', params));
    },
  },
  {
    // Of what was analysed by the time it is to be sent; one that is found harmless later goes by itself.
    id: 'fraud_risk',
    name: 'fraud risk',
    override: 'by_action',
    evaluate({ order, settings: { automation } }) {
      if (automation.askAtRisk === 'never') return notApplied('No risk of fraud is asked about.');
      const risk = fraudRiskOf(order);
      if (!isAskedAbout(risk, automation.askAtRisk))
        return pass(risk, 'Shopify found no risk of fraud that is asked about.');
      return ask(risk, placementReason(risk === 'high' ? 'fraud_risk_high' : 'fraud_risk_medium'));
    },
  },
];

function hasTag(tags: readonly string[], wanted: string): boolean {
  return tags.some((tag) => fold(tag) === fold(wanted));
}
