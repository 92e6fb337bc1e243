import { AsyncLocalStorage } from 'node:async_hooks';
import { Agent, type Dispatcher, request } from 'undici';
import { z } from 'zod';
import { type ApiNotice, answerNotices } from './api-notice.ts';

/** How the calls made inside `withFetchSettings` reach Shopify. */
export interface FetchSettings {
  /** Time-out of one call, headers and body together. */
  timeoutMs: number;
  /** Development and tests: a loopback origin that stands for every shop; null for Shopify itself. */
  adminOrigin: string | null;
  /** Told what Shopify says of its API. */
  onNotice?: ((notice: ApiNotice) => void) | undefined;
}

/** Header that names the shop where `adminOrigin` stands for every shop. */
const shopDomainHeader = 'X-Shopify-Shop-Domain';
const tokenEndpoint = '/admin/oauth/access_token';
const hourSeconds = 3600;
const refreshLifetimeSeconds = 90 * 24 * hourSeconds;

/** Node gives up an address after 250 ms where another follows, though that one may lead nowhere. */
const connections = new Agent({ connect: { autoSelectFamilyAttemptTimeout: 2_500 } });

const settings = new AsyncLocalStorage<FetchSettings>();
const defaults: FetchSettings = { timeoutMs: 10_000, adminOrigin: null };

/**
 * Runs `call` with these settings. The library's fetch is one per process, so two apps in one process (as tests have
 * them) are told apart by the asynchronous context of the call and not by a global that the last one set.
 */
export function withFetchSettings<T>(chosen: FetchSettings, call: () => Promise<T>): Promise<T> {
  return settings.run(chosen, call);
}

/**
 * The fetch of every call to Shopify, for the library: a time-out of its own, no redirects (the access token would follow
 * them to another host), the loopback origin where one is set, and token answers in the form the library can read. The
 * global `fetch` would stream what is read whole here, at an eighth of the processor that an order costs.
 */
export async function shopifyFetch(input: string | URL, init: RequestInit = {}): Promise<Response> {
  const { timeoutMs, adminOrigin, onNotice } = settings.getStore() ?? defaults;
  const url = new URL(input);
  const headers = new Headers(init.headers);
  headers.set('accept-encoding', 'identity');
  if (adminOrigin !== null) headers.set(shopDomainHeader, url.host);
  const answer = await request(adminOrigin === null ? url : new URL(url.pathname, adminOrigin), {
    dispatcher: connections,
    method: 'POST',
    headers,
    body: String(init.body),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const text = await answer.body.text();
  const response = new Response(text === '' ? null : text, { status: answer.statusCode, headers: headersOf(answer) });
  for (const notice of answerNotices(url.pathname, response.headers)) onNotice?.(notice);
  return url.pathname === tokenEndpoint ? readableTokenAnswer(response) : response;
}

const headersOf = ({ headers }: Dispatcher.ResponseData): Headers =>
  new Headers(Object.entries(headers).map(([name, values = '']) => [name, [values].flat().join(', ')]));

const tokenAnswer = z.looseObject({
  error: z.string().optional(),
  expires_in: z.number().positive().optional(),
  refresh_token: z.string().min(1).optional(),
  refresh_token_expires_in: z.number().positive().optional(),
});

/**
 * The library throws a SyntaxError on a body that is not JSON (losing the status), never refreshes again after an answer
 * without `expires_in`, and drops a refresh token that comes without its own lifetime. Shopify's documented lifetimes
 * (one hour, 90 days) stand in for what is missing.
 */
async function readableTokenAnswer(response: Response): Promise<Response> {
  const parsed = tokenAnswer.safeParse(await response.json().catch(() => null));
  const answer = parsed.success ? parsed.data : {};
  if (response.ok && parsed.success) {
    answer.expires_in ??= hourSeconds;
    if (answer.refresh_token !== undefined) answer.refresh_token_expires_in ??= refreshLifetimeSeconds;
  }
  const { status, headers } = response;
  const kept = ['retry-after', 'date'].flatMap((name) => (headers.has(name) ? [[name, headers.get(name) ?? '']] : []));
  return Response.json(answer, { status, headers: kept as [string, string][] });
}

/**
 * The origin of a loopback URL (`http://127.0.0.1:4000`). Throws for any other address: this switch would otherwise send
 * every shop's access token wherever the environment points.
 */
export function loopbackOrigin(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  const loopback = url !== null && /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);
  const bare = url !== null && url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  if (!loopback || !bare || !['http:', 'https:'].includes(url.protocol)) {
    throw new Error('SHOPIFY_ADMIN_ORIGIN must be a bare loopback origin such as http://127.0.0.1:4000');
  }
  return url.origin;
}
