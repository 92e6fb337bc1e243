import type { Request } from 'express';

/** Path and query of a request for a document. Parsed as one, `//` at its beginning would name a host, or none at all. */
export function addressOf({ path, originalUrl }: Request): URL {
  const address = new URL('http://panel');
  const queryAt = originalUrl.indexOf('?');
  address.pathname = path;
  address.search = queryAt < 0 ? '' : originalUrl.slice(queryAt);
  return address;
}
