import type { SendBody } from '#api-contract/order.ts';
import type { DeliveryRecord } from '#deliveries/delivery.ts';
import { newReference } from '#placement/order-reference.ts';
import { type Chosen, minute } from './draw-scale.ts';
import { collectGoods } from './service-row.ts';
import * as goods from './sim-goods.ts';
import type { SimWorld } from './sim-world.ts';

type NewBody =
  | Omit<Extract<SendBody, { mode: 'new' }>, 'newReference'>
  | Omit<Extract<SendBody, { mode: 'replace' }>, 'newReference'>;

/** Happens within so many milliseconds of virtual time. */
export function later(world: SimWorld, withinMs: number, run: () => void): void {
  world.scheduler.after(world.random.below(withinMs), run);
}

type Told = (...told: never[]) => void;

/** Whenever the world tells of it by `name`, this happens too, after whatever happens by then. */
export function alsoWhen<K extends string, T extends Record<K, Told>>(teller: T, name: K, then: T[K]): void {
  const before = teller[name];
  teller[name] = ((...told) => {
    before(...told);
    then(...told);
  }) as T[K];
}

/** What people do to an order after it came in: the buyer, the shop in Shopify, and whoever presses in the panel. */
export function eventsOf(world: SimWorld, order: Chosen): (() => void)[] {
  const { shop, id } = order;
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
    () => pressNew(world, order),
    () => world.people.cancel(shop, id),
    () => collect(world, order),
    () => replace(world, order),
    () => {
      shopify.changeGoods(shop, id, goods.fulfil);
      if (world.random.chance(0.5)) pressNew(world, order);
    },
    () => {
      if (world.random.chance(0.5)) shopify.remove(shop, id);
    },
    ...Object.values(goodsChanges).map((change) => () => changeGoods(world, order, change)),
  ];
}

/** "Cancel and book again" on the first booked one. */
export function replace(world: SimWorld, order: Chosen): void {
  pressUnderNew(world, order, ['placed'], (target) => {
    world.people.callOff(target);
    return { mode: 'replace', orderReference: target.orderReference };
  });
}

/** "Send as a new delivery" on the first one that may be. */
export function pressNew(world: SimWorld, order: Chosen): void {
  pressUnderNew(world, order, ['placed', 'cancelled'], ({ orderReference }) => {
    return { mode: 'new', orderReference, reason: 'the driver never came' };
  });
}

/** Once or twice, under the reference that the preview shows. */
function pressUnderNew(
  world: SimWorld,
  { shop, id }: Chosen,
  states: readonly string[],
  bodyFor: (target: DeliveryRecord) => NewBody,
): void {
  const deliveries = [...world.orders.stored(shop, id).deliveries.values()];
  const target = deliveries.find(({ state }) => states.includes(state));
  if (!target) return;
  const used = deliveries.map(({ orderReference }) => orderReference);
  const body = { ...bodyFor(target), newReference: newReference(target.orderReference, used) };
  for (let times = 1 + world.random.below(2); times > 0; times -= 1)
    later(world, 500, () => world.people.press(shop, id, body));
}

/** The driver of one of its deliveries comes for the goods. */
function collect(world: SimWorld, { shop, id }: Chosen): void {
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
export function changeGoods(world: SimWorld, { shop, id }: Chosen, change: goods.GoodsChange): void {
  world.shopify.changeGoods(shop, id, change);
  const end = ends.get(change);
  if (end) later(world, 4 * minute, () => world.shopify.changeGoods(shop, id, end));
}
