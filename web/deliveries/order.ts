import type { OrderId, OrderReference, ShopDomain } from '#placement/ids.ts';
import type { AttemptRecord, DeliveryRecord, OrderRecord } from './delivery.ts';

/** All that is stored of one order, read under its lock. */
export interface OrderAggregate {
  order: OrderRecord | null;
  deliveries: DeliveryRecord[];
  /** The order was redacted: known by id, and left alone. It has no rows, and none may come back. */
  erased: boolean;
  /** The database's clock, epoch ms: leases of several processes are compared by one clock. */
  now: number;
}

/** The order is to run again; committed with the rows it is about. */
export interface Wake {
  /** Epoch ms; null for at once. */
  at: number | null;
}

export interface AuditEntry {
  actor: string;
  action: string;
  orderReference: OrderReference | null;
  /** What changed, in words without personal data. */
  detail: string;
}

/** What is to be written, all or nothing. Records are written whole. */
export interface Change {
  order?: OrderRecord;
  deliveries?: DeliveryRecord[];
  attempts?: AttemptRecord[];
  wakes?: Wake[];
  audit?: AuditEntry[];
  /** Inbox rows that this change has taken into account. */
  webhooksDone?: string[];
  /** What Shopify says of the order's payment, for the balance. */
  paidAtShopify?: boolean;
}

export interface Decided<R> {
  change: Change | null;
  result: R;
}

/** Which reference another order of the same service account holds, and whether that order is this shop's. */
export interface ReferenceConflict {
  orderReference: OrderReference;
  sameShop: boolean;
}

/** What a change came to: a reference or a delivery id can turn out to belong to another order of the same service account. */
export type ChangeOutcome<R> =
  /** `after`: the order as the change left it. */
  | { kind: 'done'; result: R; after: OrderAggregate }
  | ({ kind: 'reference_taken' } & ReferenceConflict)
  /** Another run of the order has begun meanwhile: nothing was decided. */
  | { kind: 'overtaken' }
  /** Another delivery of ours already holds the service's delivery id that was to be written. */
  | { kind: 'delivery_id_taken' };

/** An inbox row waiting to be taken into account for an order. */
export interface WaitingWebhook {
  id: string;
  topic: string;
  /** Epoch ms. */
  receivedAt: number;
  /** From the signed body, epoch ms; null where it has none. */
  payloadUpdatedAt: number | null;
  payloadNoteHash: string | null;
  echoFingerprint: string | null;
  /** Fulfilment orders that it says are prepared for local delivery. */
  prepared?: readonly string[];
}

export interface KnownWebhooks {
  ids: string[];
  seenAt: number;
  echoFingerprint: string | null;
}

/** The store of orders and deliveries. */
export interface OrderStore {
  load(shop: ShopDomain, orderId: OrderId): Promise<OrderAggregate>;
  /**
   * Locks the order, shows it to `decide` (pure, synchronous), and writes what it returns in the same transaction.
   * Two changes of one order never interleave; a change of an order that has no row yet locks its id.
   * `fence`: only while the run of that fence is the order's newest, so that whatever it takes is seen when the run ends
   * or its lease does.
   */
  change<R>(
    shop: ShopDomain,
    orderId: OrderId,
    decide: (aggregate: OrderAggregate) => Decided<R>,
    fence?: string,
  ): Promise<ChangeOutcome<R>>;
  attempts(shop: ShopDomain, orderId: OrderId): Promise<AttemptRecord[]>;
  waitingWebhooks(shop: ShopDomain, orderId: OrderId): Promise<WaitingWebhook[]>;
  /**
   * What webhooks say is known already: of the order only `seenAt` moves on, the newest state (epoch ms) that they told
   * of, and with it the fingerprint of that state.
   */
  markWebhooksKnown(shop: ShopDomain, orderId: OrderId, known: KnownWebhooks): Promise<void>;
  /** Marks webhooks of an order that this shop's Admin API does not know. */
  quarantineWebhooks(shop: ShopDomain, ids: string[], why: string): Promise<void>;
}
