import type { RehearsalResult } from '#api-contract/rehearsal.ts';
import type { AutomationSettings, Settings } from '#api-contract/settings.ts';
import { asWhenPaid } from '#placement/as-when-paid.ts';
import { decide } from '#placement/eligibility.ts';
import { mapOrder } from '#placement/map-order.ts';
import { sendableFrom } from '#placement/sendable-from.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import type { Ports } from '../ports/ports.ts';
import type { ShopRecord } from '../ports/stores.ts';
import { payableSince } from '../run/paid-at.ts';
import { sideBySide, waitOutThrottling } from './many-orders.ts';

const rehearsed = 50;
/** Reads at a time, so that a rehearsal leaves room for the shop's real orders. */
const width = 4;

type RehearsedOrder = RehearsalResult['orders'][number];

/**
 * What the rules would have done with the shop's newest orders, each judged as it was when it was paid and at the moment
 * it would have been sent: neither what became of it since, its age nor the day of installation, a pause, a missing key
 * or the merchant's packing counts. Reads only.
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
  const newest = await ports.shopify.listRecentOrders(shop.domain, rehearsed);
  const orders = await sideBySide(newest, width, async ({ id }) => {
    const order = await waitOutThrottling(sleep, () => ports.shopify.readOrder(shop.domain, id, settings.parcel));
    return order ? [judge(order, settings, { timeZone: ports.courier.timeZone, shopTimeZone: shop.timeZone })] : [];
  });
  return { orders: orders.flat() };
}

function judge(read: ShopOrder, settings: Settings, zones: { timeZone: string; shopTimeZone: string }): RehearsedOrder {
  const then = asWhenPaid(read);
  const order = settings.automation.trigger === 'inProgress' ? inProgress(then) : then;
  const processedAt = Date.parse(order.processedAt);
  const paid = { paidAt: order.paidAt === null ? null : Date.parse(order.paidAt), processedAt };
  const paidAt = payableSince(paid, order, settings.automation);
  const decision = decide(order, settings, {
    now: sendableFrom(order, settings, { paidAt, timeZone: zones.timeZone }),
    installedAt: null,
    ...zones,
    hasKey: { live: true, test: true },
    sentByPerson: false,
    paidAt,
    prepared: order.fulfillmentOrders.map(({ id }) => id),
  });
  const seen = { orderId: order.id, orderName: order.name, processedAt: order.processedAt, rules: decision.rules };
  if (decision.verdict !== 'place') return { ...seen, state: decision.verdict, reason: decision.reason };
  const [problem] = mapOrder(order, settings, { correctionsFor: () => undefined }).deliveries.flatMap(
    ({ problems }) => problems,
  );
  return { ...seen, state: problem ? 'needs_attention' : 'placed', reason: problem ?? null };
}

/** As the merchant's packing would have made it. */
function inProgress(order: ShopOrder): ShopOrder {
  const started = order.fulfillmentOrders.map((one) =>
    one.status === 'OPEN' ? { ...one, status: 'IN_PROGRESS' } : one,
  );
  return { ...order, fulfillmentOrders: started };
}
