import { STATUS_CODES } from 'node:http';
import type { ErrorRequestHandler, Request, Response } from 'express';
import { Refusal, unavailable } from '../refusal.ts';

/** What Express and its body reader throw for a bad request. */
const TRANSPORT: Record<string, () => Refusal> = {
  'entity.too.large': () => new Refusal(413, 'too_large', 'The body is larger than 256 kB.'),
  'encoding.unsupported': () => new Refusal(415, 'unsupported_encoding', 'Send the body without Content-Encoding.'),
  'request.size.invalid': () => new Refusal(400, 'malformed_request', 'The body is not as long as its Content-Length.'),
  'request.aborted': () => new Refusal(400, 'malformed_request', 'The request was cut off.'),
};

/**
 * The only place that answers errors. Anything unforeseen is 503, never 500: the database is the one thing that can fail
 * here, and a client must take the answer for "unknown, ask again".
 */
export function answerError(log: (line: string) => void): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    send(request, response, toRefusal(error, log));
  };
}

function toRefusal(error: unknown, log: (line: string) => void): Refusal {
  if (error instanceof Refusal) {
    return error;
  }
  const { type, status } = error as { type?: string; status?: number };
  const known = type === undefined ? undefined : TRANSPORT[type];
  if (known) {
    return known();
  }
  if (status === 400) {
    return new Refusal(400, 'malformed_path', 'The path is not percent-encoded UTF-8.');
  }
  log(`A request failed: ${describe(error)}`);
  return unavailable();
}

/** Class and code only: a database's message may quote what a client sent. */
function describe(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? ` ${String(error.code)}` : '';
  return `${error instanceof Error ? error.name : typeof error}${code}`;
}

function send(request: Request, response: Response, refusal: Refusal): void {
  const { status, code, message, errors, extra } = refusal;
  response.status(status).set(refusal.headers);
  if (request.accepts(['application/json', 'application/problem+json']) === 'application/problem+json') {
    const problem = { type: `urn:same-day:problem:${code}`, title: STATUS_CODES[status], status, detail: message };
    response.type('application/problem+json').send(JSON.stringify({ ...problem, code, errors, ...extra }));
    return;
  }
  response.json({ status: 'error', message, code, errors, ...extra });
}
