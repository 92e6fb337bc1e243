import { createHash, type KeyObject } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from '#runtime/context.ts';
import { codeOf } from '#runtime/logger.ts';
import { versionNotices } from '#shopify/api-notice.ts';
import { apiVersion } from '#shopify/shopify-library.ts';
import { meaningOf, webhookTopics } from '#shopify/topics.ts';
import { parseWebhookBody, parseWebhookHeaders } from '#shopify/webhook.ts';
import { isSignedByShopify, looksSigned, signingKeys } from '#shopify/webhook-signature.ts';
import type { IncomingWebhook } from '#storage/inbox.ts';
import { createByteBudget } from './byte-budget.ts';
import { withBody } from './read-body.ts';

export const webhookPath = '/api/webhooks';

/** Shopify's own middleware stops at 500 kB, and large orders are lost there. */
const limitBytes = 10 * 1024 * 1024;
/** Of all bodies at a time: 8,000 ordinary webhooks. */
const budgetBytes = 64 * 1024 * 1024;
const retryAfterSeconds = '5';
/** Shopify waits 5 s: a later 200 would be counted as a failure anyway. */
const patienceMs = 4_500;
/** How long a sender whose body was not read may take to read the answer. */
const lingerMs = 1_000;
const known = new Set<string>(webhookTopics);

type Intake = Pick<Context, 'config' | 'storage' | 'metrics' | 'logger' | 'apiNotices'>;

/**
 * `POST /api/webhooks`: verifies the HMAC over the raw bytes, stores the webhook durably, then answers 200. It calls
 * nobody, and parses the body only of what is about a whole shop that nobody knows by that name; `node:http` alone, since nothing that Express does is of use here. `onUnsigned` is told of each
 * that Shopify has not signed.
 */
export function createWebhookIntake(
  intake: Intake,
  onUnsigned: (request: IncomingMessage) => void,
): (request: IncomingMessage, response: ServerResponse) => void {
  const { apiSecret, previousApiSecret } = intake.config.shopify;
  const bounds = { limitBytes, budget: createByteBudget(budgetBytes) };
  const keys = signingKeys([apiSecret, previousApiSecret]);
  return (request, response) => {
    if (request.method !== 'POST') {
      request.resume();
      response.writeHead(405, { Allow: 'POST', 'Content-Length': 0 }).end();
      return;
    }
    const startedAt = performance.now();
    const topic = request.headers['x-shopify-topic'];
    const label = typeof topic === 'string' && known.has(topic) ? topic : 'other';
    const isSigned = looksSigned(request.headers['x-shopify-hmac-sha256']);
    const received: Promise<Received> = isSigned
      ? withBody(request, bounds, (body, holds) => receive(intake, keys, request, body, holds))
      : Promise.resolve({ status: 401, result: 'unsigned' });
    void received.then(({ status, result }) => {
      intake.metrics.webhooksReceived.inc({ topic: label, result });
      intake.metrics.webhookAck.observe((performance.now() - startedAt) / 1000);
      if (result === 'unsigned') onUnsigned(request);
      answer(request, response, status);
    });
  };
}

interface Received {
  status: 200 | 401 | 413 | 503 | null;
  result:
    | 'stored'
    | 'duplicate'
    | 'ignored'
    | 'quarantined'
    | 'unsigned'
    | 'too_large'
    | 'busy'
    | 'aborted'
    | 'unavailable';
}

async function receive(
  intake: Intake,
  keys: readonly KeyObject[],
  request: IncomingMessage,
  body: Buffer | 'too_large' | 'busy' | 'aborted',
  holds: (work: Promise<unknown>) => void,
): Promise<Received> {
  if (body === 'busy') return { status: 503, result: 'busy' };
  if (body === 'too_large') return { status: 413, result: 'too_large' };
  if (body === 'aborted') return { status: null, result: 'aborted' };
  if (!isSignedByShopify(body, request.headers['x-shopify-hmac-sha256'], keys)) {
    return { status: 401, result: 'unsigned' };
  }
  const headers = parseWebhookHeaders(request.headers);
  if (!('reason' in headers))
    for (const notice of versionNotices('webhook_version', apiVersion, headers.apiVersion))
      intake.apiNotices.note(notice);
  const webhook = toStore(headers, body);
  try {
    const outcome = await within(patienceMs, (signal) => {
      const storing = intake.storage.inbox.receive(webhook, signal);
      holds(storing);
      return storing;
    });
    intake.logger.debug('webhook received', { correlationId: webhook.webhookId, outcome });
    return { status: 200, result: outcome === 'stored' && webhook.unusable !== null ? 'quarantined' : outcome };
  } catch (error) {
    intake.logger.error('webhook not stored', {
      code: codeOf(error),
      topic: known.has(webhook.topic) ? webhook.topic : 'other',
    });
    return { status: 503, result: 'unavailable' };
  }
}

/** Which shop left, or asks for an erasure: Shopify may call it by a name that nobody has heard of yet. */
function shopIdIn(topic: string, body: Buffer): string | null {
  const meaning = meaningOf(topic);
  if (meaning !== 'uninstalled' && meaning !== 'compliance') return null;
  const read = parseWebhookBody(topic, body);
  return typeof read !== 'string' && 'shopifyId' in read ? read.shopifyId : null;
}

/** A webhook without an id of its own is named by its body, so that its repetitions are still one. */
function toStore(headers: ReturnType<typeof parseWebhookHeaders>, body: Buffer): IncomingWebhook {
  if (!('reason' in headers)) {
    const { shop, webhookId, topic, triggeredAt } = headers;
    const shopifyId = () => shopIdIn(topic, body);
    return { shop, webhookId, topic, triggeredAt, body, unusable: null, shopifyId };
  }
  const { shop = '', webhookId, topic = '' } = headers.headers;
  const id = webhookId ?? `body/${createHash('sha256').update(topic).update('\0').update(body).digest('base64url')}`;
  return { shop, webhookId: id, topic, triggeredAt: null, body, unusable: headers.reason };
}

function answer(request: IncomingMessage, response: ServerResponse, status: Received['status']): void {
  if (status === null || response.destroyed) return;
  const headers = { 'Content-Length': 0, ...(status === 503 && { 'Retry-After': retryAfterSeconds }) };
  if (request.complete) {
    response.writeHead(status, headers).end();
    return;
  }
  // The rest is read and dropped for a moment: closing at once would reset the connection before the answer is read.
  response.writeHead(status, { ...headers, Connection: 'close' }).end();
  request.resume();
  setTimeout(() => request.socket.destroy(), lingerMs).unref();
}

function within<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const patience = new AbortController();
  const timer = setTimeout(() => {
    const tooLong = Object.assign(new Error('took too long'), { code: 'ETIMEDOUT' });
    reject(tooLong);
    patience.abort(tooLong);
  }, ms);
  work(patience.signal)
    .then(resolve, reject)
    .finally(() => clearTimeout(timer));
  return promise;
}
