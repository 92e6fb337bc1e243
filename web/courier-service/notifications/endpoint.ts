import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { isIP } from 'node:net';
import { Agent } from 'undici';
import { z } from 'zod';
import { isPrivateAddress } from './private-address.ts';

/** The body of `POST /v1/webhooks`; plain http and private addresses only with control on. */
export function webhookRegistration(allowPrivate: boolean) {
  return z
    .object({
      endpoint_url: z
        .string()
        .max(2000)
        .refine(
          (url) => isEndpoint(url, allowPrivate),
          'must be an https URL of a public host, without user and fragment',
        ),
    })
    .meta({ id: 'WebhookRegistration' });
}

function isEndpoint(text: string, allowPrivate: boolean): boolean {
  const url = URL.parse(text);
  if (!url || url.username || url.password || url.hash) {
    return false;
  }
  if (allowPrivate) {
    return url.protocol === 'https:' || url.protocol === 'http:';
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const named = isIP(host) === 0 ? !/(^|\.)(localhost|local|internal)\.?$/i.test(host) : !isPrivateAddress(host);
  return url.protocol === 'https:' && named;
}

type LookupCallback = (error: Error | null, addresses: LookupAddress[]) => void;

/** The address is checked when dialling, so that a name cannot come to mean a private host after its registration. */
function publicLookup(hostname: string, options: LookupOptions, callback: LookupCallback): void {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const refused =
      error ?? (addresses.some(({ address }) => isPrivateAddress(address)) ? new Error('private address') : null);
    callback(refused, refused ? [] : addresses);
  });
}

/** Connections to webhook endpoints. */
export function endpointAgent(allowPrivate: boolean, timeoutMs: number): Agent {
  return new Agent({
    connect: { timeout: timeoutMs, ...(allowPrivate ? {} : { lookup: publicLookup as never }) },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    keepAliveTimeout: 5_000,
  });
}
