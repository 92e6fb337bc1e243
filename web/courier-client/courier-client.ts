import { parseTemplate } from 'url-template';
import type { Courier, CourierAccount } from '#deliveries/ports/courier.ts';
import type { Clock } from '#deliveries/ports/ports.ts';
import { type AccountSession, type Host, openSession, type RequestMetric } from './account-session.ts';
import { baseUrlProblem } from './base-url.ts';
import { cancel } from './cancel.ts';
import { checkKey } from './check-key.ts';
import { driverState } from './driver-state.ts';
import { freeze } from './freeze.ts';
import { lookup } from './lookup.ts';
import { lookupById } from './lookup-by-id.ts';
import { failed } from './lookup-failure.ts';
import { judgePlacing } from './outcome.ts';
import { parseJson } from './parse-json.ts';
import type { CourierProfile } from './profile.ts';
import { notifiedDelivery, type Registration, registerNotifications } from './register-notifications.ts';
import { createTransport } from './transport.ts';

export interface CourierClientOptions {
  /** The live service's host address, as `baseUrlProblem` accepts it; null: live calls are refused. */
  baseUrl: string | null;
  /** The same for its test twin: a test key never reaches the live host, nor a live key this one. */
  testBaseUrl: string | null;
  profile: CourierProfile;
  /** Limit of every call as a whole (a look-up's pages included); a lease must be longer. */
  timeoutMs?: number;
  connectTimeoutMs?: number;
  clock?: Clock;
  onRequest?: (metric: RequestMetric) => void;
}

export interface CourierClient extends Courier {
  /** Whether the service tells of its deliveries by itself. */
  readonly hasNotifications: boolean;
  registerNotifications(account: CourierAccount, url: string): Promise<Registration>;
  /** The service's id of the delivery that a notification is about; null where it names none. */
  notifiedDelivery(body: string): string | null;
  /** Where people ask the service about a delivery; null where the profile names nothing. */
  contactUrl(ids: { orderReference: string; deliveryId: string | null }): string | null;
  /** Waits for running calls, then closes every connection. */
  close(): Promise<void>;
}

/** Where the interface places a delivery; the profile has no say in it. */
const PLACING_PATH = '/v1/same-day-asap';
const NO_ADDRESS = 'No address of the delivery service is set.';

/** The delivery service over HTTP. Throws only for an invalid address; its methods never do. */
export function createCourierClient(options: CourierClientOptions): CourierClient {
  const { profile, timeoutMs = 15_000, connectTimeoutMs = 5_000, onRequest = () => {} } = options;
  const clock = options.clock ?? { now: () => Date.now() };
  const hosts = {
    live: openHost(options.baseUrl, connectTimeoutMs),
    test: openHost(options.testBaseUrl, connectTimeoutMs),
  };

  function session(account: CourierAccount, operation: RequestMetric['operation']): AccountSession | null {
    const host = hosts[account.mode];
    return host && openSession({ account, host, profile, operation, timeoutMs, clock, onRequest });
  }

  return {
    timeZone: profile.slot.timeZone,
    driverState: (word) => driverState(word, profile),
    contactUrl: ({ orderReference, deliveryId }) =>
      profile.support &&
      parseTemplate(profile.support).expand({ order_reference: orderReference, id: deliveryId ?? '' }),
    canCancel: profile.cancel !== null,
    canLookup: profile.lookup.byReference !== null || profile.lookup.byCustomer !== null,
    freeze: (request, store) => freeze(request, store, profile),
    async place(account, body) {
      const open = session(account, 'place');
      if (!open) return { kind: 'account_refused', cause: 'address', httpStatus: null, message: NO_ADDRESS };
      const attempt = await open.send({ method: 'POST', path: PLACING_PATH, body });
      return judgePlacing(attempt, {
        profile,
        apiKey: account.apiKey,
        orderReference: referenceOf(body),
        nowMs: clock.now(),
      });
    },
    async lookup(account, query) {
      const open = session(account, 'lookup');
      return open ? lookup(open, query) : failed(NO_ADDRESS, 'address');
    },
    async lookupById(account, deliveryId) {
      const open = session(account, 'lookup');
      return open ? lookupById(open, deliveryId) : failed(NO_ADDRESS, 'address');
    },
    async cancel(account, deliveryId) {
      const open = session(account, 'cancel');
      return open ? cancel(open, deliveryId) : { kind: 'failed', message: NO_ADDRESS };
    },
    async checkKey(account) {
      const open = session(account, 'check_key');
      return open ? checkKey(open) : { ok: false, kind: 'address', message: NO_ADDRESS };
    },
    hasNotifications: profile.notifications !== null,
    async registerNotifications(account, url) {
      const open = session(account, 'register');
      return open ? registerNotifications(open, url) : { kind: 'failed', message: NO_ADDRESS };
    },
    notifiedDelivery: (body) => notifiedDelivery(body, profile),
    async close() {
      await Promise.all([hosts.live?.transport.close(), hosts.test?.transport.close()]);
    },
  };
}

function openHost(baseUrl: string | null, connectTimeoutMs: number): Host | null {
  if (baseUrl === null) return null;
  const problem = baseUrlProblem(baseUrl);
  if (problem !== null) throw new TypeError(`The service address ${problem}.`);
  const url = new URL(baseUrl);
  return { url, transport: createTransport(url, connectTimeoutMs) };
}

function referenceOf(body: string): string | null {
  const request = parseJson(body);
  if (typeof request !== 'object' || request === null || !('order_reference' in request)) return null;
  return typeof request.order_reference === 'string' ? request.order_reference : null;
}
