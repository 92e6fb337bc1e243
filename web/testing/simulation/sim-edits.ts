import type { OrderId, ShopDomain } from '#placement/ids.ts';
import type { ShopAddress, ShopOrder } from '#placement/shop-order.ts';
import type { SeededRandom } from './seeded-random.ts';
import { add } from './sim-goods.ts';
import type { SimWorld } from './sim-world.ts';
import { webhookOf } from './tell-of-change.ts';

/** The shipping line of every order at first. */
export const methodAtCheckout = 'Same Day';
export const isByDriver = (title: string): boolean => /same day/i.test(title);

/** What shops' apps write orders' days into. */
const dayAttribute = 'Delivery-Date';

/** How an order names a day, and which day that is; null: none that anybody could read. '': it names none. */
export type Named = readonly [text: string, day: string | null];

const nothing: Named = ['', ''];

/** What Shopify recommends after it analysed an order. */
export type Recommendation = 'ACCEPT' | 'INVESTIGATE' | 'CANCEL';

/** A time in which an order owed money, by the order's own instants (epoch ms). */
interface Owed {
  from: number;
  /** Null: it still owes. */
  to: number | null;
  /** When the rest was paid, by the clock; epoch ms. */
  paidAt: number | null;
}

/** Whether the merchant has the money of what is still ordered. */
export const isPaidFor = (order: ShopOrder | null): boolean =>
  ['PAID', 'PARTIALLY_REFUNDED'].includes(order?.financialStatus ?? '');

/** Whether nobody is to get the goods of an order any more. */
export const isOver = ({ cancelledAt, financialStatus }: ShopOrder): boolean =>
  cancelledAt !== null || financialStatus === 'REFUNDED';

/** What shops edit of paid orders beside their goods, and the world's own books of it, by shop and order. */
export class SimEdits {
  /** Orders that were deleted, as somebody was told, and what became of them before. */
  readonly gone = new Map<string, 'cancelled' | 'deleted'>();
  /** Orders whose money was given back in full, also such as were deleted since. */
  readonly refunded = new Set<string>();
  readonly owed = new Map<string, Owed[]>();
  readonly #named = new Map<string, { at: number; named: Named }[]>();
  /** Titles of the shipping lines that edits put in place of the one of checkout. */
  readonly methods = new Map<string, { at: number; title: string }[]>();
  /** What fraud analysis found, and whether a webhook told of it; epoch ms, `at` by the order's own instants. */
  readonly risks = new Map<string, { at: number; madeAt: number; found: Recommendation; isTold: boolean }[]>();
  /** Whether an order's instant changes with that, and its own webhook tells of it too: nowhere does Shopify say so. */
  analysisTouches = true;
  /** When buyers moved, and when a person began to type a point; epoch ms, by shop and order. */
  readonly #moved = new Map<string, number[]>();
  readonly #typed = new Map<string, number[]>();
  /** How long after the calm what is still owed is paid; null: never. */
  paysAfterMs: number | null = 0;
  readonly #world: SimWorld;

  constructor(world: SimWorld) {
    this.#world = world;
  }

  /** Goods are added to a paid order, and are to be paid. */
  owe(shop: ShopDomain, id: OrderId, random: SeededRandom): void {
    const { shopify, scheduler } = this.#world;
    const order = shopify.order(shop, id);
    const isFree = order?.financialStatus === 'PAID' && order.cancelledAt === null;
    const fulfillmentOrders = isFree
      ? shopify.orders.late.change(`${shop}/${id}`, order, add, random, scheduler.now())
      : null;
    if (!fulfillmentOrders) return;
    this.#world.log(`${id} owes`);
    shopify.edit(shop, id, { fulfillmentOrders, financialStatus: 'PARTIALLY_PAID' });
    append(this.owed, `${shop}/${id}`, { from: this.#instantOf(shop, id), to: null, paidAt: null });
  }

  /** The rest is paid. */
  payRest(shop: ShopDomain, id: OrderId): void {
    const { shopify, scheduler } = this.#world;
    const span = this.owed.get(`${shop}/${id}`)?.at(-1);
    const order = shopify.order(shop, id);
    if (!span || span.to !== null || !order || isOver(order)) return;
    span.paidAt = scheduler.now();
    this.#world.log(`${id} is paid in full`);
    shopify.edit(shop, id, { financialStatus: 'PAID', paidAt: new Date(span.paidAt).toISOString() });
    span.to = this.#instantOf(shop, id);
    if (this.#world.random.chance(0.5)) this.#world.notify(shop, id, 'orders/paid');
  }

  /** All of its money is given back. */
  payBack(shop: ShopDomain, id: OrderId): void {
    this.refunded.add(`${shop}/${id}`);
    this.#world.shopify.edit(shop, id, { financialStatus: 'REFUNDED' });
  }

  /** Somebody sets the attribute of the order's day. */
  name(shop: ShopDomain, id: OrderId, named: Named): void {
    const { shopify } = this.#world;
    if (!shopify.order(shop, id)) return;
    this.#world.log(`${id} names ${named[0]}`);
    shopify.edit(shop, id, { customAttributes: [{ key: dayAttribute, value: named[0] }] });
    append(this.#named, `${shop}/${id}`, { at: this.#instantOf(shop, id), named });
  }

  /** Another shipping line takes the place of the one there is; what checkout kept with the goods stays. */
  changeMethod(shop: ShopDomain, id: OrderId, title: string): void {
    const { shopify } = this.#world;
    const order = shopify.order(shop, id);
    if (!order) return;
    this.#world.log(`${id} is to go by ${title}`);
    shopify.edit(shop, id, {
      shippingLines: [{ title, code: 'custom', phone: null }],
      removedShippingLines: [...order.removedShippingLines, ...order.shippingLines],
    });
    append(this.methods, `${shop}/${id}`, { at: this.#instantOf(shop, id), title });
  }

  /** Whether at an instant, and all through the second of it, the goods were to travel otherwise than by a driver. */
  isOtherMethodAt(key: string, instant: number): boolean {
    const all = this.#around(this.methods.get(key) ?? [], instant);
    return all.every((one) => !isByDriver(one?.title ?? methodAtCheckout));
  }

  /** Fraud analysis finds something. */
  analyse(shop: ShopDomain, id: OrderId, found: Recommendation): void {
    const { shopify, scheduler } = this.#world;
    const key = `${shop}/${id}`;
    const order = shopify.order(shop, id);
    if (!order) return;
    this.#world.log(`${id} is analysed: ${found}`);
    const madeAt = scheduler.now();
    const before = shopify.hidden.untoldAt.get(key);
    const riskRecommendation = found;
    if (!this.analysisTouches) shopify.edit(shop, id, { riskRecommendation, updatedAt: order.updatedAt }, 'analysis');
    else {
      shopify.edit(shop, id, { riskRecommendation });
      webhookOf(this.#world, shop, id, 'analysis')();
    }
    const isTold = before === madeAt || shopify.hidden.untoldAt.get(key) !== madeAt;
    append(this.risks, key, { at: this.#instantOf(shop, id), madeAt, found, isTold });
  }

  /** Whether at an instant, and all through the second of it, Shopify recommended to cancel; false where no instant says it. */
  isRiskyAt(key: string, instant: number): boolean {
    if (!this.analysisTouches) return false;
    return this.#around(this.risks.get(key) ?? [], instant).every((one) => one?.found === 'CANCEL');
  }

  /** What was changed last before an instant, and what within the second of it: a reading may hold either. */
  #around<T extends { at: number }>(all: readonly T[], instant: number): (T | undefined)[] {
    // A note of ours in the second that was read leaves that a millisecond older.
    const second = instant + 1 - ((instant + 1) % 1_000);
    const [from, to] = this.#world.shopify.wholeSeconds ? [second - 1, second + 999] : [instant, instant];
    return [all.findLast(({ at }) => at <= from), ...all.filter(({ at }) => at > from && at <= to)];
  }

  /** The buyer is to get it elsewhere, with the same number. */
  move(shop: ShopDomain, id: OrderId, address: ShopAddress): void {
    const before = this.#world.shopify.order(shop, id)?.shippingAddress;
    if (before && before.address1 !== address.address1) this.readdress(shop, id, address);
  }

  /** Something of where it is to go is changed. */
  readdress(shop: ShopDomain, id: OrderId, changes: Partial<ShopAddress>): void {
    const { shopify, scheduler } = this.#world;
    const before = shopify.order(shop, id)?.shippingAddress;
    if (!before) return;
    const after = { ...before, ...changes, phone: before.phone };
    this.#world.log(`${id} moves to ${after.address1}, ${after.city}, ${after.country}`);
    append(this.#moved, `${shop}/${id}`, scheduler.now());
    shopify.edit(shop, id, { shippingAddress: after });
  }

  noteTyped(shop: ShopDomain, id: OrderId): void {
    append(this.#typed, `${shop}/${id}`, this.#world.scheduler.now());
  }

  /** Whether the buyer ever moved within so long after somebody began to type a point, or just before, unseen by a replica that lags. */
  movedWhileTyped(shop: ShopDomain, id: OrderId, withinMs: number): boolean {
    const moved = this.#moved.get(`${shop}/${id}`) ?? [];
    const { lagMs } = this.#world.shopify.orders;
    return (this.#typed.get(`${shop}/${id}`) ?? []).some((at) =>
      moved.some((m) => m >= at - lagMs && m < at + withinMs),
    );
  }

  /** What the order names last, and whether it ever named anything. */
  namedAtLast(key: string): Named {
    return this.#named.get(key)?.at(-1)?.named ?? nothing;
  }

  get isAnythingNamed(): boolean {
    return this.#named.size > 0;
  }

  /** All that the order may have named as it was read at one of its instants. */
  namedAt(key: string, instant: number): Named[] {
    return this.#around(this.#named.get(key) ?? [], instant).map((one) => one?.named ?? nothing);
  }

  /** What is still owed is paid, or will be. */
  calm(): void {
    if (this.paysAfterMs === null) return;
    const at = this.#world.scheduler.now() + this.paysAfterMs;
    for (const { shop, id } of this.#world.shopify.orders.values()) {
      const isOwed = this.owed.get(`${shop}/${id}`)?.at(-1)?.to === null;
      if (isOwed) this.#world.scheduler.at(at, () => this.payRest(shop, id));
    }
  }

  #instantOf(shop: ShopDomain, id: OrderId): number {
    return Date.parse(this.#world.shopify.order(shop, id)?.updatedAt ?? '');
  }
}

function append<T>(lists: Map<string, T[]>, key: string, one: T): void {
  lists.set(key, [...(lists.get(key) ?? []), one]);
}
