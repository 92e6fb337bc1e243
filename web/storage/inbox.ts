import { type Kysely, sql } from 'kysely';
import type { FraudRisk } from '#placement/fraud-risk.ts';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { isDataFault } from './data-fault.ts';
import { dispatchWebhooks, storedOf } from './dispatch-webhooks.ts';
import { type Cipher, keyNotAtHand } from './encryption.ts';
import { insertWebhooks } from './insert-webhooks.ts';
import { askForRuns } from './order-runs.ts';
import type { Tables } from './schema.ts';
import { createStatementSharing } from './statement-sharing.ts';
import { eraseWebhooksOfErased } from './tombstones.ts';
import { payloadKeyId } from './webhook-body.ts';

/** A webhook whose signature was verified. */
export interface IncomingWebhook {
  /** Empty where the header is missing. */
  shop: string;
  webhookId: string;
  topic: string;
  /** RFC 3339. */
  triggeredAt: string | null;
  body: Buffer;
  /** Why it cannot be used, where it cannot. */
  unusable: string | null;
  /** Shopify's number of the shop, as the signed body says; asked for only where nobody is known under the address. */
  shopifyId?: () => string | null;
}

/** What the dispatcher learnt from a stored body. */
export type ReadWebhook =
  | {
      kind: 'order';
      orderId: OrderId;
      paid: boolean;
      /** Epoch ms. */
      updatedAt: number | null;
      noteHash: string | null;
      echoFingerprint: string | null;
      fraudRisk: FraudRisk | null;
    }
  /** About the shop or its customers: taken in by the maintenance. */
  | { kind: 'shop' }
  | { kind: 'unusable'; why: string };

export interface StoredWebhook {
  id: string;
  shop: ShopDomain;
  webhookId: string;
  topic: string;
  receivedAt: Date;
  /** null where it cannot be opened. */
  body: Buffer | null;
  /** Why it cannot: another process may hold the key, or it was damaged. */
  unopened: 'key_not_at_hand' | 'cannot_be_opened' | null;
}

/** One about a shop, with its age by the database's clock: no host's may be compared with when it was stored. */
export interface AgedWebhook extends StoredWebhook {
  ageMs: number;
}

interface TopicsOfShops {
  shops: ReadonlySet<ShopDomain>;
  topics: readonly string[];
}

export interface Inbox {
  /**
   * Resolves once the row is committed, under the row of the shop that was renamed to this address, too. `ignored`: the
   * shop is not installed, nothing was stored. Until it settles the body is held; where `signal` aborts before the insert began, it is dropped at once.
   */
  receive(webhook: IncomingWebhook, signal?: AbortSignal): Promise<'stored' | 'duplicate' | 'ignored'>;
  /**
   * Reads at most `limit` new rows, gives each its order and makes that order due, all in one transaction; how many
   * rows. A row that cannot be read or handed on is quarantined alone.
   */
  dispatch(limit: number, read: (webhook: StoredWebhook) => ReadWebhook): Promise<number>;
  /**
   * Rows that are not about one order yet (uninstall, compliance, fulfilment orders), shops in turn: of each shop its
   * oldest few after the row that `passed` names, of the shops in `without` none on its topics.
   */
  shopWebhooks(
    limit: number,
    passed?: ReadonlyMap<ShopDomain, string>,
    without?: TopicsOfShops,
  ): Promise<AgedWebhook[]>;
  markDone(shop: ShopDomain, id: string): Promise<void>;
  /** Done, and its body forgotten: compliance webhooks name the person whom they are about. */
  markCarriedOut(shop: ShopDomain, id: string): Promise<void>;
  /** A webhook that turned out to be about this order; `prepared`: the fulfilment orders that it says are. */
  assign(shop: ShopDomain, id: string, orderId: OrderId, prepared?: readonly string[]): Promise<void>;
  quarantine(shop: ShopDomain, id: string, why: string): Promise<void>;
  /** Takes in anew what a process without its key has quarantined, where the key is at hand here; how many. */
  reopen(): Promise<number>;
}

export const newWebhookChannel = 'webhook_new';

/** The inbox on PostgreSQL. `onStored` is called after a commit that stored something. */
export function createInbox(db: Kysely<Tables>, cipher: Cipher, onStored: () => void): Inbox {
  const one = (shop: ShopDomain, id: string) => db.updateTable('webhook').where('shop', '=', shop).where('id', '=', id);
  const receive = createStatementSharing(insertWebhooks(db, cipher, onStored), isDataFault);
  return {
    receive,
    dispatch: (limit, read) => dispatchWebhooks({ db, cipher, read }, limit),
    shopWebhooks: async (limit, passed = new Map(), without = { shops: new Set(), topics: [] }) => {
      const rows = await waitingForShops(db, limit, passed, without);
      return rows.map((row) => ({ ...storedOf(row, cipher), ageMs: row.age_ms }));
    },
    markDone: async (shop, id) => {
      await one(shop, id).set({ state: 'done' }).execute();
    },
    markCarriedOut: async (shop, id) => {
      await one(shop, id).set({ state: 'done', body_sealed: null, payload_sealed: null }).execute();
    },
    assign: (shop, id, orderId, prepared) =>
      db.transaction().execute(async (trx) => {
        await trx
          .updateTable('webhook')
          .set({ order_id: orderId, ...(prepared ? { prepared: JSON.stringify(prepared) } : {}) })
          .where('shop', '=', shop)
          .where('id', '=', id)
          .execute();
        await eraseWebhooksOfErased(trx, [id]);
        await askForRuns(trx, [{ shop, orderId, at: null }]);
      }),
    quarantine: async (shop, id, why) => {
      await one(shop, id).set({ state: 'quarantined', why }).execute();
    },
    reopen: async () => {
      const { numUpdatedRows } = await db
        .updateTable('webhook')
        .set({ state: 'new', why: null })
        .where('state', '=', 'quarantined')
        .where('why', '=', keyNotAtHand)
        .where(payloadKeyId, 'in', cipher.keyIds)
        .executeTakeFirst();
      if (numUpdatedRows > 0n) onStored();
      return Number(numUpdatedRows);
    },
  };
}

/** Of one shop at a time: Shopify is asked about most of them, and the shops whose turn comes next wait for it. */
const mostOfShop = 10;

/** After so long every replica of Shopify's shows a location as it is, and who read it before has put down what it lacks. */
const settledMs = 5_000;

async function waitingForShops(
  db: Kysely<Tables>,
  limit: number,
  passed: ReadonlyMap<ShopDomain, string>,
  { shops, topics }: TopicsOfShops,
) {
  const { rows } = await sql<Parameters<typeof storedOf>[0] & { age_ms: number }>`
    with ranked as (
      select w.id, row_number() over (partition by w.shop order by w.id) as place
      from webhook w left join unnest(${[...passed.keys()]}::text[], ${[...passed.values()]}::int8[]) as p(shop, id)
        on p.shop = w.shop
      where w.state = 'dispatched' and w.order_id is null and (p.id is null or w.id > p.id)
        and not (w.shop = any(${[...shops]}::text[]) and w.topic = any(${topics}::text[]))
        and (w.topic <> 'locations/update' or w.received_at < clock_timestamp() - ${settledMs} * interval '1 ms')
    )
    select w.id, w.shop, w.webhook_id, w.topic, w.received_at, w.body_sealed, w.payload_sealed,
      (extract(epoch from clock_timestamp() - w.received_at) * 1000)::float8 as age_ms
    from webhook w join ranked r on r.id = w.id
    where r.place <= ${mostOfShop} order by r.place, w.id limit ${limit}`.execute(db);
  return rows;
}
