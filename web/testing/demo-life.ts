import { setTimeout as pause } from 'node:timers/promises';
import type { OrderView } from '#api-contract/order.ts';
import { courierControl } from './courier-control.ts';
import { demoShop, type LocalWorld, liveKey } from './local-world.ts';

/**
 * What becomes of the demo's delivery: the driver takes it, hands it over, and the service tells the app by its own
 * notifications. Slower than anybody wants to wait for, were it left to the slot.
 *
 * @param step tells one line of the story.
 */
export async function tellLife(
  { store, courier, orderUntil }: LocalWorld,
  placed: OrderView,
  step: (name: string, text: string) => void,
): Promise<void> {
  const service = courierControl(courier.url);
  while (!(await service.isListenedTo(liveKey))) await pause(100);
  const [booked] = placed.deliveries;
  const until = (progress: 'on_its_way' | 'delivered') =>
    orderUntil(placed.orderId, (view) => view.deliveries[0]?.progress === progress, 60_000);
  await service.becomes(booked?.deliveryId ?? null, 'PENDING DROPOFF');
  const [driving] = (await until('on_its_way')).deliveries;
  step('driver', `has the goods; the buyer can follow at ${driving?.trackingUrl}`);
  await service.becomes(booked?.deliveryId ?? null, 'DELIVERED');
  const [delivered] = (await until('delivered')).deliveries;
  step('delivered', `the proof: ${delivered?.photoUrl}`);
  step('see it', `${store.url}/store/${demoShop.split('.')[0]}/orders/${placed.orderId}: Shopify says so too`);
}
