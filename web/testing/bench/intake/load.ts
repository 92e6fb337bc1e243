import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import { orderPaid } from './order-paid.ts';

export interface LoadResult {
  requestsPerSecond: number;
  p99Ms: number;
  maxMs: number;
  /** Answers other than 200, and requests without one. */
  failed: number;
}

/** Webhooks, each with an id of its own, for some seconds or some number. */
export async function sendWebhooks(
  url: string,
  options: { connections: number; seconds: number } | { connections: number; amount: number },
): Promise<LoadResult> {
  const { body, headers } = orderPaid(1001);
  const result = await autocannon({
    url: `${url}/api/webhooks`,
    connections: options.connections,
    ...('seconds' in options ? { duration: options.seconds } : { amount: options.amount }),
    requests: [
      {
        method: 'POST',
        body,
        headers,
        setupRequest: (request) => ({
          ...request,
          headers: { ...request.headers, 'x-shopify-webhook-id': randomUUID() },
        }),
      },
    ],
  });
  return {
    requestsPerSecond: result['2xx'] / result.duration,
    p99Ms: result.latency.p99,
    maxMs: result.latency.max,
    failed: result.non2xx + result.errors + result.timeouts,
  };
}
