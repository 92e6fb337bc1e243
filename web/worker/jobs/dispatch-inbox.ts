import { noteHash } from '#deliveries/order.ts';
import type { Context } from '#runtime/context.ts';
import type { LogFields } from '#runtime/logger.ts';
import { parseWebhookBody } from '#shopify/webhook.ts';
import type { ReadWebhook, StoredWebhook } from '#storage/inbox.ts';

const batch = 100;

/** Hands new webhooks on to their orders, and tells of those about shops; true where there may be more. */
export async function dispatchInbox(
  { storage, logger }: Pick<Context, 'storage' | 'logger'>,
  onShopNews: () => void = () => undefined,
): Promise<boolean> {
  let isNewsOfShop = false;
  const count = await storage.inbox.dispatch(batch, (webhook) => {
    const reading = readWebhook(webhook);
    const { webhookId: correlationId, shop } = webhook;
    logger.info('webhook read', { correlationId, shop, outcome: reading.kind, ...namedBy(reading) });
    isNewsOfShop ||= reading.kind === 'shop';
    return reading;
  });
  if (isNewsOfShop) onShopNews();
  return count === batch;
}

function namedBy(reading: ReadWebhook): Pick<LogFields, 'orderId' | 'code'> {
  if (reading.kind === 'order') return { orderId: reading.orderId };
  return reading.kind === 'unusable' ? { code: reading.why } : {};
}

/** What a stored body is about. The payload decides nothing: it names the order and tells our own echo. */
export function readWebhook({
  topic,
  body,
  unopened,
}: Pick<StoredWebhook, 'topic' | 'body' | 'unopened'>): ReadWebhook {
  // One row that cannot be opened holds up no other.
  if (body === null) return { kind: 'unusable', why: unopened ?? 'cannot_be_opened' };
  const read = parseWebhookBody(topic, body);
  if (typeof read === 'string') return { kind: 'unusable', why: read };
  if (read.kind !== 'order') return { kind: 'shop' };
  return {
    kind: 'order',
    orderId: read.orderId,
    paid: read.paid,
    updatedAt: read.updatedAt === null ? null : Date.parse(read.updatedAt),
    noteHash: read.note === undefined ? null : noteHash(read.note),
    echoFingerprint: read.fingerprint,
    fraudRisk: read.fraudRisk,
  };
}
