import type {
  Courier,
  CourierAccount,
  LookupOutcome,
  PlaceOutcome,
  ServiceDelivery,
} from '#deliveries/ports.ts';
import type { DeliveryId } from '#placement/ids.ts';
import type { PlacementRequest } from '#placement/placement-request.ts';
import type { Scheduler, SimProcess } from './scheduler.ts';
import type { SeededRandom } from './seeded-random.ts';

/** What can become of a placing call: whether the service stored it, and what the caller learns. */
export const placeFaults = [
  'none',
  'unsent',
  'reset_before',
  'reset_after',
  'time_out_landing_late',
  'server_error_before',
  'server_error_after',
  'unreadable_after',
  'rate_limited',
  'unavailable_after',
  'refused',
  'key_refused',
  'address_refused',
  'redirected',
  'no_slot',
] as const;
export type PlaceFault = (typeof placeFaults)[number];
export type LookupFault = 'none' | 'failed' | 'key_refused';

export interface ServiceFaults {
  place: (random: SeededRandom, now: number) => PlaceFault;
  lookup: (random: SeededRandom, now: number) => LookupFault;
}

interface Stored extends ServiceDelivery {
  goods: string;
}

/** The delivery service as a model: unique references, answers that get lost, requests that land late. */
export class SimService {
  readonly stored = new Map<string, Stored>();
  readonly placings: { at: number; reference: string; body: string; fault: PlaceFault }[] = [];
  readonly #scheduler: Scheduler;
  readonly #random: SeededRandom;
  faults: ServiceFaults;

  constructor(scheduler: Scheduler, random: SeededRandom, faults: ServiceFaults) {
    this.#scheduler = scheduler;
    this.#random = random;
    this.faults = faults;
  }

  /** The `Courier` port as one process sees it. */
  courierOf(process: SimProcess): Courier {
    return {
      timeZone: 'Africa/Johannesburg',
      canCancel: true,
      canLookup: true,
      freeze: (request, store) => JSON.stringify({ ...request, store_id: store.id }),
      place: async (_account, body) => {
        const fault = this.faults.place(this.#random, this.#scheduler.now());
        this.placings.push({ at: this.#scheduler.now(), reference: referenceOf(body), body, fault });
        await this.#scheduler.wait(5 + this.#random.below(200), null);
        const outcome = this.#place(body, fault);
        await this.#scheduler.wait(5 + this.#random.below(200), process);
        return outcome;
      },
      lookup: async (_account, { orderReference }) => {
        await this.#scheduler.wait(5 + this.#random.below(100), process);
        return this.#lookup(orderReference);
      },
      lookupById: async () => ({ kind: 'unsupported' }),
      cancel: async () => ({ kind: 'unsupported' }),
      checkKey: async (_account: CourierAccount) => {
        await this.#scheduler.wait(20, process);
        return { ok: true, kind: 'accepted', message: 'ok' };
      },
    };
  }

  #place(body: string, fault: PlaceFault): PlaceOutcome {
    const at = { httpStatus: 500, message: fault };
    switch (fault) {
      case 'unsent':
        return { kind: 'unsent', httpStatus: null, message: fault };
      case 'rate_limited':
        return { kind: 'rate_limited', retryAfterMs: 3_000, httpStatus: 429, message: fault };
      case 'refused':
        return { kind: 'refused', field: 'dropoff_address', httpStatus: 422, message: fault };
      case 'key_refused':
        return { kind: 'account_refused', cause: 'key', httpStatus: 401, message: fault };
      case 'address_refused':
        return { kind: 'account_refused', cause: 'address', httpStatus: 404, message: fault };
      case 'redirected':
        return { kind: 'redirected', httpStatus: 302, message: fault };
      case 'reset_before':
        return { kind: 'unknown', why: 'reset', retryAfterMs: null, httpStatus: null, message: fault };
      case 'server_error_before':
        return { kind: 'unknown', why: 'server_error', retryAfterMs: null, ...at };
      case 'time_out_landing_late':
        this.#scheduler.at(this.#scheduler.now() + this.#random.below(20_000), null, () => this.#store(body));
        return { kind: 'unknown', why: 'time_out', retryAfterMs: null, httpStatus: null, message: fault };
      default:
        return this.#answerAfter(body, fault);
    }
  }

  /** The work is done first; the answer may be lost. */
  #answerAfter(body: string, fault: PlaceFault): PlaceOutcome {
    const stored = this.#store(body);
    switch (fault) {
      case 'reset_after':
        return { kind: 'unknown', why: 'reset', retryAfterMs: null, httpStatus: null, message: fault };
      case 'server_error_after':
        return { kind: 'unknown', why: 'server_error', retryAfterMs: null, httpStatus: 502, message: fault };
      case 'unavailable_after':
        return { kind: 'unknown', why: 'server_error', retryAfterMs: 4_000, httpStatus: 503, message: fault };
      case 'unreadable_after':
        return { kind: 'unknown', why: 'unreadable', retryAfterMs: null, httpStatus: 200, message: fault };
      default:
        if (stored === 'duplicate') return { kind: 'duplicate', httpStatus: 409, message: 'reference already used' };
        return {
          kind: 'placed',
          delivery: fault === 'no_slot' ? { ...stored, slot: null } : stored,
          httpStatus: 201,
          message: '',
        };
    }
  }

  #store(body: string): Stored | 'duplicate' {
    const request = JSON.parse(body) as PlacementRequest;
    if (this.stored.has(request.order_reference)) return 'duplicate';
    const delivery: Stored = {
      deliveryId: `D-${this.stored.size + 1}` as DeliveryId,
      slot: { start: '2026-11-21T12:00:00.000Z', end: '2026-11-21T14:00:00.000Z' },
      distanceEstimateMetres: 5_400,
      timeEstimateSeconds: 900,
      state: 'PENDING PICKUP',
      orderReference: request.order_reference,
      customerIdentifier: request.customer_identifier,
      pickupAddress: request.pickup_address,
      dropoffAddress: request.dropoff_address,
      dropoffContactPhone: request.dropoff_contact_phone,
      raw: '{}',
      goods: `${request.customer_identifier}|${request.pickup_address}`,
    };
    this.stored.set(request.order_reference, delivery);
    return delivery;
  }

  #lookup(reference: string): LookupOutcome {
    const fault = this.faults.lookup(this.#random, this.#scheduler.now());
    if (fault === 'failed') return { kind: 'failed', message: fault, retryAfterMs: null, account: null };
    if (fault === 'key_refused') return { kind: 'failed', message: fault, retryAfterMs: null, account: 'key' };
    const delivery = this.stored.get(reference);
    return delivery ? { kind: 'found', delivery } : { kind: 'not_found' };
  }
}

const referenceOf = (body: string): string => (JSON.parse(body) as PlacementRequest).order_reference;
