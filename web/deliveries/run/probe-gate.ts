import type { ShopDomain } from '#placement/ids.ts';
import type { Ports } from '../ports/ports.ts';
import { gateAnswered, gateRefused } from '../service-health.ts';

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
