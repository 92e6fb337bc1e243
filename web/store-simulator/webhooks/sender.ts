import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ShopEvent, ShopState } from '../state/shop-state.ts';
import { type PostResult, postRaw } from './post-raw.ts';
import { webhookHmac } from './sign.ts';
import { wireJson } from './wire-json.ts';

export interface WebhookAttempt {
  /** Epoch milliseconds. */
  at: number;
  /** null where no HTTP answer came. */
  status: number | null;
  error: string | null;
  durationMs: number;
}

export interface WebhookRecord {
  webhookId: string;
  eventId: string;
  topic: string;
  shop: string;
  triggeredAt: string;
  /** The bytes on the wire, as text. */
  body: string;
  headers: [string, string][];
  attempts: WebhookAttempt[];
  state: 'sending' | 'waiting' | 'accepted' | 'given_up' | 'dropped';
}

export interface WebhookFaults {
  /** Probability that a webhook is never sent. */
  dropProbability: number;
  /** Probability that it is sent a second time, with the same id. */
  duplicateProbability: number;
  /** Topics that are never sent. */
  dropTopics: string[];
  /** Each waits up to so long first, which also puts them out of order. */
  maxDelayMs: number;
}

/** Shopify: eight retries over four hours, further and further apart. */
export const shopifyRetryScheduleMs = [60, 180, 420, 900, 1_800, 2_700, 3_600, 4_740].map((seconds) => seconds * 1000);

export const noWebhookFaults: WebhookFaults = {
  dropProbability: 0,
  duplicateProbability: 0,
  dropTopics: [],
  maxDelayMs: 0,
};

/** Topics that reach an app although it is not installed any more. */
const afterUninstall = ['shop/redact', 'customers/redact', 'customers/data_request'];

export interface WebhookSender {
  publish(shop: ShopState, events: ShopEvent[]): void;
  /** Sends a webhook of the log again: same ids, same body, its attempts count on. */
  resend(webhookId: string): Promise<WebhookRecord>;
  log(shop: string): WebhookRecord[];
  /** Resolves when nothing is on its way; webhooks that wait for a retry do not count. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Sends events as Shopify does: signed, at once, five seconds to answer, the original body again on failure. */
export function createWebhookSender(options: {
  target: () => string | null;
  secret: () => string;
  topics: () => string[] | null;
  retryScheduleMs: number[];
  now: () => number;
  random: () => number;
  faults: WebhookFaults;
  apiVersion: string;
}): WebhookSender {
  const records: WebhookRecord[] = [];
  const timers = new Set<NodeJS.Timeout>();
  const running = new Set<Promise<unknown>>();
  const closing = new AbortController();

  const track = <T>(work: Promise<T>): Promise<T> => {
    running.add(work);
    void work.finally(() => running.delete(work));
    return work;
  };
  const later = (ms: number, action: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      action();
    }, ms);
    timers.add(timer);
  };

  const attempt = async (record: WebhookRecord): Promise<void> => {
    const target = options.target();
    if (closing.signal.aborted || target === null) {
      record.state = 'dropped';
      return;
    }
    record.state = 'sending';
    const startedAt = options.now();
    const started = performance.now();
    const result: PostResult = await postRaw(target, record.headers, Buffer.from(record.body), {
      signal: closing.signal,
    });
    record.attempts.push({
      at: startedAt,
      status: 'status' in result ? result.status : null,
      error: 'error' in result ? result.error : null,
      durationMs: Math.round(performance.now() - started),
    });
    const accepted = 'status' in result && result.status >= 200 && result.status < 300;
    const wait = options.retryScheduleMs[record.attempts.length - 1];
    if (accepted) record.state = 'accepted';
    else if (wait === undefined || closing.signal.aborted) record.state = 'given_up';
    else {
      record.state = 'waiting';
      later(wait, () => void track(attempt(record)));
    }
  };

  const send = (shop: ShopState, event: ShopEvent, eventId: string) => {
    const record = compose(shop, event, eventId, options);
    records.push(record);
    const { faults, random } = options;
    if (faults.dropTopics.includes(event.topic) || random() < faults.dropProbability) {
      record.state = 'dropped';
      return;
    }
    const copies = random() < faults.duplicateProbability ? 2 : 1;
    for (let copy = 0; copy < copies; copy += 1) {
      const delayMs = faults.maxDelayMs * random();
      void track(delayMs < 1 ? attempt(record) : pause(delayMs, closing.signal).then(() => attempt(record)));
    }
  };

  return {
    publish(shop, events) {
      const eventId = randomUUID();
      const topics = options.topics();
      for (const event of events) {
        if (topics !== null && !topics.includes(event.topic)) continue;
        if (shop.installed || afterUninstall.includes(event.topic)) send(shop, event, eventId);
      }
    },
    async resend(webhookId) {
      const record = records.find((one) => one.webhookId === webhookId);
      if (!record) throw new Error(`no webhook ${webhookId}`);
      await track(attempt(record));
      return record;
    },
    log: (shop) => records.filter((record) => record.shop === shop),
    async settled() {
      while (running.size > 0) await Promise.allSettled(running);
    },
    async close() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      closing.abort();
      await Promise.allSettled(running);
    },
  };
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(ms, undefined, { signal });
  } catch {
    // Closing: the attempt that follows sees the signal and gives up.
  }
}

function compose(
  shop: ShopState,
  event: ShopEvent,
  eventId: string,
  options: { now: () => number; secret: () => string; apiVersion: string },
): WebhookRecord {
  const body = wireJson(event.body);
  const webhookId = randomUUID();
  // Shopify gives nanoseconds; the clock here gives three of the nine digits.
  const triggeredAt = new Date(options.now()).toISOString().replace('Z', '000000Z');
  const bytes = Buffer.from(body);
  return {
    webhookId,
    eventId,
    topic: event.topic,
    shop: shop.domain,
    triggeredAt,
    body,
    headers: [
      ['Content-Type', 'application/json'],
      ['Content-Length', String(bytes.length)],
      ['Accept', '*/*'],
      ['User-Agent', 'Shopify-Captain-Hook'],
      ['X-Shopify-Topic', event.topic],
      ['X-Shopify-Hmac-Sha256', webhookHmac(bytes, options.secret())],
      ['X-Shopify-Shop-Domain', shop.domain],
      ['X-Shopify-API-Version', options.apiVersion],
      ['X-Shopify-Webhook-Id', webhookId],
      ['X-Shopify-Event-Id', eventId],
      ['X-Shopify-Triggered-At', triggeredAt],
    ],
    attempts: [],
    state: 'sending',
  };
}
