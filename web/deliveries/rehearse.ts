import type { RehearsalResult } from '#api-contract/panel.ts';
import type { AutomationSettings, Settings } from '#api-contract/settings.ts';
import { decide } from '#placement/eligibility.ts';
import { mapOrder } from '#placement/map-order.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import type { Ports, ShopRecord } from './shop-ports.ts';
import { sideBySide } from './side-by-side.ts';
import { waitOutThrottling } from './wait-out-throttling.ts';

const rehearsed = 50;
/** Reads at a time, so that a rehearsal leaves room for the shop's real orders. */
const width = 4;
const minuteMs = 60_000;

type RehearsedOrder = RehearsalResult['orders'][number];

/**
 * What the rules would have done with the shop's newest orders, each judged at the moment it would have been: neither its
 * age nor the day of installation, a pause or a missing key counts. Reads only.
 *
 * @throws AppError where Shopify cannot be read.
 */
export async function rehearse(
  ports: Pick<Ports, 'shopify' | 'courier'>,
  shop: ShopRecord,
  automation: AutomationSettings,
  sleep: (ms: number) => Promise<void>,
): Promise<RehearsalResult> {
  const settings: Settings = { ...shop.settings, paused: false, automation };
  const newest = await ports.shopify.listRecentOrders(shop.shop, rehearsed);
  const orders = await sideBySide(newest, width, async ({ id }) => {
    const order = await waitOutThrottling(sleep, () => ports.shopify.readOrder(shop.shop, id, settings.parcel));
    return order ? [judge(order, settings, ports.courier.timeZone)] : [];
  });
  return { orders: orders.flat() };
}

function judge(order: ShopOrder, settings: Settings, timeZone: string): RehearsedOrder {
  const paidAt = Date.parse(order.paidAt ?? order.processedAt);
  const { automation } = settings;
  const waitMs = automation.trigger === 'afterEditWindow' ? automation.editWindowMinutes * minuteMs : 0;
  const decision = decide(order, settings, {
    now: paidAt + waitMs,
    installedAt: null,
    timeZone,
    hasKey: { live: true, test: true },
    sentByPerson: false,
    paidAt,
  });
  const { id: orderId, name: orderName, processedAt } = order;
  const seen = { orderId, orderName, processedAt, rules: decision.rules };
  if (decision.verdict !== 'place') return { ...seen, state: decision.verdict, reason: decision.reason };
  const [problem] = mapOrder(order, settings, { correctionsFor: () => undefined }).deliveries.flatMap(
    ({ problems }) => problems,
  );
  return { ...seen, state: problem ? 'needs_attention' : 'placed', reason: problem ?? null };
}
