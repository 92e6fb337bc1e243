import { request } from 'node:http';
import { text } from 'node:stream/consumers';

/**
 * What a server on 127.0.0.1 answers. Unlike `fetch` it sends the `Host` and `Origin` that it is given; PORT in a header's
 * value stands for the server's own.
 */
export async function answerOf(
  port: number,
  method: string,
  path: string,
  headers: Record<string, string>,
  body = '',
): Promise<{ status: number; body: string }> {
  const named = Object.entries(headers).map(([name, value]) => [name, value.replace('PORT', String(port))]);
  const options = { port, host: '127.0.0.1', method, path, headers: Object.fromEntries(named) };
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
  const sent = request(options, (response) => {
    text(response).then((answer) => resolve({ status: response.statusCode ?? 0, body: answer }), reject);
  });
  sent.once('error', reject).end(body);
  return promise;
}

/** The status alone. */
export async function statusOf(...sent: Parameters<typeof answerOf>): Promise<number> {
  return (await answerOf(...sent)).status;
}
