import type { LoadedOrder, OrderAggregate } from '#deliveries/order.ts';
import type { OrderStore } from '#deliveries/ports/stores.ts';
import type { OrderId, ShopDomain } from '#placement/ids.ts';

/** Of what instant one run of a process knows each order, by what its store gave it. */
export class KnownInstants {
  readonly #at = new Map<string, number>();
  /** Whether what it reads decides anything: nothing does once another run of its order has begun. */
  readonly decides: () => boolean;

  constructor(decides = () => true) {
    this.decides = decides;
  }

  /** Epoch ms; 0: the run has not seen the order. */
  of(shop: ShopDomain, orderId: OrderId): number {
    return this.#at.get(`${shop}/${orderId}`) ?? 0;
  }

  /** The store, where what it gives is kept. */
  keptFrom(store: OrderStore): OrderStore {
    const keep = <A extends OrderAggregate | LoadedOrder>(shop: ShopDomain, orderId: OrderId, seen: A): A => {
      this.#at.set(`${shop}/${orderId}`, seen.order?.shopifyUpdatedAt ?? 0);
      return seen;
    };
    return {
      ...store,
      load: async (shop, orderId) => keep(shop, orderId, await store.load(shop, orderId)),
      change: async (shop, orderId, ...decided) => {
        const outcome = await store.change(shop, orderId, ...decided);
        if (outcome.kind === 'done') keep(shop, orderId, outcome.after);
        return outcome;
      },
    };
  }
}
