import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { addAwkwardOrders, kettleShop } from '../../demo-shop.ts';
import { resting } from '../../journeys/journey.ts';
import { demoShop, type LocalWorld, startLocalWorld } from '../../local-world.ts';

/** More than a page of the list. */
const ordinaryOrders = 30;

/** The local world in the middle of a shop's day: a full page of deliveries and one order of each awkward kind. */
export async function startBusyShop(): Promise<LocalWorld> {
  const world = await startLocalWorld({ store: { shops: [kettleShop] } });
  const { store, orderUntil } = world;
  const numbers = addAwkwardOrders(store);
  for (let index = 0; index < ordinaryOrders; index += 1) {
    numbers.push(store.addOrder(demoShop, orderKinds.unpaid()).number);
  }
  for (const number of numbers) await orderUntil(store.payOrder(demoShop, number).id, resting);
  await store.webhooksSettled();
  return world;
}

/** Where the admin shows a screen of the app. */
export function screenUrl({ store }: LocalWorld, path: string): string {
  return `${store.url}/store/${demoShop.split('.')[0]}/apps/same-day-delivery${path}`;
}
