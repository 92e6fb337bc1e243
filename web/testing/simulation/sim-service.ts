import type { CancelOutcome, Courier, CourierAccount, LookupOutcome, PlaceOutcome } from '#deliveries/ports/courier.ts';
import type { PlacementRequest } from '#placement/placement-request.ts';
import type { Scheduler, SimProcess } from './scheduler.ts';
import type { SeededRandom } from './seeded-random.ts';
import { faultyAnswers, type PlaceFault, refusalOf, type ServiceFaults } from './service-faults.ts';
import {
  cancelRow,
  lostCancel,
  newDispatched,
  type ServiceRow,
  type Shows,
  serviceRow,
  shownAs,
  stateOf,
  stranger,
} from './service-row.ts';

/** One call as the outside sees it. `answer` stays null where the caller never learnt it. */
export interface Call {
  kind: 'place' | 'lookup';
  process: SimProcess;
  reference: string;
  /** Two shops of one account may use the same reference; their customers differ. */
  customer: string;
  body: string;
  startedAt: number;
  finishedAt: number | null;
  answer: PlaceOutcome['kind'] | LookupOutcome['kind'] | null;
  retryAfterMs: number | null;
}

/** The delivery service as a model: unique references, answers that get lost, requests that land late. */
export class SimService {
  /** Its jobs by reference; what another of the same reference took the place of is found by its id only. */
  readonly stored = new Map<string, ServiceRow>();
  readonly dispatched = newDispatched();
  readonly calls: Call[] = [];
  readonly #scheduler: Scheduler;
  readonly #random: SeededRandom;
  /** Longest part of a call. */
  readonly #callMs: number;
  /** Ever made: what another row took the place of keeps its id. */
  #rows = 0;
  faults: ServiceFaults;
  /** Keys that the service takes at the moment. */
  takesKey: (apiKey: string) => boolean = () => true;
  /** Whether its firewall lets through what is about this reference; it says 403 like a refused key, or what `forbidden` is. */
  forbids: (reference: string) => boolean = () => false;
  forbidden: PlaceOutcome = { kind: 'account_refused', cause: 'key', httpStatus: 403, message: 'blocked' };
  /** Nor lets it look that up. */
  hides = false;
  /** Whether the profile knows a look-up. */
  canLookup = true;
  /** How long after it was stored a look-up denies a delivery: a replica that lags, or (for ever) one that knows nothing. */
  deniesForMs = 0;
  /** It takes drivers off deliveries by itself, and what it says of them may go back. */
  isFickle = false;
  /** Whence it is drawn that drivers are heard of no more, or go out again with what came back; null: none does. */
  strays: SeededRandom | null = null;
  /** How a look-up shows a delivery. */
  shows: Shows = 'as_sent';
  /** Told of every call before its first byte. */
  onCall: (call: Call) => void = () => {};
  onAnswer: (call: Call) => void = () => {};
  /** Told when a call reaches the service, and when the service has done what it does about it. */
  onArrived: (call: Call) => void = () => {};
  onServed: (call: Call) => void = () => {};
  /** Told of every delivery that the service takes in. */
  onStored: (row: ServiceRow) => void = () => {};
  /** Told of every call to cancel before its first byte. */
  onCancel: (row: ServiceRow) => void = () => {};

  constructor(scheduler: Scheduler, random: SeededRandom, faults: ServiceFaults, callMs: number) {
    this.#scheduler = scheduler;
    this.#random = random;
    this.faults = faults;
    this.#callMs = callMs;
  }

  /** A delivery that somebody else's system has placed under the same service account. */
  addForeign(reference: string): void {
    this.stored.set(reference, {
      ...this.#newRow({ order_reference: reference, customer_identifier: stranger } as PlacementRequest, ''),
      dropoffAddress: '1 Elsewhere St, Durban',
    });
  }

  /** The `Courier` port as one process sees it. */
  courierOf(process: SimProcess): Courier {
    return {
      timeZone: 'Africa/Johannesburg',
      canCancel: true,
      driverState: stateOf,
      canLookup: this.canLookup,
      freeze: (request, store) => JSON.stringify({ ...request, store_id: store.id }),
      place: (account, body) => this.#placeCall(process, account, body),
      lookup: (account, query) => this.#lookupCall(process, account, query),
      lookupById: (account, deliveryId) => this.#lookupById(process, account, deliveryId),
      cancel: (account, deliveryId) => this.#cancelCall(process, account, deliveryId),
      checkKey: async ({ apiKey }: CourierAccount) => {
        await this.#delay(process);
        // One that has no look-ups has no call that checks a key either.
        if (!this.canLookup) return { ok: false, kind: 'address', message: '404', hasNoCall: true };
        return this.takesKey(apiKey)
          ? { ok: true, kind: 'accepted', message: 'ok' }
          : { ok: false, kind: 'key', message: 'unknown key' };
      },
    };
  }

  async #placeCall(process: SimProcess, { apiKey }: CourierAccount, body: string): Promise<PlaceOutcome> {
    const drawn = this.faults.place(this.#random, this.#scheduler.now());
    const fault = this.takesKey(apiKey) ? drawn : 'key_refused';
    const call = this.#begin('place', process, body);
    await this.#delay(null);
    this.onArrived(call);
    const outcome = this.forbids(call.reference) ? this.forbidden : this.#place(body, fault);
    this.onServed(call);
    await this.#delay(process);
    return this.#end(call, outcome);
  }

  async #lookupCall(
    process: SimProcess,
    { apiKey }: CourierAccount,
    { orderReference: reference, customerIdentifier }: { orderReference: string; customerIdentifier: string | null },
  ): Promise<LookupOutcome> {
    const asked = JSON.stringify({ order_reference: reference, customer_identifier: customerIdentifier });
    const call = this.#begin('lookup', process, asked);
    await this.#delay(null);
    const isTaken = this.takesKey(apiKey) && !(this.hides && this.forbids(reference));
    const outcome = isTaken ? this.#lookup(this.stored.get(reference)) : refusedLookup;
    await this.#delay(process);
    return this.#end(call, outcome);
  }

  async #lookupById(process: SimProcess, { apiKey }: CourierAccount, deliveryId: string): Promise<LookupOutcome> {
    await this.#delay(null);
    const outcome = this.takesKey(apiKey) ? this.#lookup(this.#byId(deliveryId)) : refusedLookup;
    await this.#delay(process);
    return this.canLookup ? outcome : { kind: 'unsupported' };
  }

  async #cancelCall(process: SimProcess, { apiKey }: CourierAccount, deliveryId: string): Promise<CancelOutcome> {
    const row = this.#byId(deliveryId);
    const drawn = this.faults.cancel?.(this.#random, this.#scheduler.now()) ?? 'none';
    if (row) this.onCancel(row);
    await this.#delay(null);
    const outcome = this.takesKey(apiKey) ? cancelRow(row, drawn) : lostCancel;
    await this.#delay(process);
    return outcome;
  }

  #begin(kind: Call['kind'], process: SimProcess, body: string): Call {
    const { order_reference: reference, customer_identifier: customer } = JSON.parse(body) as PlacementRequest;
    const begun = { kind, process, reference, customer, body, startedAt: this.#scheduler.now() };
    const call: Call = { ...begun, finishedAt: null, answer: null, retryAfterMs: null };
    this.onCall(call);
    this.calls.push(call);
    return call;
  }

  #end<O extends PlaceOutcome | LookupOutcome>(call: Call, outcome: O): O {
    call.finishedAt = this.#scheduler.now();
    call.answer = outcome.kind;
    call.retryAfterMs = 'retryAfterMs' in outcome ? (outcome.retryAfterMs ?? null) : null;
    this.onAnswer(call);
    return outcome;
  }

  #delay(process: SimProcess | null): Promise<void> {
    return this.#scheduler.wait(this.#callMs === 0 ? 0 : 5 + this.#random.below(this.#callMs), process);
  }

  #place(body: string, fault: PlaceFault): PlaceOutcome {
    // What already exists is a duplicate before it is anything else.
    if (fault === 'refused') return this.stored.has(referenceOf(body)) ? duplicate : refusalOf(this.calls.length);
    if (fault === 'time_out_landing_late') this.#scheduler.after(this.#random.below(20_000), () => this.#store(body));
    const faulty = fault === 'none' || fault === 'no_slot' ? null : faultyAnswers[fault];
    if (faulty && !faulty.isStored) return faulty.outcome;
    const stored = this.#store(body);
    if (faulty) return faulty.outcome;
    if (stored === 'duplicate') return duplicate;
    const delivery = { ...stored, ...(fault === 'no_slot' && { slot: null }) };
    return { kind: 'placed', delivery, httpStatus: 201, message: '' };
  }

  #newRow(request: PlacementRequest, body: string): ServiceRow {
    this.#rows += 1;
    return serviceRow(request, body, this.#rows, this.#scheduler.now());
  }

  #store(body: string): ServiceRow | 'duplicate' {
    const request = JSON.parse(body) as PlacementRequest;
    if (this.stored.has(request.order_reference)) return 'duplicate';
    const row = this.#newRow(request, body);
    this.stored.set(request.order_reference, row);
    this.onStored(row);
    return row;
  }

  #byId(deliveryId: string): ServiceRow | undefined {
    return [...this.stored.values(), ...this.dispatched.former].find((row) => row.deliveryId === deliveryId);
  }

  #lookup(delivery: ServiceRow | undefined): LookupOutcome {
    if (!this.canLookup) return { kind: 'unsupported' };
    const fault = this.faults.lookup(this.#random, this.#scheduler.now());
    if (fault === 'failed') return { kind: 'failed', message: fault, retryAfterMs: null, account: null };
    if (fault === 'key_refused') return refusedLookup;
    if (!delivery || this.#scheduler.now() < delivery.storedAt + this.deniesForMs) return { kind: 'not_found' };
    return { kind: 'found', delivery: shownAs(delivery, this.shows) };
  }
}

const duplicate: PlaceOutcome = { kind: 'duplicate', httpStatus: 409, message: 'reference already used' };
const refusedLookup: LookupOutcome = { kind: 'failed', message: 'unknown key', retryAfterMs: null, account: 'key' };
/** The reference that a frozen body names. */
export const referenceOf = (body: string): string => (JSON.parse(body) as PlacementRequest).order_reference;
