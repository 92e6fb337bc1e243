import type { OrderId } from '#placement/ids.ts';
import type { DeliveryRecord } from './delivery.ts';
import type { Ports, ShopRecord } from './shop-ports.ts';

const placedTag = 'same-day-delivery';

/** What the merchant may want besides the note, each done once per delivery: a tag, a fulfilment. */
export async function followUp(
  ports: Ports,
  shop: ShopRecord,
  orderId: OrderId,
  deliveries: readonly DeliveryRecord[],
): Promise<void> {
  const { tags, fulfil } = shop.settings.writeBack;
  const placed = deliveries.filter((delivery) => delivery.state === 'placed' && delivery.service !== null);
  if (tags && placed.some(({ tagsAddedAt }) => tagsAddedAt === null)) {
    await ports.shopify.addTags(shop.shop, orderId, [placedTag]);
    await mark(ports, shop, orderId, placed, (delivery, now) => ({ ...delivery, tagsAddedAt: now }));
  }
  for (const delivery of placed) {
    if (delivery.fulfillmentId !== null || !wantsFulfilment(delivery, fulfil)) continue;
    const { fulfillmentId } = await ports.shopify.fulfil(shop.shop, {
      lines: delivery.lines,
      trackingNumber: delivery.service?.deliveryId ?? delivery.orderReference,
      company: 'Same-day delivery',
    });
    await mark(ports, shop, orderId, [delivery], (row) => ({ ...row, fulfillmentId }));
  }
}

function wantsFulfilment(delivery: DeliveryRecord, fulfil: 'never' | 'placed' | 'pickedUp'): boolean {
  if (delivery.mode === 'test' || fulfil === 'never') return false;
  return fulfil === 'placed' || isPickedUp(delivery.service?.state ?? null);
}

/** The service's words for "the driver has it" (interface: states not shown; the known ones). */
function isPickedUp(state: string | null): boolean {
  return state !== null && /^(PENDING.DROPOFF|DELIVERED|COMPLETED)$/i.test(state);
}

async function mark(
  ports: Ports,
  shop: ShopRecord,
  orderId: OrderId,
  which: DeliveryRecord[],
  change: (delivery: DeliveryRecord, now: number) => DeliveryRecord,
): Promise<void> {
  const references = new Set(which.map(({ orderReference }) => orderReference));
  await ports.orders.change(shop.shop, orderId, ({ deliveries, now }) => ({
    result: null,
    change: {
      deliveries: deliveries.filter((d) => references.has(d.orderReference)).map((d) => change(d, now)),
    },
  }));
}
