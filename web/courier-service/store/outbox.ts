import type { State } from '../schemas/record.ts';
import { deliveryId } from './delivery-row.ts';
import { type Database, run } from './statements.ts';

const WAITING = 'n.delivered_at is null and n.failed_at is null';

/** An endpoint that does not answer keeps so many requests at most; whatever else is told has no part in them. */
const MOST_PER_WEBHOOK = 4;

/**
 * Takes due notifications for a while, the first of every webhook before the second of any. Only the oldest waiting one of
 * each webhook and delivery can be due, so they arrive in order; a row that another process is taking is left to it. A claim
 * that ran out (the process died) is due again, but for what this process is still sending. What is under way keeps its
 * place among the first of its webhook.
 * $1 now, $2 end of the claim, $3 what is being sent (JSON).
 */
const CLAIM = `with due as (
      select n.seq from courier_notification n join (
        select first.seq, first.place from courier_webhook hook cross join lateral (
          select n.seq, row_number() over (order by n.next_attempt_at, n.seq) as place from courier_notification n
          where n.webhook_id = hook.id and ${WAITING} and n.next_attempt_at <= $1::timestamptz
            and not exists (select from courier_notification earlier
              where earlier.webhook_id = n.webhook_id and earlier.delivery_seq = n.delivery_seq and earlier.seq < n.seq
                and earlier.delivered_at is null and earlier.failed_at is null)
          order by n.next_attempt_at, n.seq limit ${MOST_PER_WEBHOOK}
        ) first
      ) ahead on ahead.seq = n.seq
      where ${WAITING} and n.next_attempt_at <= $1::timestamptz
        and (n.claimed_until is null or n.claimed_until <= $1::timestamptz)
        and n.seq not in (select jsonb_array_elements_text($3::jsonb)::bigint)
      order by ahead.place, n.next_attempt_at, n.seq limit 20
      for update of n skip locked
    )
    update courier_notification n set claimed_until = $2::timestamptz, attempts = n.attempts + 1
    from due, courier_webhook w, courier_delivery d
    where n.seq = due.seq and w.id = n.webhook_id and d.seq = n.delivery_seq
    returning n.seq, n.webhook_id, n.delivery_seq, n.state, n.occurred_at, n.attempts, w.endpoint_url, w.secret, d.order_reference`;

export interface ClaimedNotification {
  seq: string;
  webhook_id: string;
  delivery_seq: string;
  state: State;
  occurred_at: Date;
  /** This one included. */
  attempts: number;
  endpoint_url: string;
  secret: string;
  order_reference: string | null;
}

/** @param sending `seq` of what this process has under way. */
export function claimNotifications(
  database: Database,
  nowMs: number,
  untilMs: number,
  sending: readonly string[],
): Promise<ClaimedNotification[]> {
  return run(database, CLAIM, [new Date(nowMs), new Date(untilMs), JSON.stringify(sending)]);
}

const SETTLE = `update courier_notification set claimed_until = null, delivered_at = $2::timestamptz, failed_at = $3::timestamptz,
      next_attempt_at = $4::timestamptz, last_error = $5
    where seq = $1::bigint and attempts = $6::integer and delivered_at is null`;

export type Settlement =
  | { kind: 'delivered'; atMs: number }
  | { kind: 'retry'; atMs: number; error: string }
  | { kind: 'failed'; atMs: number; error: string };

/** Writes down how an attempt ended, unless a later attempt has begun. */
export async function settleNotification(
  database: Database,
  claimed: ClaimedNotification,
  how: Settlement,
): Promise<void> {
  const at = new Date(how.atMs);
  await run(database, SETTLE, [
    claimed.seq,
    how.kind === 'delivered' ? at : null,
    how.kind === 'failed' ? at : null,
    at,
    how.kind === 'delivered' ? null : how.error,
    claimed.attempts,
  ]);
}

const NEXT = `select min(n.next_attempt_at) as at from courier_notification n
    where ${WAITING} and n.next_attempt_at > $1::timestamptz`;

/** When the next notification becomes due after `nowMs`, epoch milliseconds; null where none does. */
export async function nextDueMs(database: Database, nowMs: number): Promise<number | null> {
  const [row] = await run<{ at: Date | null }>(database, NEXT, [new Date(nowMs)]);
  return row?.at?.getTime() ?? null;
}

interface NotificationRow {
  seq: string;
  webhook_id: string;
  delivery_seq: string;
  state: State;
  attempts: number;
  delivered_at: Date | null;
  failed_at: Date | null;
  last_error: string | null;
}

export interface NotificationStatus {
  webhook_message_id: string;
  webhook_id: string;
  delivery_id: string;
  state: State;
  status: 'waiting' | 'delivered' | 'failed';
  attempts: number;
  last_error: string | null;
}

const COLUMNS = 'seq, webhook_id, delivery_seq, state, attempts, delivered_at, failed_at, last_error';

/** Every notification, oldest first (control only). */
export async function everyNotification(database: Database): Promise<NotificationStatus[]> {
  const text = `select ${COLUMNS} from courier_notification order by seq`;
  return (await run<NotificationRow>(database, text, [])).map(toStatus);
}

/** The latest notifications of one webhook that were given up or still wait, newest first. */
export async function undelivered(database: Database, webhookId: string): Promise<NotificationStatus[]> {
  const text = `select ${COLUMNS} from courier_notification where webhook_id = $1 and delivered_at is null order by seq desc limit 100`;
  return (await run<NotificationRow>(database, text, [webhookId])).map(toStatus);
}

/** The `webhook-id` of a notification: the same on every repeat. */
export function messageId(seq: string): string {
  return `msg_${seq}`;
}

function statusOf({ delivered_at, failed_at }: NotificationRow): NotificationStatus['status'] {
  if (delivered_at) return 'delivered';
  return failed_at ? 'failed' : 'waiting';
}

function toStatus(row: NotificationRow): NotificationStatus {
  return {
    webhook_message_id: messageId(row.seq),
    webhook_id: row.webhook_id,
    delivery_id: deliveryId(row.delivery_seq),
    state: row.state,
    status: statusOf(row),
    attempts: row.attempts,
    last_error: row.last_error,
  };
}
