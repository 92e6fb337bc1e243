import type { OrderReference } from '#placement/ids.ts';
import { backOffMs } from './back-off.ts';
import { type Claim, claimDelivery } from './claim.ts';
import type { DeliveryRecord } from './delivery.ts';
import { isLetGoByGate, isLetGoByShop } from './let-go.ts';
import type { OrderAggregate } from './order-aggregate.ts';
import { noteLookup, notePlacing, passGate } from './pass-gate.ts';
import type { LookupOutcome, PlaceOutcome } from './ports.ts';
import { settleLookup, settleTaken } from './settle-lookup.ts';
import { settlePlacing } from './settle-placing.ts';
import type { Ports, ShopAccount, ShopRecord } from './shop-ports.ts';

/** Calls that one turn may make: look up, place, look up the duplicate. */
const callsPerTurn = 4;

/** The call to be made under a lease that was asked for at `since` (epoch ms, this process's clock). */
type Next = { kind: 'place' | 'lookup'; delivery: DeliveryRecord; since: number } | null;

/**
 * AN ORDER BECOMES A DELIVERY HERE. Claims the delivery (lease, fence, open attempt: committed), makes one call, writes
 * down what it came to under the fence, and goes on while the same turn may: look-up before anything else after an
 * unknown fate, the same body and reference after "not found", a look-up after "duplicate".
 *
 * @returns when to try again (epoch ms) where another worker has it or it is not due yet; else null.
 */
export async function placeDelivery(ports: Ports, shop: ShopRecord, delivery: DeliveryRecord): Promise<number | null> {
  const { orderReference } = delivery;
  const gate = await passGate(ports, shop, delivery);
  const attemptId = ports.random.id();
  const since = ports.clock.now();
  const claimed = await ports.orders.change(shop.shop, delivery.orderId, (aggregate) =>
    claimDelivery(aggregate, { shop, seen: delivery, gate, leaseMs: ports.timing.leaseMs, attemptId }),
  );
  if (claimed.kind !== 'done') return null;
  const claim: Claim = claimed.result;
  if (claim.kind === 'wait') return claim.until;
  if (claim.kind === 'rested') {
    const letGo =
      gate.kind === 'wait'
        ? await isLetGoByGate(ports, shop, delivery.mode)
        : isHeldIn(claimed.after, orderReference) && (await isLetGoByShop(ports, shop));
    return letGo ? ports.clock.now() : null;
  }

  let next: Next = { ...claim, since };
  let id = attemptId;
  for (let call = 0; next && call < callsPerTurn; call += 1) {
    // A process that stood still may not begin a call that is another's by now; the next turn asks the service first.
    if (ports.clock.now() - next.since >= ports.timing.leaseMs) return ports.clock.now();
    const nextId = ports.random.id();
    next = await oneCall(ports, shop, next, id, nextId);
    id = nextId;
  }
  return null;
}

function isHeldIn({ deliveries }: OrderAggregate, reference: OrderReference): boolean {
  return deliveries.some(({ orderReference, state }) => orderReference === reference && state === 'held');
}

async function oneCall(
  ports: Ports,
  shop: ShopRecord,
  { kind, delivery }: NonNullable<Next>,
  id: string,
  nextId: string,
): Promise<Next> {
  const account = shop.accounts[delivery.mode];
  if (!account) return null;
  return kind === 'place'
    ? place(ports, shop, account, delivery, id)
    : lookUp(ports, shop, account, delivery, id, nextId);
}

async function place(
  ports: Ports,
  shop: ShopRecord,
  account: ShopAccount,
  delivery: DeliveryRecord,
  id: string,
): Promise<Next> {
  const startedAt = ports.clock.now();
  const outcome: PlaceOutcome = await ports.courier.place(account, delivery.body);
  ports.events.attempt(outcome.kind);
  const context = { ...settling(ports, delivery), attempt: { id, startedAt } };
  const since = ports.clock.now();
  const settled = await ports.orders.change(shop.shop, delivery.orderId, (aggregate) =>
    settlePlacing(aggregate, outcome, context),
  );
  await notePlacing(ports, shop, delivery.mode, outcome);
  if (settled.kind === 'delivery_id_taken') return giveBack(ports, shop, delivery);
  if (settled.kind !== 'done') return null;
  if (settled.result.kind === 'fenced') ports.events.fenced(delivery.orderId);
  else if (outcome.kind === 'placed') reportPlaced(ports, settled.after);
  return settled.result.kind === 'lookup' ? { ...settled.result, since } : null;
}

async function lookUp(
  ports: Ports,
  shop: ShopRecord,
  account: ShopAccount,
  delivery: DeliveryRecord,
  id: string,
  nextAttemptId: string,
): Promise<Next> {
  const startedAt = ports.clock.now();
  const outcome: LookupOutcome = await ports.courier.lookup(account, {
    orderReference: delivery.orderReference,
    customerIdentifier: delivery.request.customer_identifier,
  });
  ports.events.attempt(`lookup_${outcome.kind}`);
  const context = { ...settling(ports, delivery), attempt: { id, startedAt }, shop, nextAttemptId };
  const since = ports.clock.now();
  const settled = await ports.orders.change(shop.shop, delivery.orderId, (aggregate) =>
    settleLookup(aggregate, outcome, context),
  );
  await noteLookup(ports, shop, delivery.mode, outcome);
  if (settled.kind === 'delivery_id_taken') return giveBack(ports, shop, delivery);
  if (settled.kind !== 'done') return null;
  if (settled.result.kind === 'fenced') ports.events.fenced(delivery.orderId);
  else if (outcome.kind === 'found') reportPlaced(ports, settled.after);
  return settled.result.kind === 'place' ? { ...settled.result, since } : null;
}

/** What was found is another order's delivery: it is not adopted. */
async function giveBack(ports: Ports, shop: ShopRecord, delivery: DeliveryRecord): Promise<null> {
  await ports.orders.change(shop.shop, delivery.orderId, (aggregate) =>
    settleTaken(aggregate, delivery.orderReference, delivery.fence),
  );
  return null;
}

function reportPlaced(ports: Ports, { order }: OrderAggregate): void {
  const paidAt = order?.paidAt ?? null;
  ports.events.placed(paidAt === null ? null : ports.clock.now() - paidAt);
}

function settling(ports: Ports, delivery: DeliveryRecord) {
  return {
    orderReference: delivery.orderReference,
    fence: delivery.fence,
    leaseMs: ports.timing.leaseMs,
    backOffMs: backOffMs(delivery.failures, ports.timing.retryBaseMs, ports.random.next()),
  };
}
