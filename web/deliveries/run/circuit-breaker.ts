import type { CourierMode } from '#api-contract/settings.ts';
import type { ShopDomain } from '#placement/ids.ts';
import type { DeliveryRecord } from '../delivery.ts';
import type { KeyCheck, LookupOutcome, PlaceOutcome } from '../ports/courier.ts';
import type { Ports } from '../ports/ports.ts';
import type { HealthChange, ShopAccount, ShopRecord } from '../ports/stores.ts';
import {
  afterAnswer,
  afterFailure,
  afterRefusal,
  type CallVerdict,
  mayCall,
  returnRetry,
  type ServiceHealth,
  takeRetry,
  wellAgain,
} from '../service-health.ts';
import type { RunningOrder } from './running-order.ts';

/** May a call about this delivery go out now? Takes the probe of an open breaker, and one retry from the budget. */
export async function admitCall(
  ports: Ports,
  { shop, known }: RunningOrder,
  delivery: DeliveryRecord,
): Promise<CallVerdict> {
  const { probeMs } = ports.timing;
  const verdict = mayCall(known.health[delivery.mode], known.now, probeMs).result;
  const retries = delivery.failures > 0;
  if (verdict.kind === 'wait' || (verdict.kind === 'pass' && !retries)) return verdict;
  return ports.shops.changeHealth(shop.domain, delivery.mode, (health, now) => {
    const entered = mayCall(health, now, probeMs);
    if (entered.result.kind !== 'pass' || !retries) return entered;
    const taken = takeRetry(health, now, probeMs);
    return taken
      ? { health: taken, result: { kind: 'pass' } }
      : { health: null, result: { kind: 'later', until: now + probeMs } };
  });
}

/**
 * Writes down what a placing attempt says of the service; when the breaker closes again, the held orders go on.
 * `known` is the order as its answer was written down.
 */
export async function reportPlacing(
  ports: Ports,
  { shop, known }: RunningOrder,
  mode: CourierMode,
  outcome: PlaceOutcome,
): Promise<void> {
  const { message } = outcome;
  switch (outcome.kind) {
    case 'placed':
    case 'duplicate':
    case 'refused':
      return reopened(ports, shop, mode, known.health[mode]);
    case 'account_refused':
      return troubled(ports, shop, mode, { account: outcome.cause, message });
    case 'redirected':
      return troubled(ports, shop, mode, { account: 'address', message });
    case 'unsent':
    case 'unknown':
      return troubled(ports, shop, mode, { account: null, message });
    case 'rate_limited':
      return;
  }
}

/** What a look-up came to: refused where the key is taken, as for another client's delivery, it says nothing of the shop. */
export async function judgedByKey(
  { courier }: Pick<Ports, 'courier'>,
  account: ShopAccount,
  outcome: LookupOutcome,
): Promise<LookupOutcome> {
  const isRefused = outcome.kind === 'failed' && outcome.account !== null;
  return isRefused && (await courier.checkKey(account)).ok ? { ...outcome, account: null } : outcome;
}

/** A look-up says nothing good about placing, but its failures count, and one that settles a delivery gives its retry back. */
export async function reportLookup(
  ports: Ports,
  shop: ShopRecord,
  mode: CourierMode,
  outcome: LookupOutcome,
): Promise<void> {
  if (outcome.kind === 'found' && returnRetry(await ports.shops.health(shop.domain, mode))) {
    await update(ports, shop.domain, mode, returnRetry);
  }
  if (outcome.kind === 'failed') await troubled(ports, shop, mode, outcome);
}

/** It refuses the shop's key or address (`account`), or could not be reached, or failed. */
async function troubled(
  ports: Ports,
  shop: ShopRecord,
  mode: CourierMode,
  { account, message }: { account: 'key' | 'address' | null; message: string },
): Promise<void> {
  const { probeMs } = ports.timing;
  await update(ports, shop.domain, mode, (health, now) =>
    account ? afterRefusal(health, account, message, now, probeMs) : afterFailure(health, now, probeMs),
  );
}

async function reopened(ports: Ports, shop: ShopRecord, mode: CourierMode, seen: ServiceHealth): Promise<void> {
  if (!afterAnswer(seen)) return;
  await ports.shops.changeHealth(shop.domain, mode, (health) => {
    const wasClosed = health.breaker === 'closed' && health.hold === null;
    const change = { health: afterAnswer(health), result: undefined };
    return wasClosed ? change : { ...change, wakesWithinMs: ports.timing.probeMs };
  });
}

/** `next` gives what is to be stored; null leaves the service's health as it is. */
async function update(
  { shops }: Ports,
  shop: ShopDomain,
  mode: CourierMode,
  next: (health: ServiceHealth, now: number) => ServiceHealth | null,
): Promise<void> {
  await shops.changeHealth(shop, mode, (health, now) => ({ health: next(health, now), result: undefined }));
}

/**
 * Probes a service whose time for it has come. A refused key is asked about without placing anything, where the
 * service has a call for that; an open breaker or a wrong address lets one waiting delivery through, whose answer decides.
 */
export async function probeService(ports: Ports, shopDomain: ShopDomain, mode: CourierMode): Promise<void> {
  const shop = await ports.shops.shop(shopDomain);
  const account = shop?.accounts[mode];
  if (!shop || !account) return;
  const { hold } = await ports.shops.health(shopDomain, mode);
  if (hold === 'key' && (await isSettledByCheck(ports, shopDomain, mode, account))) return;
  if (hold !== null) {
    await update(ports, shopDomain, mode, (current, now) =>
      current.hold === hold ? { ...current, ...{ hold: null, breaker: 'open', probeAt: now } } : null,
    );
  }
  if (await ports.shops.wakeOneHeld(shopDomain, mode)) return;
  // Nothing waits: the next order is the probe. Whatever opened the breaker anew meanwhile keeps its own time.
  await update(ports, shopDomain, mode, (current, now) => {
    const isDue = current.hold === null && current.probeAt !== null && current.probeAt <= now;
    return isDue ? { ...current, probeAt: null } : null;
  });
}

/** False where the service has no call that checks a key: then one waiting delivery tells. */
async function isSettledByCheck(
  ports: Ports,
  shopDomain: ShopDomain,
  mode: CourierMode,
  account: { mode: CourierMode; apiKey: string },
): Promise<boolean> {
  const { probeMs } = ports.timing;
  const check = await ports.courier.checkKey(account);
  if (check.hasNoCall) return false;
  await ports.shops.changeHealth(shopDomain, mode, (health, now) =>
    health.hold === 'key' ? afterCheck(health, check, now, probeMs) : unchanged,
  );
  return true;
}

/** Somebody had the shop's key checked: a refused one holds the orders, and is asked about again, until it is taken. */
export async function reportKeyCheck(
  { shops, timing: { probeMs } }: Pick<Ports, 'shops' | 'timing'>,
  shop: ShopDomain,
  mode: CourierMode,
  check: KeyCheck,
): Promise<void> {
  await shops.changeHealth(shop, mode, (health, now) => afterCheck(health, check, now, probeMs));
}

const unchanged: HealthChange<undefined> = { health: null, result: undefined };

function afterCheck(health: ServiceHealth, check: KeyCheck, now: number, probeMs: number): HealthChange<undefined> {
  const isHeld = health.hold === 'key';
  if (check.ok) return isHeld ? { ...unchanged, health: wellAgain(health), wakesWithinMs: probeMs } : unchanged;
  if (!isHeld && check.kind !== 'key') return unchanged;
  const message = (isHeld ? health.holdMessage : null) ?? check.message;
  return { ...unchanged, health: afterRefusal(health, 'key', message, now, probeMs) };
}
