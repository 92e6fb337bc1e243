import type { CourierProfile } from '#courier-client/profile.ts';

/** What the suite knows of a service: its base URL, one key, and what it calls that for which the interface has no name. */
export interface Connection {
  baseUrl: string;
  key: string;
  profile: CourierProfile;
}

export interface Answer {
  status: number;
  /** Undefined where the body is no JSON. */
  json: unknown;
  contentType: string;
  headers: Headers;
}

const TIME_OUT_MS = 20_000;

export function basic(user: string, password = ''): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

/** One request. `authorization` null sends none; a text `body` is sent as it is. */
export async function send(
  { baseUrl, key }: Pick<Connection, 'baseUrl' | 'key'>,
  request: { method?: string; path: string; body?: unknown; authorization?: string | null; contentType?: string },
): Promise<Answer> {
  const { method = 'GET', path, body, authorization = basic(key), contentType = 'application/json' } = request;
  const response = await fetch(`${baseUrl.replace(/\/$/, '')}${path}`, {
    method,
    redirect: 'manual',
    signal: AbortSignal.timeout(TIME_OUT_MS),
    headers: {
      ...(authorization === null ? {} : { authorization }),
      ...(body === undefined ? {} : { 'content-type': contentType }),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    json: parse(text),
    contentType: response.headers.get('content-type') ?? '',
    headers: response.headers,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
