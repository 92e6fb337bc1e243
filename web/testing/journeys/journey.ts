import type { OrderView as ApiOrder } from '#api-contract/order.ts';
import { whatIsWrongWithHeld } from '#placement/testing/what-is-wrong-with-held.ts';
import type { OrderView as StoreOrder } from '#store-simulator/control/order-view.ts';
import type { NewOrder } from '#store-simulator/state/new-order.ts';
import { demoShop, type LocalWorld } from '../local-world.ts';

/** A second place to collect from. */
export const seaPointStore = {
  name: 'Sea Point Store',
  address1: '80 Regent Road',
  address2: 'Sea Point',
  city: 'Cape Town',
  provinceCode: 'WC',
  zip: '8005',
  phone: '+27215550180',
  latitude: -33.9165,
  longitude: 18.3866,
} as const;

export const resting = (view: ApiOrder): boolean =>
  ['skipped', 'held', 'needs_attention', 'cancelled'].includes(view.state) ||
  (view.state === 'placed' && view.deliveries.every((delivery) => delivery.noteWritten));

/** Adds the order, pays it, and waits until the app has brought it to rest. */
export async function paidOrder(
  world: LocalWorld,
  order: NewOrder,
): Promise<{ view: ApiOrder; stored: StoreOrder; sent: Record<string, unknown>[] }> {
  const added = world.store.addOrder(demoShop, order);
  if (order.paid !== true) world.store.payOrder(demoShop, added.id);
  const view = await world.orderUntil(added.id, resting);
  const wrong = view.state === 'held' ? whatIsWrongWithHeld(view.reason, Date.now()) : null;
  if (wrong !== null) throw new Error(wrong);
  const stored = world.store.order(demoShop, added.id);
  return { view, stored, sent: await sentFor(world, stored.number) };
}

/** The placing requests whose reference belongs to this order number. */
export async function sentFor(world: LocalWorld, number: number): Promise<Record<string, unknown>[]> {
  const bodies = await world.placements();
  return bodies.filter(({ order_reference: reference }) => {
    const text = String(reference);
    return text === String(number) || text.startsWith(`${number}-`);
  });
}
