import type { FulfillmentOrder, ShopOrder } from '#placement/shop-order.ts';
import type { SeededRandom } from './seeded-random.ts';
import { add, type GoodsChange } from './sim-goods.ts';

/** No change of goods asks for it: nothing is done to what is not made yet. */
const unmade = 'UNMADE';

interface Late {
  /** When Shopify makes it; epoch ms. Its order's own instant does not change with that. */
  madeAt: number;
  /** A webhook tells of the edit itself. */
  isTold: boolean;
}

/** Fulfilment orders that Shopify makes only a while after an edit added their goods. */
export class LateGoods {
  /** What an edit is about to add to an order, by shop and id; nothing where more of a line is ordered. */
  onEdit: (key: string, added: FulfillmentOrder[]) => void = () => {};
  /** By shop, order and id. */
  readonly #late = new Map<string, Late>();

  delay(key: string, { id }: FulfillmentOrder, late: Late): void {
    this.#late.set(`${key} ${id}`, late);
  }

  /** Of an order's goods those that are made by an instant. */
  madeBy<O extends Pick<ShopOrder, 'fulfillmentOrders'>>(key: string, order: O, at: number): O {
    return this.#without(key, order, ({ madeAt }) => at < madeAt);
  }

  /** Without what nobody could know of: the edit's own webhook was lost, and the order not read again once it was made. */
  knowable<O extends Pick<ShopOrder, 'fulfillmentOrders'>>(key: string, order: O, readAt: number): O {
    return this.#without(key, order, ({ madeAt, isTold }) => !isTold && readAt < madeAt);
  }

  /** A change of the goods that are there. */
  change(key: string, order: ShopOrder, change: GoodsChange, random: SeededRandom, now: number) {
    const all = order.fulfillmentOrders;
    const made = new Set(this.madeBy(key, order, now).fulfillmentOrders);
    const shown = all.map((one) => (made.has(one) ? one : { ...one, status: unmade }));
    const after = change({ ...order, fulfillmentOrders: shown }, random, now);
    if (after === null) return null;
    if (change === add)
      this.onEdit(
        key,
        after.filter(({ id }) => all.every((one) => one.id !== id)),
      );
    return after.map((one) => (one.status === unmade ? (all.find(({ id }) => id === one.id) ?? one) : one));
  }

  #without<O extends Pick<ShopOrder, 'fulfillmentOrders'>>(key: string, order: O, isOut: (late: Late) => boolean): O {
    if (this.#late.size === 0) return order;
    const kept = order.fulfillmentOrders.filter(({ id }) => {
      const late = this.#late.get(`${key} ${id}`);
      return !late || !isOut(late);
    });
    return { ...order, fulfillmentOrders: kept };
  }
}
