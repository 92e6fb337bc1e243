import type { RequestHandler } from 'express';
import { Refusal } from '../refusal.ts';

const LOOPBACK = ['127.0.0.1', 'localhost', '::1'];
const READS = ['GET', 'HEAD', 'OPTIONS'];

export const isLoopback = (host: string): boolean => LOOPBACK.includes(host);
const hasNoName = (host: string): boolean => ['0.0.0.0', '::'].includes(host);

/** Where a client on this machine reaches what listens on `host`, without a slash at the end. */
export function localOrigin(host: string, port: number | undefined): string {
  const name = hasNoName(host) ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/**
 * 421 for a `Host` that is neither where the service listens nor its public address: a foreign name that was made to lead
 * here. 403 for a change that a page of another origin sends.
 *
 * @param listensOn a name or an address; `0.0.0.0` and `::` have no name to hold a `Host` against, so that any is taken
 */
export function ownHost(listensOn: string, publicUrl: string | undefined): RequestHandler {
  const names = isLoopback(listensOn) ? LOOPBACK : [listensOn];
  const takesAny = hasNoName(listensOn);
  return (request, _response, next) => {
    const here = names.map((name) => localOrigin(name, request.socket.localPort));
    const own = [...here, ...(publicUrl === undefined ? [] : [publicUrl])].map((url) => new URL(url).host);
    const host = request.get('host')?.toLowerCase() ?? '';
    if (!takesAny && !own.includes(host)) {
      throw new Refusal(
        421,
        'misdirected',
        'The service does not answer under this name. Set publicUrl to its address.',
      );
    }
    const origin = request.get('origin');
    if (origin !== undefined && !READS.includes(request.method)) {
      const from = URL.parse(origin)?.host;
      if (from === undefined || ![host, ...own].includes(from)) {
        throw new Refusal(403, 'foreign_origin', 'Pages of other origins may change nothing here.');
      }
    }
    next();
  };
}
