import { z } from 'zod';
import { type Problem, problem } from '#api-contract/order.ts';
import { appBridge } from './app-bridge.ts';
import { setServerClock } from './server-clock.ts';

/** The app's own answer should be here long before; a hanging request must not leave a screen loading for ever. */
const answerTimeoutMs = 30_000;
const tokenTimeoutMs = 10_000;
const longestWaitSeconds = 30;

/** What went wrong with a call, in the words of the API's problem document or of the panel. */
export class ApiError extends Error {
  /** 0 where no answer arrived. */
  readonly status: number;
  readonly problem: Problem | null;
  /** When the app, which cannot do it yet, is to be asked again; null where it names no time. */
  readonly retryAfterMs: number | null;
  /** `problem`: the API says what; the others have texts of their own in the locale files. */
  readonly kind: 'problem' | 'network' | 'session' | 'unreadable';

  constructor(
    kind: ApiError['kind'],
    details: { status: number; problem?: Problem | undefined; retryAfterMs?: number | null; cause?: unknown },
  ) {
    super(details.problem?.detail ?? kind, { cause: details.cause });
    this.name = 'ApiError';
    this.kind = kind;
    this.status = details.status;
    this.problem = details.problem ?? null;
    this.retryAfterMs = details.retryAfterMs ?? null;
  }

  /** True where the same call may well succeed in a moment. */
  get isPassing(): boolean {
    return this.kind === 'network' || this.status >= 500 || this.status === 429;
  }
}

interface Call<T> {
  method?: 'GET' | 'POST' | 'PUT';
  /** Sent as JSON. */
  body?: unknown;
  /** Parses the answer: the same schema as the server's. */
  answer: z.ZodType<T>;
  signal?: AbortSignal | undefined;
}

/**
 * One call of the app's API with a fresh session token; a 401 is answered once with another token.
 *
 * @param path begins with `/api/`
 * @throws ApiError for everything but a readable success
 */
export async function callApi<T>(path: string, call: Call<T>): Promise<T> {
  const response = await send(path, call);
  const parsed = call.answer.safeParse(await readJson(response));
  if (!parsed.success) throw new ApiError('unreadable', { status: response.status, cause: parsed.error });
  return parsed.data;
}

/** As `callApi`, for an answer that is a file: what is not named as one is a page of something before the app. */
export async function downloadFile(path: string): Promise<Blob> {
  const response = await send(path, { answer: z.unknown() });
  const isFile = response.headers.get('Content-Disposition')?.startsWith('attachment') ?? false;
  if (!isFile) throw new ApiError('unreadable', { status: response.status });
  return response.blob();
}

async function send<T>(path: string, call: Call<T>): Promise<Response> {
  const first = await attempt(path, call);
  const response = first.status === 401 ? await attempt(path, call) : first;
  if (response.ok) return response;
  if (response.status === 401) throw new ApiError('session', { status: 401 });
  const parsed = problem.safeParse(await readJson(response).catch(() => null));
  const { status } = response;
  const retryAfterMs = status === 503 ? retryAfterOf(response) : null;
  throw new ApiError(parsed.success ? 'problem' : 'unreadable', { status, problem: parsed.data, retryAfterMs });
}

/** The API names seconds. */
function retryAfterOf(response: Response): number | null {
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return seconds > 0 ? Math.min(seconds, longestWaitSeconds) * 1000 : null;
}

async function attempt<T>(path: string, call: Call<T>): Promise<Response> {
  const token = await sessionToken();
  const timeout = AbortSignal.timeout(answerTimeoutMs);
  try {
    const response = await fetch(path, {
      method: call.method ?? 'GET',
      headers: {
        Accept: 'application/json',
        Authorization: `Bearer ${token}`,
        ...(call.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      signal: call.signal ? AbortSignal.any([call.signal, timeout]) : timeout,
    });
    // With a refusal nothing is read: what was read before would be held against another clock.
    if (response.ok) setServerClock(Date.parse(response.headers.get('Date') ?? ''), Date.now());
    return response;
  } catch (error) {
    if (call.signal?.aborted) throw error;
    throw new ApiError('network', { status: 0, cause: error });
  }
}

/** Outside the admin App Bridge never answers: that must end in a sentence, not in a screen that loads for ever. */
async function sessionToken(): Promise<string> {
  const bridge = appBridge();
  if (!bridge) throw new ApiError('session', { status: 401 });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ApiError('session', { status: 401 })), tokenTimeoutMs);
  });
  try {
    return await Promise.race([bridge.idToken(), late]);
  } catch (error) {
    // The admin fetches it: that it cannot says nothing of the session.
    if (error instanceof ApiError && navigator.onLine) throw error;
    throw new ApiError('network', { status: 0, cause: error });
  } finally {
    clearTimeout(timer);
  }
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    throw new ApiError('unreadable', { status: response.status, cause: error });
  }
}
