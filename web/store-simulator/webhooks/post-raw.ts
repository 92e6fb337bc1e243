import { type ClientRequest, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';

/** Shopify waits this long for the whole answer. */
const webhookTimeoutMs = 5_000;

export type PostResult = { status: number } | { error: string };

/**
 * Posts bytes with exactly these headers, in this order, repeated names allowed. `splitAt` sends the body in two
 * writes cut there (a multi-byte character may be cut). Never throws; `abort` ends it as a network error.
 */
export function postRaw(
  url: string,
  headers: [name: string, value: string][],
  body: Buffer,
  options: { timeoutMs?: number; splitAt?: number; signal?: AbortSignal } = {},
): Promise<PostResult> {
  return new Promise((resolve) => {
    const target = new URL(url);
    const request: ClientRequest = (target.protocol === 'https:' ? httpsRequest : httpRequest)(target, {
      method: 'POST',
      headers: [['Host', target.host], ...headers].flat(),
      agent: false,
      ...(options.signal ? { signal: options.signal } : {}),
    });
    const timer = setTimeout(() => request.destroy(new Error('time-out')), options.timeoutMs ?? webhookTimeoutMs);
    const finish = (result: PostResult) => {
      clearTimeout(timer);
      resolve(result);
    };
    request.on('error', (error) => finish({ error: error.message }));
    request.on('response', (response) => {
      response.resume();
      response.on('end', () => finish({ status: response.statusCode ?? 0 }));
      response.on('error', (error) => finish({ error: error.message }));
    });
    request.on('socket', (socket: Socket) => socket.setNoDelay(true));
    if (options.splitAt === undefined) {
      request.end(body);
      return;
    }
    request.write(body.subarray(0, options.splitAt), () => {
      setImmediate(() => request.end(body.subarray(options.splitAt)));
    });
  });
}
