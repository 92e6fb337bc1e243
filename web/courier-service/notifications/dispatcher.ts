import { Webhook } from 'standardwebhooks';
import { type Agent, request } from 'undici';
import { localInstant } from '../scheduler/schedule.ts';
import type { ServiceContext } from '../service-context.ts';
import { deliveryId } from '../store/delivery-row.ts';
import {
  type ClaimedNotification,
  claimNotifications,
  messageId,
  nextDueMs,
  type Settlement,
  settleNotification,
} from '../store/outbox.ts';
import { endpointAgent } from './endpoint.ts';

const LONGEST_PAUSE_MS = 3_600_000;
/** The longest sleep: a row that another process wrote is seen after it. */
const POLL_MS = 1_000;
const MOST_BYTES = 64 * 1024;

export interface Dispatcher {
  /** There may be work. */
  wake(): void;
  stop(): Promise<void>;
}

/** Sends what waits in the outbox, one at a time for each webhook and delivery and a few at a time for each webhook. */
export function startDispatcher(context: ServiceContext): Dispatcher {
  const { timeoutMs } = context.settings.notifications;
  const agent = endpointAgent(context.control, timeoutMs);
  const sending = new Map<string, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let again = false;
  let working: Promise<void> | undefined;

  const tellOfDatabase = () => context.log('Notifications wait: the database did not answer.');
  /** No notification waits for the answer to another. */
  function send(notification: ClaimedNotification): void {
    const { seq } = notification;
    const sent = sendOne(context, agent, notification).catch(tellOfDatabase);
    sending.set(
      seq,
      sent.finally(() => {
        sending.delete(seq);
        wake();
      }),
    );
  }
  /** @returns the time as of which nothing more is due. */
  async function sendAllDue(): Promise<number> {
    for (;;) {
      const nowMs = context.now();
      const claimed = stopped
        ? []
        : await claimNotifications(context.database, nowMs, nowMs + 2 * timeoutMs, [...sending.keys()]);
      if (claimed.length === 0) {
        return nowMs;
      }
      claimed.forEach(send);
    }
  }
  async function work(): Promise<void> {
    let pauseMs = POLL_MS;
    try {
      let sentUntilMs: number;
      do {
        again = false;
        sentUntilMs = await sendAllDue();
      } while (again && !stopped);
      const dueMs = await nextDueMs(context.database, sentUntilMs);
      const untilDueMs = dueMs === null ? POLL_MS : Math.max(10, dueMs - context.now());
      pauseMs = again ? 0 : Math.min(POLL_MS, untilDueMs);
    } catch {
      tellOfDatabase();
    }
    working = undefined;
    if (!stopped) {
      timer = setTimeout(wake, pauseMs);
      timer.unref();
    }
  }
  function wake(): void {
    again = true;
    clearTimeout(timer);
    if (!stopped) {
      working ??= work();
    }
  }
  wake();
  return {
    wake,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await working;
      await Promise.all(sending.values());
      await agent.close();
    },
  };
}

async function sendOne(context: ServiceContext, agent: Agent, notification: ClaimedNotification): Promise<void> {
  const { timeoutMs } = context.settings.notifications;
  const error = await post({ agent, timeoutMs }, notification, context.wallNow());
  await settleNotification(context.database, notification, settlement(context, notification, error));
}

/** Standard Webhooks: the signature covers id, time and body. Null when acknowledged, else what went wrong. */
async function post(
  { agent, timeoutMs }: { agent: Agent; timeoutMs: number },
  notification: ClaimedNotification,
  nowMs: number,
): Promise<string | null> {
  const id = messageId(notification.seq);
  const body = JSON.stringify({
    id: deliveryId(notification.delivery_seq),
    state: notification.state,
    order_reference: notification.order_reference,
    occurred_at: localInstant(notification.occurred_at.getTime()),
  });
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(nowMs / 1000)),
    'webhook-signature': new Webhook(notification.secret).sign(id, new Date(nowMs), body),
  };
  try {
    const answer = await request(notification.endpoint_url, { method: 'POST', headers, body, dispatcher: agent });
    // Its status is the answer: a body that is long, or never ends, changes nothing and keeps nobody waiting.
    await answer.body.dump({ limit: MOST_BYTES, signal: AbortSignal.timeout(timeoutMs) }).catch(() => undefined);
    return answer.statusCode >= 200 && answer.statusCode < 300 ? null : `HTTP ${answer.statusCode}`;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
  }
}

function settlement(
  context: ServiceContext,
  { attempts, occurred_at }: ClaimedNotification,
  error: string | null,
): Settlement {
  const nowMs = context.now();
  if (error === null) {
    return { kind: 'delivered', atMs: nowMs };
  }
  const { retryBaseMs, giveUpAfterHours } = context.settings.notifications;
  const pauseMs = Math.min(retryBaseMs * 2 ** Math.min(attempts - 1, 30), LONGEST_PAUSE_MS);
  const overdue = nowMs + pauseMs > occurred_at.getTime() + giveUpAfterHours * 3_600_000;
  return overdue ? { kind: 'failed', atMs: nowMs, error } : { kind: 'retry', atMs: nowMs + pauseMs, error };
}
