import { request } from 'node:http';

/**
 * The status that a server on 127.0.0.1 answers with. Unlike `fetch` it sends the `Host` and `Origin` that it is given;
 * PORT in a header's value stands for the server's own.
 */
export function statusOf(
  port: number,
  method: string,
  path: string,
  headers: Record<string, string>,
  body = '',
): Promise<number> {
  const named = Object.entries(headers).map(([name, value]) => [name, value.replace('PORT', String(port))]);
  const options = { port, host: '127.0.0.1', method, path, headers: Object.fromEntries(named) };
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const sent = request(options, (response) => resolve(response.resume().statusCode ?? 0));
  sent.once('error', reject).end(body);
  return promise;
}
