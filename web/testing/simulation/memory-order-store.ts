import type { AttemptRecord, DeliveryRecord } from '#deliveries/delivery.ts';
import {
  type AuditEntry,
  afterChange,
  type Change,
  type ChangeOutcome,
  type Decided,
  type LoadedOrder,
  type OrderAggregate,
  type OrderRecord,
  type WaitingWebhook,
  type Wake,
} from '#deliveries/order.ts';
import type { Clock } from '#deliveries/ports/ports.ts';
import type { ChangeOptions, KnownWebhooks, OrderStore } from '#deliveries/ports/stores.ts';
import { goodInBothModes } from '#deliveries/service-health.ts';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { othersBooked } from './order-queries.ts';

export interface StoredOrder {
  shop: ShopDomain;
  orderId: OrderId;
  order: OrderRecord | null;
  deliveries: Map<string, DeliveryRecord>;
  attempts: Map<string, AttemptRecord>;
  webhooks: WaitingWebhook[];
  quarantined: string[];
  audit: AuditEntry[];
  paidAtShopify: boolean;
}

interface Wrote {
  shop: ShopDomain;
  orderId: OrderId;
  before: OrderAggregate;
  change: Change;
}

/** The `OrderStore` port in memory: guarded whole changes, unique references and delivery ids per account, one clock. */
export class MemoryOrderStore implements OrderStore {
  readonly #clock: Clock;
  readonly #orders = new Map<string, StoredOrder>();
  readonly #redacted = new Set<string>();
  /** Order key by account and reference, and by account and delivery id: the two unique constraints of the tables. */
  readonly #references = new Map<string, string>();
  readonly #deliveryIds = new Map<string, string>();
  /** Of each order, and of each reading of one. */
  readonly #versions = new Map<string, number>();
  readonly #readings = new WeakMap<OrderAggregate, number>();
  /** What the shop knows of the service. */
  health: (shop: ShopDomain) => OrderAggregate['health'] = () => goodInBothModes;
  newestRun: (shop: ShopDomain, orderId: OrderId, fence: string) => boolean = () => true;
  /** Called with every wake-up of a committed change. */
  onWake: (shop: ShopDomain, orderId: OrderId, wake: Wake) => void = () => {};
  /** Called with every committed change, for a checker. */
  onWrite: (wrote: Wrote) => void = () => {};

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async load(shop: ShopDomain, orderId: OrderId): Promise<LoadedOrder> {
    return this.now(shop, orderId);
  }

  isNewestRun: OrderStore['isNewestRun'] = async (...run) => this.newestRun(...run);

  /** The order as it is at this moment. */
  now(shop: ShopDomain, orderId: OrderId): LoadedOrder {
    const key = `${shop}/${orderId}`;
    return this.#read(key, { ...this.#aggregate(shop, key), webhooks: [...(this.#orders.get(key)?.webhooks ?? [])] });
  }

  async change<R>(
    shop: ShopDomain,
    orderId: OrderId,
    decide: (aggregate: OrderAggregate) => Decided<R>,
    { from, fence }: ChangeOptions = {},
  ): Promise<ChangeOutcome<R>> {
    const key = `${shop}/${orderId}`;
    const isOvertaken = () => fence !== undefined && !this.newestRun(shop, orderId, fence);
    for (let known = from && this.#again(from); ; known = null) {
      if (!known && isOvertaken()) return { kind: 'overtaken' };
      const before = known ?? this.#aggregate(shop, key);
      const { change, result } = decide(before);
      // Nothing is concluded from a reading that may be old, and an erased order does not come back.
      if (!change || before.erased) {
        if (!known) return { kind: 'done', result, after: before };
        continue;
      }
      if (this.#readings.get(before) !== this.#versionOf(key) || isOvertaken()) continue;
      const conflict = this.#conflict(shop, key, change);
      if (conflict) return conflict;
      this.onWrite({ shop, orderId, before, change });
      this.#write(key, this.stored(shop, orderId), change);
      for (const wake of change.wakes ?? []) this.onWake(shop, orderId, wake);
      const after = this.#read(key, { ...afterChange(before, change), health: this.health(shop) });
      return { kind: 'done', result, after };
    }
  }

  attempts: OrderStore['attempts'] = async (shop, orderId) =>
    [...(this.#orders.get(`${shop}/${orderId}`)?.attempts.values() ?? [])].sort((a, b) => a.startedAt - b.startedAt);

  othersBooked: OrderStore['othersBooked'] = async (own, most) => othersBooked(this.of(own.shop), own, most);

  async markWebhooksKnown(shop: ShopDomain, orderId: OrderId, known: KnownWebhooks): Promise<void> {
    const stored = this.stored(shop, orderId);
    const { order } = stored;
    const { ids, seenAt, echoFingerprint } = known;
    if (order && order.shopifyUpdatedAt <= seenAt) {
      stored.order = { ...order, shopifyUpdatedAt: seenAt, echoFingerprint };
      this.#changed(`${shop}/${orderId}`);
    }
    stored.webhooks = stored.webhooks.filter(({ id }) => !ids.includes(id));
  }

  async quarantineWebhooks(shop: ShopDomain, ids: string[], _why: string): Promise<void> {
    for (const stored of this.#orders.values()) {
      if (stored.shop !== shop || stored.webhooks.length === 0) continue;
      stored.quarantined.push(...stored.webhooks.filter(({ id }) => ids.includes(id)).map(({ id }) => id));
      stored.webhooks = stored.webhooks.filter(({ id }) => !ids.includes(id));
    }
  }

  redact(shop: ShopDomain, orderId: OrderId): void {
    const key = `${shop}/${orderId}`;
    this.#redacted.add(key);
    for (const { account, orderReference, service } of this.#orders.get(key)?.deliveries.values() ?? []) {
      this.#references.delete(`${account} ${orderReference}`);
      if (service) this.#deliveryIds.delete(`${account} ${service.deliveryId}`);
    }
    this.#orders.delete(key);
    this.#changed(key);
  }

  /** What the settings' change does: the order is to be read anew. */
  readAnew({ shop, orderId, order }: StoredOrder): void {
    if (order) this.stored(shop, orderId).order = { ...order, dueAt: this.#clock.now() };
    this.#changed(`${shop}/${orderId}`);
  }

  /** What the inbox does: a webhook now waits for this order, whose body shows what is given. */
  addWebhook(
    shop: ShopDomain,
    orderId: OrderId,
    webhook: Partial<WaitingWebhook> & { id: string; topic: string },
  ): void {
    const bare = { payloadUpdatedAt: null, payloadNoteHash: null, echoFingerprint: null };
    const came = { webhookId: webhook.id, receivedAt: this.#clock.now(), ...bare };
    this.stored(shop, orderId).webhooks.push({ ...came, ...webhook });
  }

  /** Every order, for a checker. */
  all(): readonly StoredOrder[] {
    return [...this.#orders.values()];
  }

  /** Whose delivery has this reference, sent for this customer. */
  ownerOf(reference: string, customer: string | null): StoredOrder | undefined {
    return this.all().find(({ deliveries }) => deliveries.get(reference)?.request.customer_identifier === customer);
  }

  /** Every order of a shop. */
  of(shop: ShopDomain): StoredOrder[] {
    return this.all().filter((stored) => stored.shop === shop);
  }

  /** The order's rows, made where they are missing. */
  stored(shop: ShopDomain, orderId: OrderId): StoredOrder {
    const key = `${shop}/${orderId}`;
    const found = this.#orders.get(key);
    if (found) return found;
    const fresh: StoredOrder = {
      shop,
      orderId,
      order: null,
      deliveries: new Map(),
      attempts: new Map(),
      webhooks: [],
      quarantined: [],
      audit: [],
      paidAtShopify: false,
    };
    this.#orders.set(key, fresh);
    return fresh;
  }

  #aggregate(shop: ShopDomain, key: string): OrderAggregate {
    const stored = this.#orders.get(key);
    return this.#read(key, {
      erased: this.#redacted.has(key),
      order: stored?.order ?? null,
      deliveries: [...(stored?.deliveries.values() ?? [])],
      now: this.#clock.now(),
      health: this.health(shop),
    });
  }

  /** The same reading at the time of now; null where it was not read here. */
  #again(aggregate: OrderAggregate): OrderAggregate | null {
    const version = this.#readings.get(aggregate);
    if (version === undefined) return null;
    const later = { ...aggregate, now: this.#clock.now() };
    this.#readings.set(later, version);
    return later;
  }

  #read<A extends OrderAggregate>(key: string, aggregate: A): A {
    this.#readings.set(aggregate, this.#versionOf(key));
    return aggregate;
  }

  #versionOf(key: string): number {
    return this.#versions.get(key) ?? 0;
  }

  #changed(key: string): void {
    this.#versions.set(key, this.#versionOf(key) + 1);
  }

  #write(key: string, stored: StoredOrder, change: Change): void {
    this.#changed(key);
    if (change.order) stored.order = change.order;
    for (const delivery of change.deliveries ?? []) {
      stored.deliveries.set(delivery.orderReference, delivery);
      this.#references.set(`${delivery.account} ${delivery.orderReference}`, key);
      const id = delivery.service?.deliveryId;
      if (id) this.#deliveryIds.set(`${delivery.account} ${id}`, `${key} ${delivery.orderReference}`);
    }
    for (const attempt of change.attempts ?? []) stored.attempts.set(attempt.id, attempt);
    stored.audit.push(...(change.audit ?? []));
    if (change.paidAtShopify) stored.paidAtShopify = true;
    const done = change.webhooksDone ?? [];
    if (done.length > 0) stored.webhooks = stored.webhooks.filter(({ id }) => !done.includes(id));
  }

  #conflict(shop: ShopDomain, key: string, change: Change): Exclude<ChangeOutcome<never>, { kind: 'done' }> | null {
    for (const { account, orderReference, service } of change.deliveries ?? []) {
      const holder = this.#references.get(`${account} ${orderReference}`);
      if (holder !== undefined && holder !== key) {
        return { kind: 'reference_taken', orderReference, sameShop: holder.startsWith(`${shop}/`) };
      }
      const owner = service && this.#deliveryIds.get(`${account} ${service.deliveryId}`);
      if (owner && owner !== `${key} ${orderReference}`) return { kind: 'delivery_id_taken' };
    }
    return null;
  }
}
