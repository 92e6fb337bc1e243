import type { DeliveryRecord } from '../delivery.ts';
import type { OrderAggregate, ReferenceConflict } from '../order.ts';
import type { LookupOutcome, PlaceOutcome } from '../ports/courier.ts';
import type { Ports, Stopwatch } from '../ports/ports.ts';
import type { ShopAccount } from '../ports/stores.ts';
import { isBlocked } from '../service-health.ts';
import { backOffMs } from './back-off.ts';
import { admitCall, judgedByKey, reportLookup, reportPlacing } from './circuit-breaker.ts';
import { type Claim, type ClaimContext, claimDelivery } from './claim.ts';
import { settlePlacing } from './record-answer.ts';
import { settleCollision, settleLookup } from './record-lookup.ts';
import type { RunningOrder } from './running-order.ts';

/** A call to be made under a lease, how long ago that was asked for, and the id of its attempt. */
export interface Claimed {
  kind: 'place' | 'lookup';
  delivery: DeliveryRecord;
  leasedFor: Stopwatch;
  attemptId: string;
}

/** What a run leaves to do, for one delivery or for all of an order. */
export interface RunEnd {
  /** When to try again (epoch ms, the database's clock), where nothing else will bring that about; else null. */
  at: number | null;
  /** The shop's circuit breaker is open or its account on hold, and something was put down to wait for that. */
  behindBreaker: boolean;
}

/**
 * AN ORDER BECOMES A DELIVERY HERE. Claims the delivery (lease, fence, open attempt: committed), makes one call, writes
 * down what it came to under the fence, and goes on while the same run may: look-up before anything else after an
 * unknown fate, a look-up after "duplicate". After "not found" another run reads the order before anything follows.
 * It is tried again where another worker has it, where it is not due yet, or where what held it has just ended.
 */
export async function placeDelivery(
  ports: Ports,
  order: RunningOrder,
  delivery: DeliveryRecord,
  claimed: Claimed | null,
): Promise<RunEnd> {
  return claimed ? makeCalls(ports, order, claimed) : claimAndCall(ports, order, delivery);
}

async function claimAndCall(ports: Ports, order: RunningOrder, delivery: DeliveryRecord): Promise<RunEnd> {
  const { shop } = order;
  const verdict = await admitCall(ports, order, delivery);
  const attemptId = ports.random.id();
  const leasedFor = ports.startStopwatch();
  const { leaseMs } = ports.timing;
  const context: ClaimContext = { shop, seen: delivery, verdict, timeZone: ports.courier.timeZone, leaseMs, attemptId };
  const take = (collision: ReferenceConflict | null) =>
    order.take((aggregate) => claimDelivery(aggregate, context, collision));
  const first = await take(null);
  // The shop's key has changed to an account where another order holds the reference: a person is asked, nothing is sent.
  const claimed = first.kind === 'reference_taken' ? await take(first) : first;
  if (claimed.kind !== 'done') return endingAt(null);
  const claim: Claim = claimed.result;
  if (claim.kind === 'wait') return endingAt(claim.until);
  if (claim.kind === 'rested' && verdict.kind === 'wait') {
    // Who heard a good answer meanwhile woke up what was held by then, and nobody else wakes this one.
    return isBlocked(await ports.shops.settledHealth(shop.domain, delivery.mode), order.known.now)
      ? { at: null, behindBreaker: true }
      : endingAt(order.known.now);
  }
  return claim.kind === 'rested' ? endingAt(null) : makeCalls(ports, order, { ...claim, leasedFor, attemptId });
}

async function makeCalls(ports: Ports, order: RunningOrder, claimed: Claimed): Promise<RunEnd> {
  let next: Claimed | null = claimed;
  while (next) {
    // A process that stood still may not begin a call that is another's by now; the next run asks the service first.
    if (next.leasedFor() >= ports.timing.leaseMs) return endingAt(order.known.now);
    const account: ShopAccount | null = order.shop.accounts[next.delivery.mode];
    if (!account) break;
    const make: Call = next.kind === 'place' ? place : lookUp;
    next = await make(ports, order, account, next);
  }
  return endingAt(null);
}

function endingAt(at: number | null): RunEnd {
  return { at, behindBreaker: false };
}

/** One call, and the one that follows at once: a look-up after "duplicate", and none after that. */
type Call = (ports: Ports, order: RunningOrder, account: ShopAccount, claimed: Claimed) => Promise<Claimed | null>;

const place: Call = async (ports, order, account, { delivery, attemptId }) => {
  const lookupId = ports.random.id();
  const startedAt = ports.clock.now();
  const outcome: PlaceOutcome = await ports.courier.place(account, delivery.body);
  ports.events.attempt(outcome.kind);
  const context = { ...settling(ports, order, delivery), attempt: { id: attemptId, startedAt } };
  const leasedFor = ports.startStopwatch();
  const settled = await order.record((aggregate) => settlePlacing(aggregate, outcome, context));
  const isWritten = settled.kind === 'done';
  if (!isWritten) await giveBack(order, delivery, 'place');
  await reportPlacing(ports, order, delivery.mode, outcome);
  if (!isWritten) return null;
  if (settled.result.kind === 'fenced') ports.events.fenced(delivery.orderId);
  else if (outcome.kind === 'placed') reportPlaced(ports, settled.after);
  return settled.result.kind === 'lookup' ? { ...settled.result, leasedFor, attemptId: lookupId } : null;
};

const lookUp: Call = async (ports, order, account, { delivery, attemptId }) => {
  const startedAt = ports.clock.now();
  const found: LookupOutcome = await ports.courier.lookup(account, {
    orderReference: delivery.orderReference,
    customerIdentifier: delivery.request.customer_identifier,
  });
  const outcome = await judgedByKey(ports, account, found);
  ports.events.attempt(`lookup_${outcome.kind}`);
  const attempt = { id: attemptId, startedAt };
  const context = { ...settling(ports, order, delivery), attempt };
  const settled = await order.record((aggregate) => settleLookup(aggregate, outcome, context));
  await reportLookup(ports, order.shop, delivery.mode, outcome);
  if (settled.kind !== 'done') await giveBack(order, delivery, 'lookup');
  else if (settled.result.kind === 'fenced') ports.events.fenced(delivery.orderId);
  else if (outcome.kind === 'found') reportPlaced(ports, settled.after);
  return null;
};

/** What was answered or found is another order's delivery: it is not adopted. */
async function giveBack(order: RunningOrder, delivery: DeliveryRecord, call: 'place' | 'lookup'): Promise<void> {
  await order.record((aggregate) => settleCollision(aggregate, delivery, call));
}

function reportPlaced(ports: Ports, { order }: OrderAggregate): void {
  const paidAt = order?.paidAt ?? null;
  ports.events.placed(paidAt === null ? null : ports.clock.now() - paidAt);
}

function settling(ports: Ports, { shop }: RunningOrder, delivery: DeliveryRecord) {
  return {
    shop,
    orderReference: delivery.orderReference,
    fence: delivery.fence,
    leaseMs: ports.timing.leaseMs,
    lookMs: ports.timing.lookMs,
    driverState: ports.courier.driverState,
    timeZone: ports.courier.timeZone,
    backOffMs: backOffMs(delivery.failures, ports.timing.retryBaseMs, ports.random.next()),
  };
}
