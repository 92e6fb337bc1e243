import type { ShopDomain } from '#placement/ids.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import { LateGoods } from './late-goods.ts';
import type { Scheduler } from './scheduler.ts';
import type { SeededRandom } from './seeded-random.ts';

type Order = ShopOrder & { shop: ShopDomain };

/** Orders by shop and id as they are and, for reads of a replica that lags, as they were a moment ago. */
export class VersionedOrders extends Map<string, Order> {
  /** How long a replica may be behind. */
  lagMs = 0;
  /** When the goods of an order that was just made are routed, epoch ms: until then nobody is shown any. */
  readonly routedAt = new Map<string, number>();
  /** What edits added and Shopify shows only later. */
  readonly late = new LateGoods();
  readonly #scheduler: Scheduler;
  /** What each was until an instant, the oldest first; undefined before it was made. */
  readonly #before = new Map<string, { until: number; order: Order | undefined }[]>();

  constructor(scheduler: Scheduler) {
    super();
    this.#scheduler = scheduler;
  }

  override set(key: string, order: Order): this {
    this.#keep(key);
    return super.set(key, order);
  }

  override delete(key: string): boolean {
    this.#keep(key);
    return super.delete(key);
  }

  /** Up to what instant every replica shows what happened, epoch ms. */
  get shownByAll(): number {
    return this.#scheduler.now() - this.lagMs;
  }

  /** Up to what instant a replica shows what happened, epoch ms. */
  shownUpTo(random: SeededRandom): number {
    return this.#scheduler.now() - (this.lagMs === 0 ? 0 : random.below(this.lagMs));
  }

  /** As a replica shows it, which may be behind. */
  fromReplica(key: string, random: SeededRandom): Order | null {
    const at = this.shownUpTo(random);
    const found = this.#before.get(key)?.find(({ until }) => until > at);
    const order = (found ? found.order : this.get(key)) ?? null;
    if (!order || at < (this.routedAt.get(key) ?? 0)) return order && { ...order, fulfillmentOrders: [] };
    return this.late.madeBy(key, order, at);
  }

  #keep(key: string): void {
    if (this.lagMs === 0) return;
    const now = this.#scheduler.now();
    const kept = (this.#before.get(key) ?? []).filter(({ until }) => until > now - this.lagMs);
    this.#before.set(key, [...kept, { until: now, order: this.get(key) }]);
  }
}
