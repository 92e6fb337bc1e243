import type { ShopDomain } from '#placement/ids.ts';
import type { AssignedLocation, FulfillmentOrder, ShopOrder } from '#placement/shop-order.ts';

/** What became of shops' locations. Orders keep in which one their goods lie: only what Shopify shows of them differs. */
export class SimPlaces {
  readonly #shownUpTo: () => number;
  readonly #deleted = new Set<string>();
  readonly #phoneless = new Set<string>();
  /** When Shopify came to know the phone number of a location, epoch ms: a replica that lags shows the order's location without it. */
  readonly #givenAt = new Map<string, number>();
  /** When somebody entered one in the settings, epoch ms: what an order lacked when it was read last, it lacked. */
  readonly #enteredAt = new Map<string, number>();
  /** Locations that never had a phone number, in Shopify, in the settings or by a person's correction. */
  readonly neverHadPhone = new Set<string>();

  /** @param shownUpTo up to what instant every replica shows what happened, epoch ms */
  constructor(shownUpTo: () => number) {
    this.#shownUpTo = shownUpTo;
  }

  delete(shop: ShopDomain, id: string): void {
    this.#deleted.add(`${shop} ${id}`);
  }

  isDeleted(shop: ShopDomain, id: string): boolean {
    return this.#deleted.has(`${shop} ${id}`);
  }

  /** From the first on, or from now on, Shopify knows no phone number of the location. */
  losePhone(shop: ShopDomain, id: string, since: 'ever' | 'now'): void {
    this.#phoneless.add(`${shop} ${id}`);
    if (since === 'ever') this.neverHadPhone.add(`${shop} ${id}`);
  }

  /** Somebody enters one at an instant, epoch ms. */
  givePhone(shop: ShopDomain, id: string, where: 'shopify' | 'settings', at: number): void {
    const isInShopify = where === 'shopify';
    if (isInShopify) this.#phoneless.delete(`${shop} ${id}`);
    (isInShopify ? this.#givenAt : this.#enteredAt).set(`${shop} ${id}`, at);
    this.neverHadPhone.delete(`${shop} ${id}`);
  }

  /** Whether what the settings have now was there at an instant, epoch ms. */
  wasEntered(shop: ShopDomain, id: string, at = Number.POSITIVE_INFINITY): boolean {
    return (this.#enteredAt.get(`${shop} ${id}`) ?? 0) <= at;
  }

  /** As it was at an instant, epoch ms. */
  hasPhone(shop: ShopDomain, id: string, at = Number.POSITIVE_INFINITY): boolean {
    return !this.#phoneless.has(`${shop} ${id}`) && (this.#givenAt.get(`${shop} ${id}`) ?? 0) <= at;
  }

  /** The order as the Admin API shows it: of a location that was deleted the address as it was, and nothing behind it. */
  shown<O extends ShopOrder | null>(shop: ShopDomain, order: O): O {
    if (order === null || this.#deleted.size + this.#phoneless.size + this.#givenAt.size === 0) return order;
    const fulfillmentOrders = order.fulfillmentOrders.map((one) => ({
      ...one,
      location: this.#shownLocation(shop, one.location),
    }));
    return { ...order, fulfillmentOrders };
  }

  /** Nothing comes to a location that was deleted; what is split or taken back there stays. */
  takes(shop: ShopDomain, before: readonly FulfillmentOrder[], after: readonly FulfillmentOrder[]): boolean {
    return after.every(({ id, location }) => {
      const own = before.filter((one) => one.location.id === location.id);
      return !this.#deleted.has(`${shop} ${location.id}`) || own.some((one) => id.startsWith(one.id));
    });
  }

  #shownLocation(shop: ShopDomain, location: AssignedLocation): AssignedLocation {
    const at = `${shop} ${location.id}`;
    const isWithout = this.#phoneless.has(at) || (this.#givenAt.get(at) ?? 0) > this.#shownUpTo();
    const shown = isWithout ? { ...location, phone: null } : location;
    return this.#deleted.has(at) ? { ...shown, id: null } : shown;
  }
}
