import {
  type IncomingHeaders,
  parseWebhookBody,
  parseWebhookHeaders,
  type UnusableReason,
  type WebhookBody,
  type WebhookHeaders,
} from '../webhook.ts';

export type Webhook =
  | { usable: true; headers: WebhookHeaders; body: WebhookBody }
  | { usable: false; headers: Partial<WebhookHeaders>; reason: UnusableReason };

/**
 * Reads a webhook whose signature has been verified. Never throws: what cannot be used comes with the reason. Every id is
 * a string of its digits, exact beyond 2^53.
 */
export function parseWebhook(incoming: IncomingHeaders, rawBody: Uint8Array): Webhook {
  const headers = parseWebhookHeaders(incoming);
  if ('reason' in headers) return { usable: false, ...headers };
  const body = parseWebhookBody(headers.topic, rawBody);
  return typeof body === 'string' ? { usable: false, headers, reason: body } : { usable: true, headers, body };
}
