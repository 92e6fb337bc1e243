import type { AutomationSettings } from '#api-contract/settings.ts';
import { inSouthAfricaByName } from './address.ts';
import { cleanText, clip, fold } from './clean-text.ts';
import { placementReason } from './placement-reasons.ts';
import { fail, notApplied, pass, type Rule } from './rule.ts';
import { isPaid, type ShopOrder } from './shop-order.ts';

/** The first of an order's payment gateways whose orders go out before they are paid. */
export const trustedGateway = (
  { paymentGateways }: Pick<ShopOrder, 'paymentGateways'>,
  { pendingGateways }: Pick<AutomationSettings, 'pendingGateways'>,
): string | undefined => paymentGateways.find((name) => pendingGateways.some((one) => fold(one) === fold(name)));

/** Whether this is an order that could be delivered at all. */
export const orderRules: readonly Rule[] = [
  {
    id: 'not_cancelled',
    name: 'not cancelled',
    override: 'never',
    evaluate({ order }) {
      if (order.cancelledAt !== null) return fail('cancelled', 'cancelled', placementReason('order_cancelled'));
      if (order.financialStatus === 'REFUNDED') return fail('cancelled', 'REFUNDED', placementReason('order_refunded'));
      return pass('open', 'The order is neither cancelled nor fully refunded.');
    },
  },
  {
    id: 'test_orders',
    name: 'test orders',
    override: 'never',
    evaluate({ order, settings }) {
      if (!order.test) return pass('live order', 'The order is a live one: it goes to the live service only.');
      if (!settings.automation.testMode)
        return fail('skipped', 'test order, test mode off', placementReason('test_order'));
      return pass('test order, test mode on', 'The order is a test order: it goes to the test service only.');
    },
  },
  {
    id: 'paid',
    name: 'paid',
    override: 'never',
    evaluate({ order, settings: { automation } }) {
      if (isPaid(order)) return pass(order.financialStatus, 'The order was fully paid.');
      const { financialStatus: status } = order;
      const trusted = trustedGateway(order, automation);
      if (status === 'PENDING' && trusted !== undefined) {
        return pass(status, `The payment is pending by "${trusted}", which goes out before it is paid.`);
      }
      if (!status) return fail('skipped', 'none', placementReason('not_paid_unknown'));
      const words = clip(cleanText(status).toLowerCase().replaceAll('_', ' '), 40);
      return fail('skipped', status, placementReason('not_paid', { status: words }));
    },
  },
  {
    id: 'goods_to_deliver',
    name: 'goods to deliver',
    override: 'by_new_delivery',
    evaluate({ goods }) {
      const { none, ready, waiting, thirdParties } = goods;
      const counts = `${ready.length} ready, ${waiting.length} waiting, ${thirdParties.length} with third parties`;
      if (none === 'third_party_location') {
        const location = clip(cleanText(thirdParties.join(', ')), 255);
        return fail('skipped', counts, placementReason(none, { location }));
      }
      if (none !== null) return fail('skipped', counts, placementReason(none));
      return pass(counts, 'There are goods to bring to the buyer.');
    },
  },
  {
    id: 'in_south_africa',
    name: 'in South Africa',
    override: 'never',
    evaluate({ order: { shippingAddress: address } }) {
      if (address === null) return notApplied('The order has no shipping address.');
      const country = clip(cleanText(address.country) || cleanText(address.countryCode), 100);
      if (inSouthAfricaByName(address) !== 'no') return pass(country, 'The delivery address is in South Africa.');
      return fail('skipped', country, placementReason('outside_south_africa', { country }));
    },
  },
  {
    id: 'since_install',
    name: 'ordered since the app was installed',
    override: 'by_action',
    evaluate({ order, context: { installedAt, takenIn = false } }) {
      const installed = instant(installedAt);
      const processed = instant(order.processedAt);
      if (installed === null || processed === null) return notApplied('The time of one of the two is not known.');
      const input = `ordered ${processed}, installed ${installed}`;
      // Shopify gives whole seconds: an order of the second in which the app was installed counts as after it.
      if (processed >= installed.slice(0, 19)) return pass(input, 'The order came in after the app was installed.');
      if (takenIn) return pass(input, 'An installation before this one took the order in.');
      return fail('skipped', input, placementReason('before_install'));
    },
  },
];

/** RFC 3339 in UTC; null for what is no instant. */
function instant(at: string | number | null): string | null {
  const date = new Date(at ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
