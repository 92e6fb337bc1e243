import type { CourierAccount } from '#deliveries/ports/courier.ts';
import type { Clock } from '#deliveries/ports/ports.ts';
import type { CourierProfile } from './profile.ts';
import type { Attempt, CourierHttpRequest, Transport } from './transport.ts';

/** One finished request, for metrics: no key, no path, no shop. */
export interface RequestMetric {
  server: 'courier' | 'courier_test';
  operation: 'place' | 'lookup' | 'cancel' | 'check_key' | 'register';
  method: string;
  /** null where no status line arrived. */
  status: number | null;
  /** null for a whole answer; else how the attempt ended, e.g. `unsent_connect`, `time_out`. */
  errorType: string | null;
  durationMs: number;
}

export interface Host {
  url: URL;
  transport: Transport;
}

/** What every operation needs: one account's host, and one time limit over all its requests together. */
export interface AccountSession {
  apiKey: string;
  profile: CourierProfile;
  /** The service's origin and path prefix. */
  baseUrl: URL;
  nowMs(): number;
  /** One attempt at a path below the base URL, within what is left of the time limit. */
  send(request: { method: CourierHttpRequest['method']; path: string; body?: string }): Promise<Attempt>;
}

export interface SessionOptions {
  account: CourierAccount;
  host: Host;
  profile: CourierProfile;
  operation: RequestMetric['operation'];
  timeoutMs: number;
  clock: Clock;
  onRequest: (metric: RequestMetric) => void;
}

/** Opens the session of one call of the courier; the time limit starts now. */
export function openSession(options: SessionOptions): AccountSession {
  const { account, host, profile, operation, timeoutMs, clock, onRequest } = options;
  const startedAt = performance.now();
  const prefix = host.url.pathname.replace(/(?<!\/)\/+$/, '');
  return {
    apiKey: account.apiKey,
    profile,
    baseUrl: host.url,
    nowMs: () => clock.now(),
    async send(request) {
      const sentAt = performance.now();
      const leftMs = Math.max(1, timeoutMs - (sentAt - startedAt));
      const attempt = await host.transport.send({
        ...request,
        path: `${prefix}${request.path}`,
        apiKey: account.apiKey,
        timeoutMs: leftMs,
      });
      onRequest({
        server: account.mode === 'live' ? 'courier' : 'courier_test',
        operation,
        method: request.method,
        status: attempt.kind === 'answered' ? attempt.status : null,
        errorType: errorType(attempt),
        durationMs: performance.now() - sentAt,
      });
      return attempt;
    },
  };
}

function errorType(attempt: Attempt): string | null {
  if (attempt.kind === 'unsent') return `unsent_${attempt.why}`;
  if (attempt.kind === 'broken') return attempt.why;
  return attempt.end === 'whole' ? null : attempt.end;
}
