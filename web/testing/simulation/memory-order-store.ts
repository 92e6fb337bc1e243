import type { AttemptRecord, DeliveryRecord, OrderRecord } from '#deliveries/delivery.ts';
import type {
  AuditEntry,
  Change,
  ChangeOutcome,
  Decided,
  OrderAggregate,
  OrderStore,
  WaitingWebhook,
  Wake,
} from '#deliveries/order-aggregate.ts';
import type { Clock } from '#deliveries/ports.ts';
import type { OrderId, ShopDomain } from '#placement/ids.ts';

interface Stored {
  order: OrderRecord | null;
  deliveries: Map<string, DeliveryRecord>;
  attempts: Map<string, AttemptRecord>;
  webhooks: WaitingWebhook[];
  quarantined: string[];
  audit: AuditEntry[];
}

/** The `OrderStore` port in memory: whole changes, unique references and delivery ids per account, one clock. */
export class MemoryOrderStore implements OrderStore {
  readonly #clock: Clock;
  readonly #orders = new Map<string, Stored>();
  readonly #redacted = new Set<string>();
  /** Called with every wake-up of a committed change. */
  onWake: (shop: ShopDomain, orderId: OrderId, wake: Wake) => void = () => {};

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async load(shop: ShopDomain, orderId: OrderId): Promise<OrderAggregate> {
    return this.#aggregate(this.#stored(shop, orderId));
  }

  async change<R>(
    shop: ShopDomain,
    orderId: OrderId,
    decide: (aggregate: OrderAggregate) => Decided<R>,
  ): Promise<ChangeOutcome<R>> {
    const stored = this.#stored(shop, orderId);
    const { change, result } = decide(this.#aggregate(stored));
    if (!change) return { kind: 'done', result };
    const conflict = this.#conflict(shop, orderId, change);
    if (conflict) return conflict;
    this.#write(stored, change);
    for (const wake of change.wakes ?? []) this.onWake(shop, orderId, wake);
    return { kind: 'done', result };
  }

  async attempts(shop: ShopDomain, orderId: OrderId): Promise<AttemptRecord[]> {
    return [...this.#stored(shop, orderId).attempts.values()].sort((a, b) => a.startedAt - b.startedAt);
  }

  async waitingWebhooks(shop: ShopDomain, orderId: OrderId): Promise<WaitingWebhook[]> {
    return [...this.#stored(shop, orderId).webhooks];
  }

  async quarantineWebhooks(shop: ShopDomain, ids: string[], _why: string): Promise<void> {
    for (const [key, stored] of this.#orders) {
      if (!key.startsWith(`${shop}/`)) continue;
      stored.quarantined.push(...stored.webhooks.filter(({ id }) => ids.includes(id)).map(({ id }) => id));
      stored.webhooks = stored.webhooks.filter(({ id }) => !ids.includes(id));
    }
  }

  async isRedacted(shop: ShopDomain, orderId: OrderId): Promise<boolean> {
    return this.#redacted.has(`${shop}/${orderId}`);
  }

  /** What the inbox does: a webhook now waits for this order. */
  addWebhook(shop: ShopDomain, orderId: OrderId, webhook: WaitingWebhook): void {
    this.#stored(shop, orderId).webhooks.push(webhook);
  }

  /** Every order with its deliveries, for a checker. */
  all(): { order: OrderRecord | null; deliveries: DeliveryRecord[]; waiting: number }[] {
    return [...this.#orders.values()].map(({ order, deliveries, webhooks }) => ({
      order,
      deliveries: [...deliveries.values()],
      waiting: webhooks.length,
    }));
  }

  #stored(shop: ShopDomain, orderId: OrderId): Stored {
    const key = `${shop}/${orderId}`;
    const found = this.#orders.get(key);
    if (found) return found;
    const fresh: Stored = {
      order: null,
      deliveries: new Map(),
      attempts: new Map(),
      webhooks: [],
      quarantined: [],
      audit: [],
    };
    this.#orders.set(key, fresh);
    return fresh;
  }

  #aggregate({ order, deliveries }: Stored): OrderAggregate {
    return { order, deliveries: [...deliveries.values()], now: this.#clock.now() };
  }

  #write(stored: Stored, change: Change): void {
    if (change.order) stored.order = change.order;
    for (const delivery of change.deliveries ?? []) stored.deliveries.set(delivery.orderReference, delivery);
    for (const attempt of change.attempts ?? []) stored.attempts.set(attempt.id, attempt);
    stored.audit.push(...(change.audit ?? []));
    const done = new Set(change.webhooksDone ?? []);
    stored.webhooks = stored.webhooks.filter(({ id }) => !done.has(id));
  }

  /** The two unique constraints of the real tables. */
  #conflict(shop: ShopDomain, orderId: OrderId, change: Change): Exclude<ChangeOutcome<never>, { kind: 'done' }> | null {
    for (const delivery of change.deliveries ?? []) {
      for (const [key, stored] of this.#orders) {
        for (const other of stored.deliveries.values()) {
          if (other.account !== delivery.account) continue;
          if (key === `${shop}/${orderId}` && other.orderReference === delivery.orderReference) continue;
          if (other.orderReference === delivery.orderReference) {
            return {
              kind: 'reference_taken',
              orderReference: delivery.orderReference,
              sameShop: key.startsWith(`${shop}/`),
            };
          }
          const id = delivery.service?.deliveryId;
          if (id !== undefined && id === other.service?.deliveryId) return { kind: 'delivery_id_taken' };
        }
      }
    }
    return null;
  }
}
