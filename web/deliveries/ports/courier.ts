import type { CourierMode } from '#api-contract/settings.ts';
import type { DeliveryId, OrderReference } from '#placement/ids.ts';
import type { PlacementRequest, StoreFields } from '#placement/placement-request.ts';
import type { ReadDriverState, ServiceDelivery } from '../delivery.ts';

/** Whose account is used, and which of the two hosts: a test key never reaches the live one. */
export interface CourierAccount {
  mode: CourierMode;
  apiKey: string;
}

interface Answer {
  /** null where no HTTP answer arrived. */
  httpStatus: number | null;
  /** The service's own words as plain text (control characters removed, at most 500 characters), or ours. */
  message: string;
}

/** What one placing attempt came to; the rows are those of `outcomes.md`. */
export type PlaceOutcome = Answer &
  (
    | { kind: 'placed'; delivery: ServiceDelivery }
    /** Rows 9 and 10: the reference is taken; whose it is, a look-up must tell. */
    | { kind: 'duplicate' }
    /**
     * Row 8: sure-no and final. `field` is the request field at fault where the service names one. `mayBeTaken`: its
     * words may as well mean that the reference is taken; a look-up must tell.
     */
    | { kind: 'refused'; field: string | null; mayBeTaken?: true }
    /** Row 7: sure-no for the whole shop. */
    | { kind: 'account_refused'; cause: 'key' | 'address' }
    /** Row 3: not a byte was sent. */
    | { kind: 'unsent' }
    /** Row 6, 429: sure-no. `retryAfterMs` clamped to 24 h. */
    | { kind: 'rate_limited'; retryAfterMs: number | null }
    /** Rows 2b, 4, 5, 6 (503). */
    | { kind: 'unknown'; why: 'time_out' | 'reset' | 'server_error' | 'unreadable'; retryAfterMs: number | null }
    /** Row 13: not followed; unknown, and a matter of configuration. */
    | { kind: 'redirected' }
  );

export interface LookupQuery {
  orderReference: OrderReference;
  customerIdentifier: string | null;
  /** In a list another delivery of the reference than this one is looked for. */
  besides?: DeliveryId;
}

export type LookupOutcome =
  | { kind: 'found'; delivery: ServiceDelivery }
  /** The service answered and has no delivery of ours under the reference. `isPage`: not in JSON, as a gateway does. */
  | { kind: 'not_found'; isPage?: true }
  /** The profile has no look-up. */
  | { kind: 'unsupported' }
  /** No verdict. `account` is set where the key or the address was refused. */
  | { kind: 'failed'; message: string; retryAfterMs: number | null; account: 'key' | 'address' | null };

export type CancelOutcome =
  | { kind: 'cancelled' }
  | { kind: 'unsupported' }
  | { kind: 'refused'; message: string }
  | { kind: 'failed'; message: string };

export interface KeyCheck {
  ok: boolean;
  kind: 'accepted' | 'key' | 'address' | 'unreachable';
  message: string;
  /** The service has no call to ask with: whether the key is good only a delivery can tell. */
  hasNoCall?: true;
}

/** The delivery service. No method throws for anything the service or the network does. */
export interface Courier {
  /** The frozen bytes to send: the profile lays the store fields beside the interface's. Pure. */
  freeze(request: PlacementRequest, store: StoreFields): string;
  /** One attempt with its own time-outs; never repeats by itself. `body` is what `freeze` gave. */
  place(account: CourierAccount, body: string): Promise<PlaceOutcome>;
  /** By reference, else by customer, else unsupported, as far as the profile goes. */
  lookup(account: CourierAccount, query: LookupQuery): Promise<LookupOutcome>;
  lookupById(account: CourierAccount, deliveryId: DeliveryId): Promise<LookupOutcome>;
  cancel(account: CourierAccount, deliveryId: DeliveryId): Promise<CancelOutcome>;
  /** Checks the key without placing anything. */
  checkKey(account: CourierAccount): Promise<KeyCheck>;
  /** The profile's zone: where the driver drives. */
  readonly timeZone: string;
  driverState: ReadDriverState;
  readonly canCancel: boolean;
  readonly canLookup: boolean;
}
