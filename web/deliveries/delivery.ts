import type { DriftItem } from '#api-contract/drift.ts';
import type { DeliveryState, NoteState, Reason } from '#api-contract/order.ts';
import type { CourierMode } from '#api-contract/settings.ts';
import type { CoveredLine } from '#placement/coverage.ts';
import type { DeliveryId, LocationId, OrderId, OrderReference, ShopDomain } from '#placement/ids.ts';
import type { OrderWords } from '#placement/order-says.ts';
import type { PlacementRequest } from '#placement/placement-request.ts';
import type { RuleId } from '#placement/rule.ts';
import type { WaitsFor } from '#placement/waiting.ts';

/** Where a row stands. What it does next hangs on state and `waitsFor`; `reason` is for people. */
export interface Standing {
  state: DeliveryState;
  reason: Reason | null;
  /** Null where it does not rest, or needs no more than a person. What they were told is in doubt may wait for the service, too. */
  waitsFor: WaitsFor | null;
}

/** Where a row stands that a person must do something about. */
export function forPerson(reason: Reason): Standing {
  return { state: 'needs_attention', reason, waitsFor: null };
}

/** What an attempt left open: nothing was answered; the reference is taken; it was refused, and an earlier one may be why. A look-up tells. */
export type Doubt = 'unanswered' | 'duplicate' | 'refused';

/** Which field the service objected to, and in what words. */
export type Objection = Pick<Reason, 'field' | 'serviceMessage'>;

/** One delivery of an order: its reference, its frozen request, and all that is known of its fate. Instants are epoch ms. */
export interface DeliveryRecord extends Standing {
  shop: ShopDomain;
  orderId: OrderId;
  orderReference: OrderReference;
  /** Keyed hash of the service account: references are unique per account, across shops. */
  account: string;
  mode: CourierMode;
  locationKey: string;
  locationId: LocationId | null;
  locationName: string;
  lines: CoveredLine[];
  request: PlacementRequest;
  /** What the order said, before corrections, when the request was made; null where that was not kept. */
  said: OrderWords | null;
  /** The very bytes that are sent, and sent again. */
  body: string;
  /** What went out with an unknown fate before a person corrected the request; null: nothing else did. */
  earlier: EarlierRequest | null;
  /** Grows with every claim; a write under an older one is refused. */
  fence: number;
  leaseUntil: number | null;
  /** Why a look-up must answer before anything else is sent; null: what is sent next needs none. */
  doubt: Doubt | null;
  /** What the service said when it last called the reference taken, or refused what is in doubt; whatever it waits for since. */
  objection: Objection | null;
  /** Some attempt's fate was unknown: only the same body and reference may follow it. */
  everUnknown: boolean;
  /** Requests sent to place it, over its life and since the last change by a person. */
  attempts: number;
  /** Fruitless tries in a row, for the back-off; look-ups count here, not in `attempts`. */
  failures: number;
  /** When it goes on by itself; of a placed one, when it is written back again. */
  dueAt: number | null;
  /** The service's Retry-After: no request goes out before it, whatever held the delivery meanwhile. */
  notBefore: number | null;
  /** A request whose answer was lost has surely arrived by then: "not found" is the last word. Null before it was heard once. */
  landedBy: number | null;
  /** Past it nothing is sent without a person's word; null where it has one. */
  deadlineAt: number | null;
  /** When its goods opened, where Shopify kept them back. */
  openedAt: number | null;
  /** A person's word to send it: the rules that it was given in spite of; null where nobody gave one. */
  word: RuleId[] | null;
  service: ServiceDelivery | null;
  placedAt: number | null;
  /** When the order was last written back to, whatever came of the note; null: still to be done. */
  writtenBackAt: number | null;
  /** What came of our line in the note. */
  note: NoteState;
  /** What Shopify refused for good of note, metafield, tag and fulfilment: not tried again unless a person asks, or the shop grants more. */
  refusals: Refusal[];
  /** Follow-ups done once: tags, fulfilment. */
  tagsAddedAt: number | null;
  fulfillmentId: string | null;
  drift: DriftItem[];
  /** Which of these differences a person has dealt with. */
  closed: ClosedDifference[];
  /** The reference this one was sent instead of, by a person's word. */
  replaces: OrderReference | null;
  /** How far the driver is, as the service last said; null before the goods are collected. */
  progress: Progress | null;
  /** When each was first seen here, oldest first; the end of it by a cancellation, too. */
  steps: DeliveryStep[];
  /** How many of them Shopify was told of, for the buyer. */
  toldSteps: number;
  /** When the service is asked for news of it; null: not by itself. */
  lookAt: number | null;
  /** When the reading began that its news are from; what an earlier one shows is older. */
  lookedAt: number | null;
  /** What is to be cancelled at the service, or what came of that; null where nobody wants it cancelled. */
  cancellation: Cancellation | null;
  createdAt: number;
  updatedAt: number;
}

/** A request in its final form, and what it was made from. */
export type FrozenRequest = Pick<
  DeliveryRecord,
  'locationKey' | 'locationId' | 'locationName' | 'lines' | 'request' | 'said' | 'body'
>;

/** A version before kept nothing of what it was made from. */
export type EarlierRequest = Pick<FrozenRequest, 'request' | 'body'> & Partial<FrozenRequest>;

/** A refusal of Shopify's, in words. */
export interface Refusal extends Reason {
  of: 'note' | 'details' | 'tag' | 'fulfilment' | 'event';
  /** Before a call that Shopify forbade for lack of access, epoch ms: it is made again once the shop has granted more since. */
  forbiddenAt?: number;
}

/** What becomes of a booked delivery. */
export type Progress = 'on_its_way' | 'delivered' | 'failed' | 'returned';

/** Instants are epoch ms. */
export interface DeliveryStep {
  state: Progress | 'cancelled';
  at: number;
}

/** One call to the service about a delivery. Instants are epoch ms. */
export interface AttemptRecord {
  id: string;
  orderReference: OrderReference;
  account: string;
  fence: number;
  kind: 'place' | 'lookup' | 'cancel';
  startedAt: number;
  finishedAt: number | null;
  /** `open` until its answer is recorded. */
  outcome: string;
  httpStatus: number | null;
  message: string | null;
}

/**
 * A booked delivery that is to be cancelled at the service: since the order ended, or was emptied; so that its goods go out
 * again under `newReference`, or since a person wants nobody to drive. `withdrawn`: its order ended and goes on, and the
 * service, which was told, does not say whether it is cancelled.
 */
export interface Cancellation {
  because: 'order_ended' | 'emptied' | 'replaced' | 'person' | 'withdrawn';
  /** `wanted`: still to be done. `settled`: it could not be done and a person is told why. `cancelled`: done; what has a new reference is owed. */
  stage: 'wanted' | 'settled' | 'cancelled';
  /** When the run goes on with it, epoch ms: while a call is under way the end of its lease. Null: nothing is left to do. */
  dueAt: number | null;
  /** Somebody calls the service about it until `dueAt`. */
  calling: boolean;
  /** Fruitless tries in a row. */
  tries: number;
  /** A call to cancel went out, and what came of it is not known. */
  asked: boolean;
  newReference: OrderReference | null;
  /** Who wanted it; null where the app did. */
  actor: string | null;
}

/** `[start, end)`, RFC 3339 instants in UTC; `end` null where the service gives none. */
export interface Slot {
  start: string;
  end: string | null;
}

export const isOtherSlot = (slot?: Slot | null, before?: Slot | null): boolean =>
  slot?.start !== before?.start || slot?.end !== before?.end;

/** A delivery as the service describes it; everything but the id may be missing from a foreign service's answer. */
export interface ServiceDelivery {
  deliveryId: DeliveryId;
  slot: Slot | null;
  distanceEstimateMetres: number | null;
  timeEstimateSeconds: number | null;
  /** The service's own word, e.g. `PENDING PICKUP`. */
  state: string | null;
  orderReference: string | null;
  customerIdentifier: string | null;
  pickupAddress: string | null;
  dropoffAddress: string | null;
  dropoffContactPhone: string | null;
  /** Where the driver or a proof can be seen: `https:`, or `http:` on loopback; null where the service names none. */
  trackingUrl: string | null;
  photoUrl: string | null;
  /** What the service charges, in rand. */
  cost: number | null;
  /** The answer's text, cut at 64 kB; may hold personal data: encrypt at rest, never log. */
  raw: string;
  /** Since it was last found. */
  denied?: Denied;
}

/** How often, and since when (epoch ms), the service says that it has no such delivery; `isTold`: a person knows. */
interface Denied {
  times: number;
  since: number;
  isTold: boolean;
}

/** Whether one of its differences is about that, dealt with or not. */
export const tellsOf = ({ drift }: Pick<DeliveryRecord, 'drift'>, ...what: DriftItem['about'][]): boolean =>
  drift.some(({ about }) => what.includes(about));

/** A difference that a person dealt with, by its digest: what differed may hold personal data and is not repeated. */
export interface ClosedDifference {
  difference: string;
  /** Epoch ms. */
  at: number;
  by: string;
}

/** What a service's word can mean. */
export type ServiceState = 'booked' | Progress | 'cancelled';

/** What the service's own word says of a delivery, by its profile; null for a word that the profile does not name. */
export type ReadDriverState = (word: string | null) => ServiceState | null;
