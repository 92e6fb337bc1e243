import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const KEPT = 5_000;

export interface SeenRequest {
  at: string;
  method: string;
  path: string;
  /** Without the key: `authorization` is shown as the account that it names. */
  headers: IncomingHttpHeaders;
  body: unknown;
  /** The status answered; null while there is none, or where the answer was lost. */
  status: number | null;
}

/** The last requests, for tests to read. Kept only with control on. */
export function seenRequests() {
  let seen: SeenRequest[] = [];
  return {
    add(request: SeenRequest): void {
      seen.push(request);
      if (seen.length > KEPT) {
        seen = seen.slice(-KEPT / 2);
      }
    },
    list: (): readonly SeenRequest[] => seen,
    clear(): void {
      seen = [];
    },
  };
}

export type SeenRequests = ReturnType<typeof seenRequests>;

/** Headers without key values: the same key always gives the same name. */
export function withoutKeys(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { authorization, ...rest } = headers;
  if (authorization === undefined) {
    return rest;
  }
  const name = createHash('sha256').update(authorization).digest('hex').slice(0, 12);
  return { ...rest, authorization: `Basic <key ${name}>` };
}

/** A body as JSON where it is JSON that can be written again, not nested deeper than the stack; else as text. */
export function readableBody(bytes: unknown): unknown {
  const text = bytes instanceof Buffer ? bytes.toString() : '';
  try {
    const value: unknown = JSON.parse(text);
    JSON.stringify(value);
    return value;
  } catch {
    return text === '' ? null : text;
  }
}
