import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { type LoopbackServer, listenOnLoopback } from '../loopback-server.ts';

/** What becomes of one answer; the work is done first where the name ends in `after`. */
export type Fault =
  | 'none'
  | 'reset_before'
  | 'reset_after'
  | 'error_before'
  | 'error_after'
  | 'cut_after'
  | 'html_after'
  | 'busy'
  | 'hang_after';
export const faults: readonly Fault[] = [
  'reset_before',
  'reset_after',
  'error_before',
  'error_after',
  'cut_after',
  'html_after',
  'busy',
];

interface Kept {
  id: string;
  reference: string;
  customer: string;
  body: Record<string, unknown>;
}

export interface FaultyCourier extends LoopbackServer {
  /** By account and reference. */
  deliveries: Map<string, Kept>;
  /** Placing calls that arrived, and calls in all. */
  placings: number;
  calls: number;
  /** Calls that wait for their answer now. */
  inFlight: number;
  /** Chooses the fault of a call. */
  fault: (account: string, kind: 'place' | 'lookup') => Fault;
  /** How long each answer takes; calls are in flight that long. */
  delayMs: number;
  /** Ends every call that was left hanging. */
  hangUp(): void;
}

/** The interface's placing and look-up in memory: an instant service whose answers can be spoilt on purpose. */
export async function startFaultyCourier(): Promise<FaultyCourier> {
  const courier: FaultyCourier = {
    url: '',
    close: async () => {},
    deliveries: new Map(),
    placings: 0,
    calls: 0,
    inFlight: 0,
    fault: () => 'none',
    delayMs: 0,
    hangUp: () => server.closeAllConnections(),
  };
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    answer(courier, request, response).catch(() => response.destroy());
  });
  return Object.assign(courier, await listenOnLoopback(server));
}

async function answer(courier: FaultyCourier, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request);
  const account = String(request.headers.authorization ?? '');
  const isPlacing = request.method === 'POST' && request.url === '/v1/same-day-asap';
  courier.calls += 1;
  if (isPlacing) courier.placings += 1;
  const fault = courier.fault(account, isPlacing ? 'place' : 'lookup');
  if (courier.delayMs > 0) {
    courier.inFlight += 1;
    await pause(courier.delayMs);
    courier.inFlight -= 1;
  }
  if (fault === 'reset_before') return void request.socket.resetAndDestroy();
  if (fault === 'error_before') return send(response, 500, { status: 'error', message: 'spoilt' });
  if (fault === 'busy') return send(response, 429, { status: 'error', message: 'busy' }, { 'Retry-After': '1' });
  const [status, answered] = isPlacing ? place(courier, account, body) : lookup(courier, account, request.url ?? '');
  switch (fault) {
    case 'reset_after':
      return void request.socket.resetAndDestroy();
    case 'error_after':
      return send(response, 502, { status: 'error', message: 'spoilt' });
    case 'html_after':
      return void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><p>parked');
    case 'hang_after':
      return;
    case 'cut_after': {
      const whole = JSON.stringify(answered);
      response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': whole.length });
      return void response.write(whole.slice(0, whole.length / 2), () => response.socket?.destroy());
    }
    default:
      return send(response, status, answered);
  }
}

function place(courier: FaultyCourier, account: string, text: string): [number, unknown] {
  const body = JSON.parse(text) as Record<string, string>;
  const reference = body['order_reference'] ?? '';
  const key = `${account} ${reference}`;
  if (courier.deliveries.has(key))
    return [409, { status: 'error', code: 'duplicate_reference', message: 'order_reference is already used' }];
  const kept = { id: `D-${courier.deliveries.size + 1}`, reference, customer: body['customer_identifier'] ?? '', body };
  courier.deliveries.set(key, kept);
  return [201, recordOf(kept)];
}

function lookup(courier: FaultyCourier, account: string, url: string): [number, unknown] {
  const reference = decodeURIComponent(url.split('/').at(-1) ?? '');
  const kept = courier.deliveries.get(`${account} ${reference}`);
  if (url.startsWith('/v1/test')) return [200, { status: 'ok' }];
  return kept ? [200, recordOf(kept)] : [404, { status: 'error', message: 'delivery not found' }];
}

const recordOf = ({ id, body }: Kept) => ({
  ...body,
  id,
  state: 'PENDING PICKUP',
  scheduled_slot: { start: '2026-11-21T14:00:00+02:00', end: '2026-11-21T16:00:00+02:00' },
  distance_estimate: 5_400,
  time_estimate: 900,
});

function send(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
}
