import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { changeGoods, eventsOf, later, pressNew, replace } from './draw-events.ts';
import { anyTime, type Scale } from './draw-scale.ts';
import type { SeededRandom } from './seeded-random.ts';
import { setRules } from './shop-settings.ts';
import * as goods from './sim-goods.ts';
import { orderIdOf } from './sim-shopify.ts';
import type { SimWorld } from './sim-world.ts';

type Deed = () => void;

const number = 1001;

/** What the shop's staff do by hand to its first order, in Shopify and in the panel: at any time, or while it is being sent. */
export function drawStaff(world: SimWorld, staff: SeededRandom, { spreadMs }: Scale): void {
  const [shop] = world.shops.shops.keys();
  if (shop === undefined || !staff.chance(0.2)) return;
  world.shopify.atOnce = staff.pick([
    [goods.hold, 2],
    [goods.fulfilOne, 1],
    [null, 3],
  ] as const);
  const [deeds, events] = [deedsOf, eventsOf].map((of) => of(world, shop, orderIdOf(number))) as [Deed[], Deed[]];
  for (let times = 1 + staff.below(3); times > 0; times -= 1) {
    const some = staff.chance(0.6) ? deeds : events;
    const deed = some[staff.below(some.length)] as Deed;
    if (staff.chance(0.3)) whileSent(world, shop, deed);
    else world.scheduler.after(anyTime(staff, spreadMs), deed);
  }
}

/** Where they are busy, staff press again and again about the first order, and its goods are held, moved, added, removed and handed over meanwhile. */
export function drawRush(world: SimWorld, rush: SeededRandom, { spreadMs, isBusy }: Scale & { isBusy: boolean }): void {
  const [shop] = world.shops.shops.keys();
  if (shop === undefined || !isBusy) return;
  const [presses, changes] = [pressesOf, changesOf].map((of) => of(world, shop, orderIdOf(number))) as [Deed[], Deed[]];
  const withinMs = rush.pick([2, 4, 10].map((times) => [times * spreadMs, 1] as const));
  for (let times = 4 + rush.below(12); times > 0; times -= 1) {
    const some = rush.chance(0.5) ? presses : changes;
    const deed = some[rush.below(some.length)] as Deed;
    if (rush.chance(0.1)) whileSent(world, shop, deed);
    else world.scheduler.after(rush.below(withinMs), deed);
  }
}

function pressesOf(world: SimWorld, shop: ShopDomain, id: OrderId): Deed[] {
  const { people } = world;
  return [
    () => people.press(shop, id, { mode: 'again' }),
    () => people.press(shop, id, { mode: 'again' }),
    () => people.press(shop, id, { mode: 'again', corrections: { dropoff_contact_phone: '071 555 0000' } }),
    () => pressNew(world, shop, id),
    () => pressNew(world, shop, id),
    () => people.cancel(shop, id),
    () => replace(world, shop, id),
    () => people.sendGoods(shop, id),
    () => people.refresh(shop, id),
    () => people.acknowledge(shop, id),
  ];
}

const changesOf = (world: SimWorld, shop: ShopDomain, id: OrderId): Deed[] =>
  [
    goods.hold,
    goods.hold,
    goods.release,
    goods.move,
    goods.move,
    goods.add,
    goods.remove,
    goods.fulfilPart,
    goods.fulfilPart,
    goods.takeBack,
  ].map((change) => () => changeGoods(world, shop, id, change));

/** Somebody refreshes the pages of orders, at any time or again and again, also while one is being sent. */
export function drawRefreshes(world: SimWorld, staff: SeededRandom, { spreadMs }: Scale): void {
  const refresh = () => {
    const orders = [...world.shopify.orders.values()];
    const order = orders[staff.below(orders.length)];
    if (order) world.people.refresh(order.shop, order.id);
  };
  if (staff.chance(0.5)) for (const shop of world.shops.shops.keys()) whileSent(world, shop, refresh);
  for (let times = 1 + staff.below(5); times > 0; times -= 1) {
    const withinMs = (staff.chance(0.7) ? 2 : 60) * spreadMs;
    world.scheduler.after(staff.below(withinMs), refresh);
  }
}

function deedsOf(world: SimWorld, shop: ShopDomain, id: OrderId): Deed[] {
  const { shopify, people } = world;
  const twice = (press: () => void) => () => {
    press();
    if (world.random.chance(0.3)) later(world, 500, press);
  };
  return [
    () => shopify.changeGoods(shop, id, goods.fulfil),
    () => shopify.changeGoods(shop, id, goods.fulfilOne),
    () => {
      shopify.changeGoods(shop, id, goods.fulfilOne);
      later(world, 20_000, () => shopify.changeGoods(shop, id, goods.takeBack));
    },
    () => shopify.changeGoods(shop, id, goods.release),
    () => {
      shopify.changeGoods(shop, id, goods.add);
      later(world, 20_000, () => people.sendGoods(shop, id));
    },
    twice(() => people.sendGoods(shop, id)),
    twice(() => people.acknowledge(shop, id)),
  ];
}

/** Once, at the moment that a request for the shop's first order arrives at the service. */
export function whileSent({ service }: SimWorld, shop: ShopDomain, deed: Deed): void {
  const { onArrived } = service;
  service.onArrived = (call) => {
    onArrived(call);
    if (call.customer !== `${shop.length}${number}`) return;
    service.onArrived = onArrived;
    deed();
  };
}

const leftOut = 'by hand';

/** A rule leaves out what staff tag, also when something of the order was sent; half of the time they take the tag off again. */
export function drawTags(world: SimWorld, staff: SeededRandom, { spreadMs }: Scale): void {
  for (const shop of world.shops.shops.keys()) {
    setRules(world, shop, { excludeTags: [leftOut] });
    const tag = (...own: string[]) => {
      const { tags = [] } = world.shopify.order(shop, orderIdOf(number)) ?? {};
      world.shopify.edit(shop, orderIdOf(number), { tags: [...tags.filter((one) => one !== leftOut), ...own] });
    };
    const at = world.scheduler.now() + staff.below(4 * spreadMs);
    world.scheduler.at(at, () => tag(leftOut));
    if (staff.chance(0.5)) world.scheduler.at(at + staff.below(4 * spreadMs), () => tag());
  }
}
