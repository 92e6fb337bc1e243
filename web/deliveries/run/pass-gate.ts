import type { ShopDomain } from '#placement/ids.ts';
import type { DeliveryRecord } from '../delivery.ts';
import type { LookupOutcome, PlaceOutcome } from '../ports/courier.ts';
import type { Ports } from '../ports/ports.ts';
import type { ShopRecord } from '../ports/stores.ts';
import {
  enterGate,
  type GateState,
  type GateVerdict,
  gateAnswered,
  gateFailed,
  gateRefused,
  returnRetry,
  takeRetry,
} from '../service-health.ts';

type Mode = DeliveryRecord['mode'];

/** May a call about this delivery go out now? Takes the probe of an open breaker, and one retry from the budget. */
export async function passGate(ports: Ports, shop: ShopRecord, delivery: DeliveryRecord): Promise<GateVerdict> {
  const { probeMs } = ports.timing;
  const seen = await ports.shops.gate(shop.shop, delivery.mode);
  const verdict = enterGate(seen, ports.clock.now(), probeMs).result;
  const retries = delivery.failures > 0;
  if (verdict.kind === 'wait' || (verdict.kind === 'pass' && !retries)) return verdict;
  return ports.shops.changeGate(shop.shop, delivery.mode, (gate, now) => {
    const entered = enterGate(gate, now, probeMs);
    if (entered.result.kind !== 'pass' || !retries) return entered;
    const taken = takeRetry(gate, now, probeMs);
    return taken
      ? { gate: taken, result: { kind: 'pass' } }
      : { gate: null, result: { kind: 'later', until: now + probeMs } };
  });
}

/** Tells the gate what a placing attempt came to; a gate that opens again lets the held orders go on. */
export async function notePlacing(ports: Ports, shop: ShopRecord, mode: Mode, outcome: PlaceOutcome): Promise<void> {
  const { probeMs } = ports.timing;
  switch (outcome.kind) {
    case 'placed':
    case 'duplicate':
    case 'refused':
      return reopened(ports, shop, mode);
    case 'account_refused':
      return update(ports, shop, mode, (gate, now) => gateRefused(gate, outcome.cause, outcome.message, now, probeMs));
    case 'redirected':
      return update(ports, shop, mode, (gate, now) => gateRefused(gate, 'address', outcome.message, now, probeMs));
    case 'unsent':
    case 'unknown':
      return update(ports, shop, mode, (gate, now) => gateFailed(gate, now, probeMs));
    case 'rate_limited':
      return;
  }
}

/** A look-up says nothing good about placing, but its failures count, and one that settles a delivery gives its retry back. */
export async function noteLookup(ports: Ports, shop: ShopRecord, mode: Mode, outcome: LookupOutcome): Promise<void> {
  if (outcome.kind === 'found' && returnRetry(await ports.shops.gate(shop.shop, mode))) {
    await ports.shops.changeGate(shop.shop, mode, (gate) => ({ gate: returnRetry(gate), result: undefined }));
  }
  if (outcome.kind !== 'failed') return;
  const { probeMs } = ports.timing;
  const { account, message } = outcome;
  await update(ports, shop, mode, (gate, now) =>
    account ? gateRefused(gate, account, message, now, probeMs) : gateFailed(gate, now, probeMs),
  );
}

async function reopened(ports: Ports, shop: ShopRecord, mode: Mode): Promise<void> {
  const seen = await ports.shops.gate(shop.shop, mode);
  if (!gateAnswered(seen)) return;
  await ports.shops.changeGate(shop.shop, mode, (gate) => {
    const wasClosed = gate.breaker === 'closed' && gate.hold === null;
    const change = { gate: gateAnswered(gate), result: undefined };
    return wasClosed ? change : { ...change, wakesWithinMs: ports.timing.probeMs };
  });
}

async function update(
  ports: Ports,
  shop: ShopRecord,
  mode: Mode,
  next: (gate: GateState, now: number) => GateState,
): Promise<void> {
  await ports.shops.changeGate(shop.shop, mode, (gate, now) => ({ gate: next(gate, now), result: undefined }));
}

/**
 * Tries a gate whose time to be probed has come. A refused key is asked about without placing anything; an open breaker
 * or a wrong address lets one waiting delivery through, whose answer decides.
 */
export async function probeGate(ports: Ports, shopDomain: ShopDomain, mode: 'live' | 'test'): Promise<void> {
  const shop = await ports.shops.shop(shopDomain);
  const account = shop?.accounts[mode];
  if (!shop || !account) return;
  const gate = await ports.shops.gate(shopDomain, mode);
  if (gate.hold === 'key') return probeKey(ports, shopDomain, mode, account);
  if (gate.hold === 'address') {
    await ports.shops.changeGate(shopDomain, mode, (current, now) => ({
      gate: { ...current, hold: null, breaker: 'open', probeAt: now },
      result: undefined,
    }));
  }
  if (await ports.shops.wakeOneHeld(shopDomain, mode)) return;
  // Nothing waits: the next order is the probe. Whatever shut the gate anew meanwhile keeps its own time.
  await ports.shops.changeGate(shopDomain, mode, (current, now) => {
    const isDue = current.hold === null && current.probeAt !== null && current.probeAt <= now;
    return { gate: isDue ? { ...current, probeAt: null } : null, result: undefined };
  });
}

async function probeKey(
  ports: Ports,
  shopDomain: ShopDomain,
  mode: 'live' | 'test',
  account: { mode: 'live' | 'test'; apiKey: string },
): Promise<void> {
  const { probeMs } = ports.timing;
  const check = await ports.courier.checkKey(account);
  await ports.shops.changeGate(shopDomain, mode, (gate, now) => {
    if (gate.hold !== 'key') return { gate: null, result: undefined };
    if (check.ok) return { gate: gateAnswered(gate), result: undefined, wakesWithinMs: probeMs };
    return { gate: gateRefused(gate, 'key', gate.holdMessage ?? check.message, now, probeMs), result: undefined };
  });
}
