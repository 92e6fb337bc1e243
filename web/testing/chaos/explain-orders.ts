import type { OrderPreview, OrderView } from '#api-contract/order.ts';
import { sideBySide } from '#deliveries/actions/many-orders.ts';
import { brokenPromises, type Driver } from '../promises.ts';
import type { OrderOfShop } from './canned-shopify.ts';
import { type ChaosWorld, listedOrders } from './chaos-world.ts';

/** What the app says of its orders, held against what the service has. */
export interface Balance {
  placed: number;
  needsAttention: number;
  /** Orders that are neither placed with the service's own ids nor at rest for a stated reason. */
  unexplained: number;
  /** Deliveries beyond the first of an order's goods at a location: every order has a customer of its own. */
  doubled: number;
  /** Goods that nobody brings and nobody is told of, and drivers that are denied: a line for each. */
  broken: string[];
}

/** Asks the app about every order, and compares with the deliveries that the service really has. */
export async function balanceOf(world: ChaosWorld, orders: readonly OrderOfShop[]): Promise<Balance> {
  const drivers = driversOf(world);
  const judged = await sideBySide(orders, 10, async (order) => {
    const view = await viewOf(world, order);
    const theirs = drivers.get(order.number) ?? [];
    return { end: endOf(view, theirs), broken: await brokenIn(world, order, { view, drivers: theirs }) };
  });
  const count = (wanted: ReturnType<typeof endOf>) => judged.filter(({ end }) => end === wanted).length;
  return {
    placed: count('placed'),
    needsAttention: count('needs_attention'),
    unexplained: count('unexplained'),
    doubled: doubledAt(world),
    broken: judged.flatMap(({ broken }) => broken),
  };
}

/** The promises that are broken among these orders. Only those are looked at closely whose drivers do not tell it all. */
export async function promisesBroken(world: ChaosWorld, orders: readonly OrderOfShop[]): Promise<string[]> {
  const drivers = driversOf(world);
  const placed = new Set<string>();
  for (const shop of new Set(orders.map((order) => order.shop))) {
    for (const [orderId, states] of await listedOrders(world.fleet, shop))
      if (states.every((state) => state === 'placed')) placed.add(`${shop}/${orderId}`);
  }
  const doubtful = orders.filter(({ shop, number }) => {
    const brought = (drivers.get(number) ?? []).flatMap(({ items }) => items.map(({ name }) => name));
    const all = world.shopify.goods({ shop, number }).every(({ title }) => brought.includes(title));
    return !all || !placed.has(`${shop}/${number}`);
  });
  const found = await sideBySide(doubtful, 10, async (order) =>
    brokenIn(world, order, { view: await viewOf(world, order), drivers: drivers.get(order.number) ?? [] }),
  );
  return found.flat();
}

/** Deliveries beyond one for a customer at a pickup address. */
export function doubledAt({ courier }: ChaosWorld): number {
  const places = [...courier.deliveries.values()].map(({ customer, body }) => `${customer} ${body['pickup_address']}`);
  return places.length - new Set(places).size;
}

type Booked = Driver & { id: string };

/** What the service has, by order number. */
function driversOf({ courier }: ChaosWorld): Map<number, Booked[]> {
  const drivers = new Map<number, Booked[]>();
  for (const { id, reference, customer, body } of courier.deliveries.values()) {
    // The customer of order 1001 is 71001.
    const number = Number(customer.slice(1));
    const items = (body['items'] ?? []) as Driver['items'];
    drivers.set(number, [...(drivers.get(number) ?? []), { id, reference, items }]);
  }
  return drivers;
}

async function viewOf({ fleet }: ChaosWorld, { shop, number }: OrderOfShop): Promise<OrderView | null> {
  const { status, body } = await fleet.api('GET', `/api/orders/${number}`, shop);
  return status === 200 ? (body as OrderView) : null;
}

async function brokenIn(
  { fleet, shopify }: ChaosWorld,
  { shop, number }: OrderOfShop,
  { view, drivers }: { view: OrderView | null; drivers: readonly Driver[] },
): Promise<string[]> {
  if (!view) return [`#${number} of ${shop}: the app does not know it`];
  const preview = async () => {
    const { status, body } = await fleet.api('GET', `/api/orders/${number}/preview`, shop);
    return status === 200 ? (body as OrderPreview) : null;
  };
  return brokenPromises({ goods: shopify.goods({ shop, number }), view, drivers, preview });
}

function endOf(view: OrderView | null, drivers: readonly Booked[]): 'placed' | 'needs_attention' | 'unexplained' {
  const placed = view?.deliveries.filter(({ state }) => state === 'placed') ?? [];
  const ids = (of: readonly (string | null)[]): string => of.toSorted().join();
  const isSame = ids(placed.map(({ deliveryId }) => deliveryId)) === ids(drivers.map(({ id }) => id));
  if (view?.state === 'placed' && placed.length > 0 && isSame) return 'placed';
  return view?.state === 'needs_attention' && view.reason ? 'needs_attention' : 'unexplained';
}
