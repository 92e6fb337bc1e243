import { type Kysely, type Selectable, sql } from 'kysely';
import type { LoadedOrder, OrderAggregate, WaitingWebhook } from '#deliveries/order.ts';
import type { FraudRisk } from '#placement/fraud-risk.ts';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import type { Cipher } from './encryption.ts';
import { type DeliveryJson, deliveryFromRow, orderFromRow } from './order-rows.ts';
import type { Tables } from './schema.ts';
import { type HealthJson, healthFromJson } from './service-health-store.ts';

type StoredOrder = Selectable<Tables['shop_order']>;
interface AggregateRow {
  db_now: Date;
  /** null where the order has no row. */
  stored: StoredOrder['order_id'] | null;
  deliveries: DeliveryJson[];
  webhooks: WebhookJson[];
  erased: boolean;
  health: HealthJson;
  version: string | null;
  fence: string | null;
}

/** What a reading is worth: the version that it saw, and the newest run then. */
interface Reading {
  version: string | null;
  fence: string | null;
}

/** Reads orders, and knows of each reading which version of the order it saw, and when. */
export class OrderReadings {
  readonly #known = new WeakMap<OrderAggregate, Reading & { at: number }>();
  readonly #db: Kysely<Tables>;
  readonly #cipher: Cipher;

  constructor(db: Kysely<Tables>, cipher: Cipher) {
    this.#db = db;
    this.#cipher = cipher;
  }

  /** One statement: every run of an order begins with it. */
  async load(shop: ShopDomain, orderId: OrderId): Promise<LoadedOrder> {
    const { rows } = await sql<AggregateRow & StoredOrder>`
      select o.*, o.order_id as stored, clock_timestamp() as db_now, r.version, r.fence, (
        select coalesce(json_agg(d order by d.created_at, d.order_reference), '[]')
        from delivery d where d.shop = ${shop} and d.order_id = ${orderId}
      ) as deliveries, (
        select coalesce(json_agg(json_build_object('id', w.id::text, 'webhook_id', w.webhook_id, 'topic', w.topic, 'received_at', w.received_at,
          'payload_updated_at', w.payload_updated_at, 'note_hash', w.note_hash,
          'echo_fingerprint', w.echo_fingerprint, 'fraud_risk', w.fraud_risk, 'prepared', w.prepared) order by w.id), '[]')
        from webhook w where w.shop = ${shop} and w.order_id = ${orderId} and w.state = 'dispatched'
      ) as webhooks, exists (
        select from redaction e where e.shop = ${shop} and e.order_id = ${orderId}
      ) as erased, (select json_object_agg(g.mode, g.state) from gate g where g.shop = ${shop}) as health
      from (values (true)) as always left join shop_order o on o.shop = ${shop} and o.order_id = ${orderId}
        left join order_run r on r.shop = ${shop} and r.order_id = ${orderId}`.execute(this.#db);
    const row = rows[0];
    if (!row) throw new Error('a read that always has one row had none');
    const loaded: LoadedOrder = {
      order: row.stored === null ? null : orderFromRow(row, this.#cipher),
      deliveries: row.deliveries.map((delivery) => deliveryFromRow(delivery, this.#cipher)),
      erased: row.erased,
      now: row.db_now.getTime(),
      health: healthFromJson(row.health),
      webhooks: row.webhooks.map(waitingFromRow),
    };
    this.keep(loaded, row);
    return loaded;
  }

  keep(aggregate: OrderAggregate, { version, fence }: Reading): void {
    this.#known.set(aggregate, { version, fence, at: performance.now() });
  }

  of(aggregate: OrderAggregate): Reading {
    const reading = this.#known.get(aggregate);
    if (!reading) throw new Error('this order was not read here');
    return reading;
  }

  /** The same reading at the database's time of now; null where it was not read here. */
  again(aggregate: OrderAggregate): OrderAggregate | null {
    const reading = this.#known.get(aggregate);
    if (!reading) return null;
    const later = { ...aggregate, now: aggregate.now + Math.round(performance.now() - reading.at) };
    this.keep(later, reading);
    return later;
  }
}

interface WebhookJson {
  id: string;
  webhook_id: string;
  topic: string;
  received_at: string;
  payload_updated_at: string | null;
  note_hash: string | null;
  echo_fingerprint: string | null;
  fraud_risk: FraudRisk | null;
  prepared: string[] | null;
}

function waitingFromRow(row: WebhookJson): WaitingWebhook {
  return {
    id: row.id,
    webhookId: row.webhook_id,
    topic: row.topic,
    receivedAt: Date.parse(row.received_at),
    payloadUpdatedAt: row.payload_updated_at === null ? null : Date.parse(row.payload_updated_at),
    payloadNoteHash: row.note_hash,
    echoFingerprint: row.echo_fingerprint,
    fraudRisk: row.fraud_risk,
    prepared: row.prepared ?? [],
  };
}
