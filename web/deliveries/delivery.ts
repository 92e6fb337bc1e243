import type { Corrections, DeliveryState, DriftItem, NoteState, Reason, RuleTrace } from '#api-contract/order.ts';
import type { CoveredLine } from '#placement/coverage.ts';
import type { LocationId, OrderId, OrderReference, ShopDomain } from '#placement/ids.ts';
import type { OrderWords } from '#placement/order-says.ts';
import type { PlacementRequest } from '#placement/placement-request.ts';
import type { ClosedDifference } from './alarm.ts';
import type { ServiceDelivery } from './ports/courier.ts';

/** Which state may follow which (behaviour §3). Everything that changes a state goes through `assertTransition`. */
export const transitions: Record<DeliveryState, readonly DeliveryState[]> = {
  queued: ['placing', 'confirming', 'held', 'needs_attention', 'skipped', 'cancelled'],
  placing: ['placed', 'confirming', 'queued', 'held', 'needs_attention'],
  confirming: ['placing', 'placed', 'held', 'needs_attention'],
  held: ['queued', 'placing', 'confirming', 'needs_attention', 'skipped', 'cancelled'],
  needs_attention: ['queued', 'confirming', 'placed', 'held', 'skipped', 'cancelled'],
  skipped: ['queued', 'held', 'needs_attention', 'cancelled'],
  placed: ['cancelled'],
  cancelled: [],
};

/** States in which the app goes on by itself without being asked. */
export const movingStates: readonly DeliveryState[] = ['queued', 'placing', 'confirming'];

/** @throws Error on a transition the table does not know: a defect of this code, never of input. */
export function assertTransition(from: DeliveryState, to: DeliveryState): void {
  if (from !== to && !transitions[from].includes(to)) throw new Error(`no transition from ${from} to ${to}`);
}

/** One delivery of an order: its reference, its frozen request, and all that is known of its fate. Instants are epoch ms. */
export interface DeliveryRecord {
  shop: ShopDomain;
  orderId: OrderId;
  orderReference: OrderReference;
  /** Keyed hash of the service account: references are unique per account, across shops. */
  account: string;
  mode: 'live' | 'test';
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
  earlier: { request: PlacementRequest; body: string } | null;
  state: DeliveryState;
  reason: Reason | null;
  /** Grows with every claim; a write under an older one is refused. */
  fence: number;
  leaseUntil: number | null;
  /** A look-up must answer before anything else is sent. */
  uncertain: boolean;
  /** Some attempt's fate was unknown: only the same body and reference may follow it. */
  everUnknown: boolean;
  /** The service said the reference is taken; a look-up tells whose it is. */
  duplicate: boolean;
  /** Requests sent to place it, over its life and since the last change by a person. */
  attempts: number;
  /** Fruitless tries in a row, for the back-off; look-ups count here, not in `attempts`. */
  failures: number;
  /** When it goes on by itself; of a placed one, when it is written back again. */
  dueAt: number | null;
  /** Past it nothing is sent without a person's word; null where it has one. */
  deadlineAt: number | null;
  /** When its goods opened, where Shopify kept them back. */
  openedAt: number | null;
  /** A person's word to send it: names of the rules that it was given in spite of; null where nobody pressed. */
  word: string[] | null;
  service: ServiceDelivery | null;
  placedAt: number | null;
  /** When the order was last written back to, whatever came of the note; null: still to be done. */
  writtenBackAt: number | null;
  /** What came of our line in the note. */
  note: NoteState;
  /** What Shopify refused for good of note, metafield, tag and fulfilment: not tried again without a person's press. */
  refusals: Reason[];
  /** Follow-ups done once: tags, fulfilment. */
  tagsAddedAt: number | null;
  fulfillmentId: string | null;
  drift: DriftItem[];
  /** Which of these differences a person has dealt with. */
  closed: ClosedDifference[];
  /** The reference this one was sent instead of, by a person's word. */
  replaces: OrderReference | null;
  createdAt: number;
  updatedAt: number;
}

/** What is known and decided of an order as a whole. Instants are epoch ms. */
export interface OrderRecord {
  shop: ShopDomain;
  orderId: OrderId;
  number: number;
  name: string;
  customerName: string | null;
  /** State and reason of the order itself where it has no delivery; else those of the delivery that most needs a person. */
  state: DeliveryState;
  reason: Reason | null;
  rules: RuleTrace[];
  testOrder: boolean;
  paid: boolean;
  processedAt: number;
  paidAt: number | null;
  shopifyUpdatedAt: number;
  cancelledAt: number | null;
  /** When the first of its goods opened, where Shopify kept back all of them. */
  openedAt: number | null;
  locationIds: string[];
  /** From when it could be sent, by day and opening hours: too late is counted from here. Null before it was decided. */
  sendableFrom: number | null;
  /** Fulfilment orders that the merchant marked as prepared for local delivery. */
  prepared: string[];
  /** When it is to be looked at again without being asked (edit window, hold with a date). */
  dueAt: number | null;
  /** A person said "send" and nothing is sent yet: the word goes on to the deliveries as soon as there are some. */
  sentByPerson: boolean;
  /** Corrections by location key; used for the service only. */
  corrections: Record<string, Corrections>;
  /** What the order said of each corrected field at that time, by the same keys. */
  saidWhenCorrected: Record<string, Partial<OrderWords>>;
  /** Of the note as it was last read. */
  noteHash: string;
  /** Our last write to the order, so that its echo costs no read. */
  ownWrite: { updatedAt: number; noteHash: string } | null;
  echoFingerprint: string | null;
  firstSeenAt: number;
  updatedAt: number;
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

/** How much a state needs a person; an order shows the state of its delivery that needs one most. */
const urgency: Record<DeliveryState, number> = {
  needs_attention: 7,
  confirming: 6,
  placing: 5,
  queued: 4,
  held: 3,
  placed: 2,
  cancelled: 1,
  skipped: 0,
};

/**
 * The order's state from its deliveries. A delivery that a newer one replaces no longer speaks for the order.
 *
 * @returns null where there is no delivery to speak for it.
 */
export function stateOfDeliveries(
  deliveries: readonly DeliveryRecord[],
): { state: DeliveryState; reason: Reason | null } | null {
  const replaced = new Set(deliveries.map((delivery) => delivery.replaces));
  const current = deliveries.filter((delivery) => !replaced.has(delivery.orderReference));
  const first = current[0];
  if (!first) return null;
  const worst = current.reduce((a, b) => (urgency[b.state] > urgency[a.state] ? b : a), first);
  return { state: worst.state, reason: worst.reason };
}
