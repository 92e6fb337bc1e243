import type { ShopifyAdmin } from '#deliveries/ports/shopify.ts';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import { exampleAddress, exampleFulfillmentOrder, exampleOrder } from '#placement/testing/example-order.ts';
import { HiddenChanges } from './hidden-changes.ts';
import { KnownInstants } from './known-instants.ts';
import type { Scheduler, SimProcess } from './scheduler.ts';
import type { SeededRandom } from './seeded-random.ts';
import { ShownNotes } from './shown-notes.ts';
import { down, forbidden, refused, SimFollowUp } from './sim-follow-up.ts';
import { type GoodsChange, posted, sameUnits, simLine, simLocation, unitsOrdered } from './sim-goods.ts';
import { SimPlaces } from './sim-places.ts';
import { ShopBuckets } from './throttle-bucket.ts';
import { updatedOrders } from './updated-orders.ts';
import { VersionedOrders } from './versioned-orders.ts';

/** Real ids of one shop's orders lie multiples of 32,768 apart. */
export const orderIdOf = (number: number): OrderId => String(5_000_000_000_058 + 32_768 * number) as OrderId;

/** What changed an order: the buyer or the merchant, where its goods stand and whether they may go, or this app itself. */
export type ChangedBy = 'merchant' | 'goods' | 'analysis' | 'app';

/** Shopify as a model: orders with notes, reads and writes that take a while and sometimes fail. */
export class SimShopify {
  /** By shop and order id. */
  readonly orders: VersionedOrders;
  /** The app's metafield of each order, which is its own digest. */
  readonly details = new Map<string, string>();
  /** What the buyer and the merchant wrote, without any line of ours. */
  readonly merchantNotes = new Map<string, string>();
  /** The most units of each item that an order ever had, handed over or not, by its title. */
  readonly everOrdered = new Map<string, Map<string, number>>();
  /** Orders of which nothing was left to bring at some time, and such of which something was marked as in progress. */
  readonly everEmpty = new Set<string>();
  readonly everPacked = new Set<string>();
  /** When the merchant last changed the recipient's phone number, epoch ms, and from which. */
  readonly phoneChanged = new Map<string, { at: number; before: string | null }>();
  /** What of its orders' changes nobody was told. */
  readonly hidden = new HiddenChanges();
  /** Tags, fulfilments and their events. */
  readonly followUp = new SimFollowUp(this, {
    now: () => this.#scheduler.now(),
    shownUpTo: () => this.orders.shownUpTo(this.#random),
  });
  /** What became of its shops' locations. */
  readonly places = new SimPlaces(() => this.orders.shownByAll);
  /** Shops that keep from the app the access that it needs to write. */
  readonly withheld = new Set<ShopDomain>();
  /** What the shop does to the goods of an order as it comes in. */
  atOnce: GoodsChange | null = null;
  /** Instants are told in whole seconds, as Shopify does: two changes in one look like one. */
  wholeSeconds = false;
  readonly #scheduler: Scheduler;
  readonly #random: SeededRandom;
  readonly #callMs: number;
  readonly #buckets: ShopBuckets;
  failing: (random: SeededRandom) => boolean = () => false;
  /** What changes of an order with what somebody changes. */
  alongWith: (order: ShopOrder, changes: Partial<ShopOrder>) => Partial<ShopOrder> = () => ({});
  onChange: (shop: ShopDomain, orderId: OrderId, by: ChangedBy) => void = () => {};
  onAdded: (shop: ShopDomain, orderId: OrderId) => void = () => {};
  /** Told where a note write took away words of the merchant that it had been shown. */
  onWordsLost: (shop: ShopDomain, orderId: OrderId) => void = () => {};

  constructor(scheduler: Scheduler, random: SeededRandom, callMs: number) {
    this.orders = new VersionedOrders(scheduler);
    this.#scheduler = scheduler;
    this.#random = random;
    this.#callMs = callMs;
    this.#buckets = new ShopBuckets(scheduler);
  }

  /** A paid order with goods at one or two locations. */
  addOrder(shop: ShopDomain, number: number, locations: number, changes: Partial<ShopOrder> = {}): ShopOrder {
    const at = new Date(this.#instant()).toISOString();
    const fulfillmentOrders = Array.from({ length: locations }, (_, index) =>
      exampleFulfillmentOrder({
        id: `${number}0${index}`,
        location: simLocation(index),
        lines: [simLine(`${number}1${index}`, `Item ${number}-${index}`, 2)],
      }),
    );
    if (this.#random.chance(0.1)) fulfillmentOrders.push(posted(number));
    const order = exampleOrder({
      id: orderIdOf(number),
      number,
      name: `#${number}`,
      createdAt: at,
      processedAt: at,
      paidAt: at,
      updatedAt: at,
      customer: { id: `${shop.length}${number}`, firstName: 'T', lastName: 'N', displayName: 'T N', phone: null },
      note: this.#random.chance(0.5) ? 'Ring twice\r\nplease' : null,
      fulfillmentOrders,
      ...changes,
    });
    this.orders.set(`${shop}/${order.id}`, { ...order, shop });
    this.merchantNotes.set(`${shop}/${order.id}`, order.note ?? '');
    this.#count(`${shop}/${order.id}`);
    if (this.atOnce) this.changeGoods(shop, order.id, this.atOnce);
    this.onAdded(shop, order.id);
    return order;
  }

  /** The order as the Admin API shows it. */
  order(shop: ShopDomain, id: string): ShopOrder | null {
    return this.orders.get(`${shop}/${id}`) ?? null;
  }

  pay(shop: ShopDomain, id: string): void {
    const paidAt = new Date(this.#scheduler.now()).toISOString();
    if (this.order(shop, id)?.financialStatus === 'PENDING') this.edit(shop, id, { financialStatus: 'PAID', paidAt });
  }

  /** A change of an order. No two have the same instant but where whole seconds are told and all replicas are up to date. */
  edit(shop: ShopDomain, id: string, changes: Partial<ShopOrder>, by: ChangedBy = 'merchant'): void {
    const order = this.orders.get(`${shop}/${id}`);
    if (!order) return;
    const apartMs = this.wholeSeconds ? 1_000 * Math.sign(this.orders.lagMs) : 1;
    const updatedAt = new Date(Math.max(this.#instant(), Date.parse(order.updatedAt) + apartMs)).toISOString();
    const changed = { ...order, updatedAt, ...changes, ...this.alongWith(order, changes) };
    this.orders.set(`${shop}/${id}`, changed);
    this.hidden.changed(`${shop}/${id}`, order, changed, this.#scheduler.now());
    if (changed.fulfillmentOrders !== order.fulfillmentOrders) this.#count(`${shop}/${id}`);
    this.onChange(shop, id as OrderId, by);
  }

  #instant(): number {
    const now = this.#scheduler.now();
    return this.wholeSeconds ? now - (now % 1_000) : now;
  }

  /** Deleted, or older than the app may read. */
  remove(shop: ShopDomain, id: string): void {
    this.orders.delete(`${shop}/${id}`);
  }

  /** The merchant types below whatever stands in the note now. */
  typeInNote(shop: ShopDomain, id: string, words: string): void {
    const order = this.order(shop, id);
    if (!order) return;
    this.merchantNotes.set(`${shop}/${id}`, `${words}\n${this.merchantNotes.get(`${shop}/${id}`) ?? ''}`);
    this.edit(shop, id, { note: `${words}\n${order.note ?? ''}` });
  }

  changePhone(shop: ShopDomain, id: string, phone: string): void {
    const address = this.order(shop, id as OrderId)?.shippingAddress ?? exampleAddress();
    const { phone: before } = address;
    if (before !== phone) this.phoneChanged.set(`${shop}/${id}`, { at: this.#scheduler.now(), before });
    this.edit(shop, id, { shippingAddress: { ...address, phone } });
  }

  /** The shop holds, releases, schedules, moves, adds or takes away goods; nothing where the order has none for it. */
  changeGoods(shop: ShopDomain, id: string, change: GoodsChange): void {
    const [key, order] = [`${shop}/${id}`, this.order(shop, id)];
    const fulfillmentOrders = order && this.orders.late.change(key, order, change, this.#random, this.#scheduler.now());
    if (!fulfillmentOrders || !this.places.takes(shop, order.fulfillmentOrders, fulfillmentOrders)) return;
    const isSame = sameUnits(order.fulfillmentOrders, fulfillmentOrders);
    this.edit(shop, id, { fulfillmentOrders }, isSame ? 'goods' : 'merchant');
  }

  #count(key: string): void {
    const order = this.orders.get(key);
    const shown = order ? this.orders.late.madeBy(key, order, this.#scheduler.now()).fulfillmentOrders : [];
    const open = shown.filter(({ status }) => status !== 'CLOSED');
    if (open.some(({ status }) => status === 'IN_PROGRESS')) this.everPacked.add(key);
    const ever = this.everOrdered.get(key) ?? new Map<string, number>();
    const ordered = order ? unitsOrdered(order) : [];
    for (const [title, count] of ordered) ever.set(title, Math.max(ever.get(title) ?? 0, count));
    this.everOrdered.set(key, ever);
    if (open.every(({ lines }) => lines.every((line) => line.remainingQuantity === 0))) this.everEmpty.add(key);
  }

  /** The port as one run of a process sees it: what it was shown of a note is its own. */
  adminOf(process: SimProcess, known = new KnownInstants()): ShopifyAdmin {
    let isRead = false;
    const [notes, readAt] = [new ShownNotes(), new Map<string, number>()];
    const call = async (): Promise<void> => {
      await this.#wait(process);
      if (this.failing(this.#random)) throw down();
    };
    const unused = (): Promise<never> => Promise.reject(new Error('not part of this simulation'));
    return {
      readOrder: async (shop, id) => {
        // The answer shows the order as it was when it was put together, not as it is on arrival.
        const shown = () => this.places.shown(shop, this.orders.fromReplica(`${shop}/${id}`, this.#random));
        const [seen, asOf] = this.#random.chance(0.5) ? [shown(), this.orders.shownByAll] : [];
        await call();
        // A fulfilment that was refused reads it, once more or first, and decides nothing else by that.
        if (!isRead && known.decides()) this.hidden.read(`${shop}/${id}`, asOf ?? this.orders.shownByAll);
        isRead = true;
        return seen === undefined ? shown() : seen;
      },
      readNote: async (shop, id) => {
        await call();
        const [key, asOf] = [`${shop}/${id}`, this.orders.shownByAll];
        const order = this.orders.fromReplica(key, this.#random);
        notes.show(key, order, known.of(shop, id));
        this.hidden.cover(key, readAt.get(key) ?? Number.POSITIVE_INFINITY, this.wholeSeconds ? asOf : undefined);
        readAt.set(key, asOf);
        return order && { note: order.note, updatedAt: order.updatedAt, detailsDigest: this.details.get(key) ?? null };
      },
      writeNote: (shop, id, note) =>
        this.#write(process, shop, () => {
          const [key, order] = [`${shop}/${id}`, this.order(shop, id)];
          if (!order) throw refused('Order does not exist');
          const words = notes.wordsLeft(key, note, order.note, this.merchantNotes.get(key) ?? '');
          if (words === null) this.onWordsLost(shop, id);
          else this.merchantNotes.set(key, words);
          this.edit(shop, id, { note }, 'app');
          return { note, updatedAt: this.order(shop, id)?.updatedAt ?? '' };
        }),
      writeDetails: (shop, id, details, over) =>
        this.#write(process, shop, () => {
          if (over !== undefined && over !== (this.details.get(`${shop}/${id}`) ?? null)) throw down();
          this.details.set(`${shop}/${id}`, details);
        }),
      listUpdatedOrders: async (shop, query) => {
        await call();
        const own = [...this.orders.values()].filter((one) => one.shop === shop);
        return updatedOrders(own, query, this.#buckets.of(shop));
      },
      ...this.followUp.calls((shop, effect) => {
        isRead = true;
        return this.#write(process, shop, effect);
      }),
      listRecentOrders: unused,
      listLocations: unused,
      findParcelMetafields: unused,
      readShop: unused,
    };
  }

  #wait(process: SimProcess | null): Promise<void> {
    return this.#scheduler.wait(this.#callMs === 0 ? 0 : 5 + this.#random.below(this.#callMs), process);
  }

  /** A write that costs points; where it fails, half of the time it was done and its answer is lost. */
  async #write<R>(process: SimProcess, shop: ShopDomain, effect: () => R): Promise<R> {
    await this.#wait(null);
    const isDown = this.failing(this.#random);
    if (isDown && this.#random.chance(0.5)) throw down();
    if (this.withheld.has(shop)) throw forbidden();
    this.#buckets.of(shop).take(1);
    const result = effect();
    await this.#wait(process);
    if (isDown) throw down();
    return result;
  }
}
