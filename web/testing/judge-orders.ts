import { z } from 'zod';
import { orderPreview } from '#api-contract/order.ts';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import type { OrderView as StoreOrder } from '#store-simulator/control/order-view.ts';
import type { LocalWorld } from './local-world.ts';
import { brokenEnd, brokenPromises, type Driver, type Goods } from './promises.ts';
import { wrongHeld } from './wrong-held.ts';

const paid = ['PAID', 'PARTIALLY_REFUNDED'];
const over = ['REFUNDED', 'VOIDED'];
const live = ['OPEN', 'IN_PROGRESS', 'SCHEDULED', 'ON_HOLD'];
/** Shopify leaves the method out where it knows none. */
const brought = ['LOCAL', 'SHIPPING', null];

type Rules = readonly { message: string }[];
interface Booked extends Driver {
  state: string;
  customer: string | null;
}

/** Every promise that the world, at rest, breaks about an order that is paid, ended, has a delivery or waits: of all its shops. */
export async function judgeOrders(world: LocalWorld): Promise<string[]> {
  const { shops, db } = world.app.context.storage;
  const known: string[] = [];
  for (const { domain } of world.store.shops()) {
    const shop = await shops.shop(domain as ShopDomain);
    if (shop?.uninstalledAt === null) known.push(domain);
  }
  const held = await Promise.all(known.map((shop) => wrongHeld(world, shop)));
  // An edit or a press may leave an order with a delivery and something still to be paid.
  const delivered = await db.selectFrom('delivery').select('order_id').distinct().execute();
  const withDelivery = new Set(delivered.map((row) => row.order_id));
  const orders = known
    .flatMap((shop) => world.store.orders(shop).map((order) => ({ shop, order })))
    .filter(({ order }) => (!isEnded(order) && paid.includes(order.financialStatus)) || withDelivery.has(order.id));
  const booked = await bookedBy(world);
  const found = held.flat();
  for (const { shop, order } of orders) found.push(...(await judgeOrder(world, shop, order, booked)));
  return found;
}

const isEnded = ({ cancelledAt, financialStatus }: StoreOrder): boolean =>
  cancelledAt !== null || over.includes(financialStatus);

async function judgeOrder(
  world: LocalWorld,
  shop: string,
  order: StoreOrder,
  booked: readonly Booked[],
): Promise<string[]> {
  const view = await world.orderView(order.id, shop);
  if (!view) return (await mustBeKnown(world, shop, order.id)) ? [`${order.name}: the app does not know it`] : [];
  const customer = order.customerId ?? `order-${order.id}`;
  const drivers = booked.filter((one) => one.customer === customer && isOf(one.reference, order.number));
  const preview = async () => {
    const { status, body } = await world.api('GET', `/api/orders/${order.id}/preview`, undefined, shop);
    return status === 200 ? orderPreview.parse(body) : null;
  };
  if (isEnded(order)) return brokenEnd({ view, drivers });
  return brokenPromises({ goods: goodsToBring(world, shop, order, view.rules), view, drivers, preview });
}

/** Its payment was told and taken in since the app was installed, and it was not erased. */
async function mustBeKnown({ store, app }: LocalWorld, shop: string, id: string): Promise<boolean> {
  const { shops, orders } = app.context.storage;
  const installedAt = (await shops.shop(shop as ShopDomain))?.installedAt ?? Number.POSITIVE_INFINITY;
  const told = store
    .webhookLog(shop)
    .filter(({ topic, state, body }) => topic === 'orders/paid' && state === 'accepted' && body.includes(id))
    .some(({ attempts }) => attempts.some(({ at }) => at >= installedAt));
  return told && !(await orders.load(shop as ShopDomain, id as OrderId)).erased;
}

const isOf = (reference: string, number: number): boolean => new RegExp(`(^|-)${number}(-|$)`).test(reference);

/** Of what a driver brings; what the rules left out is named in their trace. */
function goodsToBring({ store }: LocalWorld, shop: string, order: StoreOrder, rules: Rules): Goods[] {
  const thirdParties = new Set(
    store.locations(shop).flatMap(({ id, fulfillmentService }) => (fulfillmentService === null ? [] : [id])),
  );
  const leftOut = rules.map(({ message }) => /Left out: (.*)\.$/.exec(message)?.[1] ?? '').join();
  const goods = new Map<string, Goods>();
  for (const { status, methodType, presentedName, locationId, locationName, lines } of order.fulfillmentOrders) {
    if (!live.includes(status) || !brought.includes(methodType) || thirdParties.has(locationId)) continue;
    if (presentedName && leftOut.includes(presentedName)) continue;
    for (const { title, remainingQuantity, requiresShipping } of lines) {
      if (remainingQuantity === 0 || !requiresShipping) continue;
      const key = JSON.stringify([title, locationName]);
      const quantity = (goods.get(key)?.quantity ?? 0) + remainingQuantity;
      goods.set(key, { title, from: locationName, quantity });
    }
  }
  return [...goods.values()];
}

const deliveries = z.object({
  deliveries: z.array(
    z.object({
      order_reference: z.string().nullish(),
      customer_identifier: z.string().nullish(),
      state: z.string(),
      items: z
        .array(
          z.object({
            name: z
              .string()
              .nullish()
              .transform((name) => name ?? ''),
            quantity: z.number(),
          }),
        )
        .nullish(),
    }),
  ),
});

/** What lives at the service and at its test twin. */
async function bookedBy({ courier, courierTest }: LocalWorld): Promise<Booked[]> {
  const answers = [courier, ...(courierTest ? [courierTest] : [])].map(async ({ url }) =>
    deliveries.parse(await (await fetch(`${url}/_control/deliveries`)).json()),
  );
  return (await Promise.all(answers))
    .flatMap((answer) => answer.deliveries)
    .filter(({ state }) => state !== 'CANCELLED')
    .map(({ order_reference: reference, customer_identifier: customer = null, items, state }) => ({
      reference: reference ?? '',
      customer,
      state,
      items: items ?? [],
    }));
}
