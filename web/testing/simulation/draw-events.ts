import type { OrderId, OrderReference, ShopDomain } from '#placement/ids.ts';
import { newReference } from '#placement/order-reference.ts';
import { minute } from './draw-scale.ts';
import { collectGoods } from './service-row.ts';
import * as goods from './sim-goods.ts';
import type { SimWorld } from './sim-world.ts';

/** Happens within so many milliseconds of virtual time. */
export function later(world: SimWorld, withinMs: number, run: () => void): void {
  world.scheduler.after(world.random.below(withinMs), run);
}

/** What people do to an order after it came in: the buyer, the shop in Shopify, and whoever presses in the panel. */
export function eventsOf(world: SimWorld, shop: ShopDomain, id: OrderId): (() => void)[] {
  const { shopify } = world;
  const press = (corrections: Record<string, string>) => () =>
    world.people.press(shop, id, { mode: 'again', corrections });
  return [
    () => shopify.typeInNote(shop, id, 'changed by the merchant'),
    () => shopify.typeInNote(shop, id, 'typed again'),
    () => shopify.edit(shop, id, { cancelledAt: new Date(world.scheduler.now()).toISOString() }),
    () => shopify.changePhone(shop, id, '083 987 6543'),
    () => world.people.press(shop, id, { mode: 'again' }),
    press({ dropoff_address: '9 New St, Cape Town' }),
    press({ dropoff_contact_phone: '071 555 0000' }),
    () => pressNew(world, shop, id),
    () => world.people.cancel(shop, id),
    () => collect(world, shop, id),
    () => replace(world, shop, id),
    () => {
      shopify.changeGoods(shop, id, goods.fulfil);
      if (world.random.chance(0.5)) pressNew(world, shop, id);
    },
    () => {
      if (world.random.chance(0.5)) shopify.remove(shop, id);
    },
    ...Object.values(goodsChanges).map((change) => () => changeGoods(world, shop, id, change)),
  ];
}

/** "Cancel and book again" on the first booked one, once or twice, under the reference that the preview shows. */
export function replace(world: SimWorld, shop: ShopDomain, id: OrderId): void {
  const deliveries = [...world.orders.stored(shop, id).deliveries.values()];
  const target = deliveries.find(({ state }) => state === 'placed');
  if (!target) return;
  const { orderReference } = target;
  const reference = newReference(
    orderReference,
    deliveries.map((one) => one.orderReference),
  );
  world.people.callOff(target);
  for (let times = 1 + world.random.below(2); times > 0; times -= 1) {
    later(world, 500, () => world.people.press(shop, id, { mode: 'replace', orderReference, newReference: reference }));
  }
}

/** The driver of one of its deliveries comes for the goods. */
function collect(world: SimWorld, shop: ShopDomain, id: OrderId): void {
  const [reference] = world.orders.stored(shop, id).deliveries.keys();
  const row = world.service.stored.get(reference ?? '');
  if (row) collectGoods(row);
}

const { hold, schedule, move, add, remove } = goods;
const goodsChanges: Readonly<Record<string, goods.GoodsChange>> = { hold, schedule, move, add, remove };
const ends = new Map([
  [hold, goods.release],
  [schedule, goods.open],
]);

/** What the shop does to goods; what it holds or schedules opens again some time later. */
export function changeGoods(world: SimWorld, shop: ShopDomain, id: OrderId, change: goods.GoodsChange): void {
  world.shopify.changeGoods(shop, id, change);
  const end = ends.get(change);
  if (end) later(world, 4 * minute, () => world.shopify.changeGoods(shop, id, end));
}

/** "Send as a new delivery" on the first one that may be, under the reference that the preview shows. */
export function pressNew(world: SimWorld, shop: ShopDomain, id: OrderId): void {
  const deliveries = [...world.orders.stored(shop, id).deliveries.values()];
  const target = deliveries.find(({ state }) => state === 'placed' || state === 'cancelled');
  if (!target) return;
  const used = deliveries.map(({ orderReference }) => orderReference);
  const reference: OrderReference = newReference(target.orderReference, used);
  for (let times = 1 + world.random.below(2); times > 0; times -= 1) {
    later(world, 500, () =>
      world.people.press(shop, id, {
        mode: 'new',
        orderReference: target.orderReference,
        newReference: reference,
        reason: 'the driver never came',
      }),
    );
  }
}
