import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { isLoopbackUrl, mayDial } from './base-url.ts';

/** Thrown while dialling when a name of the service leads to an address it must not lead to. */
class ForbiddenAddressError extends Error {
  readonly code = 'FORBIDDEN_ADDRESS';
}

/** Dials the service's host and no other kind of address: the check sees the very addresses that are connected to. */
export function createConnector(baseUrl: URL, connectTimeoutMs: number) {
  const onLoopback = isLoopbackUrl(baseUrl);
  const checkedLookup: LookupFunction = (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const allowed = addresses.filter(({ address }) => mayDial(address, onLoopback));
      const [first] = allowed;
      if (!first) return callback(new ForbiddenAddressError('private address'), []);
      return options.all ? callback(null, allowed) : callback(null, first.address, first.family);
    });
  };
  // Node gives up an address after 250 ms where another follows, though that one may lead nowhere (IPv6 without a route).
  const autoSelectFamilyAttemptTimeout = Math.ceil(connectTimeoutMs / 2);
  return buildConnector({
    ...{ timeout: connectTimeoutMs, autoSelectFamilyAttemptTimeout },
    ...{ lookup: checkedLookup, allowH2: false },
  });
}
