import { createHmac } from 'node:crypto';
import { Agent, request } from 'node:http';
import { demoShop, type LocalWorld } from '../local-world.ts';

const sideBySide = 16;

export interface Sent {
  body: Buffer;
  /** Null leaves a header out. */
  headers: Record<string, string | null>;
}

/** Sends `count` webhooks that `draw` makes, several at once; how often each status came. */
export async function sendMany(
  { appUrl }: LocalWorld,
  count: number,
  draw: (index: number) => Sent,
): Promise<Map<number, number>> {
  const agent = new Agent({ keepAlive: true, maxSockets: sideBySide });
  const statuses = new Map<number, number>();
  let next = 0;
  const sender = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      const status = await send(`${appUrl}/api/webhooks`, agent, draw(next));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, sender)).finally(() => agent.destroy());
  return statuses;
}

function send(url: string, agent: Agent, { body, headers }: Sent): Promise<number> {
  const present = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== null);
  return new Promise((resolve, reject) => {
    const options = {
      agent,
      method: 'POST',
      headers: { ...Object.fromEntries(present), 'content-length': body.length },
    };
    request(url, options, (answer) => answer.resume().on('end', () => resolve(answer.statusCode ?? 0)))
      .on('error', reject)
      .end(body);
  });
}

/** Of a webhook of the shop under test. */
export const headersOf = (id: string, signature: string, more: Sent['headers'] = {}): Sent['headers'] => ({
  'content-type': 'application/json',
  'x-shopify-topic': 'orders/paid',
  'x-shopify-shop-domain': demoShop,
  'x-shopify-webhook-id': id,
  'x-shopify-hmac-sha256': signature,
  ...more,
});

export const hmac = (body: Buffer, secret: string, hash = 'sha256') => createHmac(hash, secret).update(body).digest();
