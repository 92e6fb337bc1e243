import type { IncomingHttpHeaders } from 'node:http';
import { Agent, type Dispatcher } from 'undici';
import { AnswerBody, type SharedBytes } from './answer-body.ts';
import { createConnector } from './connector.ts';
import { decodeBody } from './decode-body.ts';

/** What one HTTP request came to. */
export type Attempt =
  /** Not a byte of the request left this process. */
  | { kind: 'unsent'; why: 'connect' | 'time_out' | 'forbidden_address' }
  /** The request may have left; no status line came back. */
  | { kind: 'broken'; why: 'time_out' | 'reset' }
  /** `end` tells how the body ended; unless `whole`, `text` holds its beginning, of a `packed` one nothing. */
  | {
      kind: 'answered';
      status: number;
      headers: IncomingHttpHeaders;
      text: string;
      end: 'whole' | 'oversized' | 'time_out' | 'reset' | 'packed';
    };

export interface CourierHttpRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** From the root of the host; already escaped. */
  path: string;
  apiKey: string;
  body?: string;
  /** Limit of the whole attempt, from dialling to the body's last byte. */
  timeoutMs: number;
}

export interface Transport {
  /** One attempt: never repeats, never follows, never throws. */
  send(request: CourierHttpRequest): Promise<Attempt>;
  /** Waits for running attempts, then closes every connection; once closed, every attempt is `unsent`. */
  close(): Promise<void>;
}

/** The interface has no limit of a request: the answer may repeat 256 kB, escaped, and a page of a list holds many. */
const MOST_BYTES = 1024 * 1024;
const MOST_BYTES_OF_GET = 4 * MOST_BYTES;
const MOST_BYTES_OF_ALL = 32 * MOST_BYTES;

/** HTTP/1.1 to one host over connections of its own (kept alive, one request at a time on each). */
export function createTransport(baseUrl: URL, connectTimeoutMs: number): Transport {
  const agent = new Agent({
    connect: createConnector(baseUrl, connectTimeoutMs),
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: 16 * 1024,
  });
  const shared: SharedBytes = { left: MOST_BYTES_OF_ALL };
  let closing: Promise<void> | undefined;
  return {
    send: (request) =>
      new Promise((resolve) => {
        const exchange = new Exchange(resolve, request, shared);
        dispatch(agent, baseUrl.origin, request, exchange);
      }),
    close: () => (closing ??= agent.close()),
  };
}

function dispatch(agent: Agent, origin: string, request: CourierHttpRequest, exchange: Exchange) {
  const headers = {
    authorization: `Basic ${Buffer.from(`${request.apiKey}:`, 'utf8').toString('base64')}`,
    accept: 'application/json',
    'accept-encoding': 'identity',
    ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  try {
    const { method, path } = request;
    agent.dispatch({ origin, method, path, headers, body: request.body ?? null }, exchange);
  } catch (error) {
    exchange.fail(error);
  }
}

/**
 * Watches one request. undici calls `onRequestStart` right before the first byte is written: until then the request
 * is provably unsent, from then on it may have arrived, even where the socket was dead already (the server may close
 * an idle connection while we write). A second start would be a repetition by the client and is refused.
 */
class Exchange implements Dispatcher.DispatchHandler {
  #started = false;
  #done = false;
  #controller: Dispatcher.DispatchController | null = null;
  #response: { status: number; headers: IncomingHttpHeaders } | null = null;
  readonly #mostBytes: number;
  readonly #body: AnswerBody;
  readonly #resolve: (attempt: Attempt) => void;
  readonly #timer: NodeJS.Timeout;

  constructor(resolve: (attempt: Attempt) => void, request: CourierHttpRequest, shared: SharedBytes) {
    this.#resolve = resolve;
    this.#mostBytes = request.method === 'GET' ? MOST_BYTES_OF_GET : MOST_BYTES;
    this.#body = new AnswerBody(this.#mostBytes, shared);
    this.#timer = setTimeout(() => this.#abandon('time_out'), request.timeoutMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#started || this.#done) {
      controller.abort(new Error('one attempt only'));
      return;
    }
    this.#started = true;
    this.#controller = controller;
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status >= 200) this.#response = { status, headers };
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#done) return;
    if (!this.#body.add(chunk)) this.#abandon('oversized');
  }

  onResponseEnd(): void {
    this.#settle('whole');
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.fail(error);
  }

  fail(error: unknown): void {
    this.#settle('reset', error);
  }

  /** The verdict first, then the connection is closed: nothing that arrives later counts. */
  #abandon(end: 'time_out' | 'oversized'): void {
    this.#settle(end);
    this.#controller?.abort(new Error(end));
  }

  #settle(end: 'whole' | 'oversized' | 'time_out' | 'reset', error?: unknown): void {
    if (this.#done) return;
    this.#done = true;
    clearTimeout(this.#timer);
    if (this.#response) {
      const text = decodeBody(this.#body.bytes, encodingOf(this.#response.headers), this.#mostBytes);
      this.#body.release();
      const isPacked = text === null && end === 'whole';
      this.#resolve({ kind: 'answered', ...this.#response, text: text ?? '', end: isPacked ? 'packed' : end });
    } else if (this.#started) {
      this.#resolve({ kind: 'broken', why: end === 'time_out' ? 'time_out' : 'reset' });
    } else {
      this.#resolve({ kind: 'unsent', why: end === 'time_out' ? 'time_out' : whyUnsent(error) });
    }
  }
}

/** Lines of one name are one list (RFC 9110), wherever the HTTP client gives them apart. */
function encodingOf(headers: IncomingHttpHeaders): string {
  const value: unknown = headers['content-encoding'];
  return [value ?? []].flat().join(', ');
}

function whyUnsent(error: unknown): 'connect' | 'time_out' | 'forbidden_address' {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'FORBIDDEN_ADDRESS') return 'forbidden_address';
  return code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT' ? 'time_out' : 'connect';
}
