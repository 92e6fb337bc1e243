import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { StoreRefusal } from '../state/refusal.ts';
import type { ShopEvent, ShopState } from '../state/shop-state.ts';
import { type PostResult, postRaw } from './post-raw.ts';
import { webhookHmac } from './sign.ts';
import { wireJson } from './wire-json.ts';

interface WebhookAttempt {
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

/** Webhooks that the log holds at most, over all shops. */
const maxRecords = 20_000;

/** Topics that reach an app although it is not installed any more. */
const afterUninstall = ['shop/redact', 'customers/redact', 'customers/data_request'];

export interface WebhookSenderOptions {
  target: () => string | null;
  secret: string;
  /** null: every topic. */
  topics: string[] | null;
  retryScheduleMs: number[];
  now: () => number;
  random: () => number;
  faults: WebhookFaults;
  apiVersion: () => string;
}

/** Sends events as Shopify does: signed, at once, five seconds to answer, the original body again on failure. */
export class WebhookSender {
  readonly #options: WebhookSenderOptions;
  readonly #records: WebhookRecord[] = [];
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #running = new Set<Promise<unknown>>();
  readonly #closing = new AbortController();

  constructor(options: WebhookSenderOptions) {
    this.#options = options;
  }

  publish(shop: ShopState, events: ShopEvent[]): void {
    const eventId = randomUUID();
    const { topics } = this.#options;
    const heard = events.filter(
      ({ topic }) => (topics?.includes(topic) ?? true) && (shop.installed || afterUninstall.includes(topic)),
    );
    for (const event of heard) {
      this.#send(shop, event, eventId);
    }
  }

  /** Sends a webhook of the log again: same ids, same body, its attempts count on. */
  async resend(webhookId: string): Promise<WebhookRecord> {
    const record = this.#records.find((one) => one.webhookId === webhookId);
    if (!record) {
      throw new StoreRefusal(`no webhook ${webhookId}`, 404);
    }
    await this.#track(this.#attempt(record));
    return record;
  }

  log(shop: string): WebhookRecord[] {
    return this.#records.filter((record) => record.shop === shop);
  }

  /** Resolves when nothing is on its way; webhooks that wait for a retry do not count. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) {
      await Promise.allSettled(this.#running);
    }
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) {
      clearTimeout(timer);
    }
    this.#timers.clear();
    this.#closing.abort();
    await Promise.allSettled(this.#running);
  }

  #send(shop: ShopState, event: ShopEvent, eventId: string): void {
    const record = compose(shop, event, eventId, this.#options);
    this.#keep(record);
    const { faults, random } = this.#options;
    if (faults.dropTopics.includes(event.topic) || random() < faults.dropProbability) {
      record.state = 'dropped';
      return;
    }
    const copies = random() < faults.duplicateProbability ? 2 : 1;
    for (let copy = 0; copy < copies; copy += 1) {
      const delayMs = faults.maxDelayMs * random();
      const waited = delayMs < 1 ? Promise.resolve() : pause(delayMs, this.#closing.signal);
      void this.#track(waited.then(() => this.#attempt(record)));
    }
  }

  /** The log of a long run forgets its oldest entries, but none that is still to be sent. */
  #keep(record: WebhookRecord): void {
    this.#records.push(record);
    if (this.#records.length > maxRecords) {
      const oldest = this.#records.findIndex(({ state }) => state !== 'waiting' && state !== 'sending');
      this.#records.splice(Math.max(0, oldest), oldest === -1 ? 0 : 1);
    }
  }

  async #attempt(record: WebhookRecord): Promise<void> {
    const target = this.#options.target();
    if (this.#closing.signal.aborted || target === null) {
      record.state = 'dropped';
      return;
    }
    record.state = 'sending';
    const at = this.#options.now();
    const started = performance.now();
    const signal = this.#closing.signal;
    const result = await postRaw(target, record.headers, Buffer.from(record.body), { signal });
    record.attempts.push({ at, ...shownResult(result), durationMs: Math.round(performance.now() - started) });
    this.#conclude(record, 'status' in result && result.status >= 200 && result.status < 300);
  }

  #conclude(record: WebhookRecord, accepted: boolean): void {
    const waitMs = this.#options.retryScheduleMs[record.attempts.length - 1];
    if (accepted) {
      record.state = 'accepted';
    } else if (waitMs === undefined || this.#closing.signal.aborted) {
      record.state = 'given_up';
    } else {
      record.state = 'waiting';
      const timer = setTimeout(() => {
        this.#timers.delete(timer);
        void this.#track(this.#attempt(record));
      }, waitMs);
      this.#timers.add(timer);
    }
  }

  #track<T>(work: Promise<T>): Promise<T> {
    this.#running.add(work);
    void work.finally(() => this.#running.delete(work));
    return work;
  }
}

function shownResult(result: PostResult): Pick<WebhookAttempt, 'status' | 'error'> {
  return 'status' in result ? { status: result.status, error: null } : { status: null, error: result.error };
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
  options: Pick<WebhookSenderOptions, 'now' | 'secret' | 'apiVersion'>,
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
      ['X-Shopify-Hmac-Sha256', webhookHmac(bytes, options.secret)],
      ['X-Shopify-Shop-Domain', shop.myshopifyDomain],
      ['X-Shopify-API-Version', options.apiVersion()],
      ['X-Shopify-Webhook-Id', webhookId],
      ['X-Shopify-Event-Id', eventId],
      ['X-Shopify-Triggered-At', triggeredAt],
    ],
    attempts: [],
    state: 'sending',
  };
}
