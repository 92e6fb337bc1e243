import type { ColumnType, Generated } from 'kysely';
import type { CourierMode } from '#api-contract/settings.ts';
import type { Cancellation, Progress } from '#deliveries/delivery.ts';
import type { KeyCheck } from '#deliveries/ports/courier.ts';
import type { ServiceHealth } from '#deliveries/service-health.ts';
import type { DefaultInstant, Instant, InstantOrNull, Int8, Json, JsonOrNull, StoredLine } from './columns.ts';
import type { FlowTables } from './flow-tables.ts';
import type { MailTables } from './mail-tables.ts';
import type { WebhookRow } from './schema-webhook.ts';
import type { StandingColumns } from './standing-columns.ts';

/** What a check of the key of this account found. */
export interface StoredKeyCheck {
  account: string;
  kind: KeyCheck['kind'];
}

/** The tables as the migrations leave them. */
export interface Tables extends FlowTables, MailTables {
  person_language: { shop: string; user_id: string; language: string };
  app_secret: { name: string; value_sealed: string };
  shop: {
    shop: string;
    name: string | null;
    time_zone: Generated<string>;
    currency: Generated<string>;
    development: Generated<boolean>;
    installed_at: InstantOrNull;
    uninstalled_at: InstantOrNull;
    reconnect: Generated<boolean>;
    /** When Shopify last refused to show this shop's orders. */
    reads_refused_at: InstantOrNull;
    /** What Shopify calls the shop, where that is not `shop` any more. */
    renamed_to: string | null;
    /** Shopify's number of it, digits; it stays. null until the shop was described. */
    shopify_id: string | null;
    settings: ColumnType<unknown, string | undefined, string>;
    live_key_sealed: string | null;
    live_last4: string | null;
    live_account: string | null;
    live_key_check: JsonOrNull<StoredKeyCheck>;
    test_key_sealed: string | null;
    test_last4: string | null;
    test_account: string | null;
    test_key_check: JsonOrNull<StoredKeyCheck>;
    access_token_sealed: string | null;
    access_expires_at: InstantOrNull;
    refresh_token_sealed: string | null;
    refresh_expires_at: InstantOrNull;
    scope: Generated<string>;
    /** When the shop last granted the app more than before. */
    granted_at: InstantOrNull;
    token_fence: ColumnType<string, number | string | undefined, number | string>;
    token_lease_until: InstantOrNull;
    swept_at: InstantOrNull;
    /** Claimed by a process, or pausing. */
    sweep_lease_until: InstantOrNull;
    /** Where the comparison under way stopped. */
    sweep_progress: ColumnType<unknown, string | null, string | null>;
    /** Shopify asked us to slow down: no order of the shop runs before it. */
    throttled_until: InstantOrNull;
    setup_dismissed: Generated<boolean>;
    /** Digits; the app's rate at checkout. */
    carrier_service_id: string | null;
    carrier_secret_hash: string | null;
    /** No e-mail to the merchant before it. */
    digest_due_at: InstantOrNull;
    /** Fruitless tries in a row. */
    digest_failures: Generated<number>;
    /** The merchant who uninstalled the app is told from then on which drivers were booked; null: never, or it was done. */
    uninstall_mail_due_at: InstantOrNull;
    /** The shop's own day that its last morning summary was of. */
    summary_day: string | null;
    /** No further try at it before. */
    summary_due_at: InstantOrNull;
    created_at: DefaultInstant;
  };
  webhook: WebhookRow;
  shop_order: StandingColumns & {
    shop: string;
    order_id: string;
    number: number;
    name: string;
    test_order: boolean;
    paid: boolean;
    processed_at: Instant;
    paid_at: InstantOrNull;
    shopify_updated_at: Instant;
    cancelled_at: InstantOrNull;
    location_ids: Json<string[]>;
    sendable_from: InstantOrNull;
    /** Digits of fulfilment orders. */
    prepared: Json<string[]>;
    due_at: InstantOrNull;
    sent_by_person: boolean;
    /** Set with the first delivery; never listed otherwise, so an upsert leaves it as it is. */
    has_delivery: Generated<boolean>;
    note_hash: string;
    own_write_at: InstantOrNull;
    own_note_hash: string | null;
    echo_fingerprint: string | null;
    /** Code of the reason that the merchant was told of by e-mail; gone as soon as no person is needed. */
    mailed_reason: string | null;
    private: string;
    first_seen_at: Instant;
    updated_at: Instant;
  };
  /** By what an order is found besides its number; absent until the order was read. */
  order_search: { shop: string; order_id: string; hashes: string[] };
  delivery: StandingColumns & {
    shop: string;
    order_id: string;
    /** The order's, for sorting; written with the order, left as it is otherwise. */
    order_number: ColumnType<number, number | undefined, number>;
    order_reference: string;
    account: string;
    mode: CourierMode;
    location_key: string;
    location_id: string | null;
    location_name: string;
    lines: Json<StoredLine[]>;
    fence: Int8;
    lease_until: InstantOrNull;
    uncertain: boolean;
    ever_unknown: boolean;
    duplicate: boolean;
    attempts: number;
    failures: number;
    due_at: InstantOrNull;
    deadline_at: InstantOrNull;
    word: JsonOrNull<string[]>;
    delivery_id: string | null;
    slot_start: InstantOrNull;
    slot_end: InstantOrNull;
    service_state: string | null;
    placed_at: InstantOrNull;
    /** What the service charges, in rand. */
    cost: number | null;
    written_back_at: InstantOrNull;
    note_written: boolean;
    tags_added_at: InstantOrNull;
    fulfillment_id: string | null;
    /** Before Shopify first forbade something of it for lack of access; null: nothing is forbidden. */
    forbidden_at: InstantOrNull;
    drifted: boolean;
    progress: Progress | null;
    /** When `progress` was first seen here. */
    progress_at: InstantOrNull;
    /** When the service is asked for news of it. */
    look_at: InstantOrNull;
    replaces: string | null;
    /** Older rows do not say whether the service is being called. */
    cancellation: JsonOrNull<Omit<Cancellation, 'calling'> & Partial<Cancellation>>;
    private: string;
    created_at: Instant;
    updated_at: Instant;
  };
  attempt: {
    shop: string;
    order_id: string;
    id: string;
    order_reference: string;
    account: string;
    fence: Int8;
    kind: string;
    started_at: Instant;
    finished_at: InstantOrNull;
    outcome: string;
    http_status: number | null;
    message_sealed: string | null;
  };
  paid_order: { shop: string; order_id: string; processed_at: Instant; seen_at: DefaultInstant };
  gate: {
    shop: string;
    mode: CourierMode;
    state: Json<ServiceHealth>;
    probe_at: InstantOrNull;
    /** The hold that the merchant was told of by e-mail. */
    mailed_hold: string | null;
    mailed_hold_at: InstantOrNull;
  };
  audit: {
    shop: string;
    id: Generated<string>;
    at: DefaultInstant;
    actor: string;
    action: string;
    order_id: string | null;
    order_reference: string | null;
    detail: string;
  };
  access_log: {
    shop: string;
    id: Generated<string>;
    at: DefaultInstant;
    actor: string;
    what: string;
    order_id: string | null;
  };
  order_run: {
    shop: string;
    order_id: string;
    next_run_at: InstantOrNull;
    /** 0: a payment, 1: the order's own next step, 2: news of an order that rests. */
    rank: Generated<number>;
    lease_until: InstantOrNull;
    /** Grows with every claim; a run is given back under its own only. */
    fence: ColumnType<string, number | string | undefined, number | string>;
    /** Grows with every change of the order. */
    version: ColumnType<string, number | string | undefined, number | string>;
    failures: Generated<number>;
    interrupted: Generated<boolean>;
  };
  data_request: {
    shop: string;
    id: Generated<string>;
    request_key: string;
    customer_id: string | null;
    order_ids: Json<string[]>;
    requested_at: Instant;
    answered_at: InstantOrNull;
    answered_by: string | null;
  };
  /** Where a service account tells of its deliveries. */
  notification_source: {
    shop: string;
    mode: CourierMode;
    account: string;
    token: string;
    url: string;
    secret_sealed: string | null;
    tried_at: DefaultInstant;
  };
  redaction: {
    shop: string;
    order_id: string;
    at: DefaultInstant;
    /** Left by the retention on an order that was never paid: it gives way to a payment. */
    until_paid: Generated<boolean>;
  };
  /** Shops and customers that were erased, by a keyed hash. */
  erasure: { name: string; at: Instant; prefix_sealed: string | null; whole_at: Instant | null };
  /** `key_ids`: null in a process of an older version. */
  worker_heartbeat: { worker: string; at: Instant; works: Generated<boolean>; key_ids: string[] | null };
}
