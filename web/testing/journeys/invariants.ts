import { expect } from 'vitest';
import { z } from 'zod';
import type { OrderPreview, OrderView } from '#api-contract/order.ts';
import type { OrderView as StoreOrder } from '#store-simulator/control/order-view.ts';
import { deniesDriver } from '../denies-driver.ts';
import { demoShop, type LocalWorld, liveKey } from '../local-world.ts';
import { resting } from './journey.ts';
import { undocumentedRequests } from './undocumented-requests.ts';

const paid = ['PAID', 'PARTIALLY_REFUNDED'];
const live = ['OPEN', 'IN_PROGRESS', 'SCHEDULED', 'ON_HOLD'];
const brought = ['LOCAL', 'SHIPPING'];
const request = z.looseObject({
  pickup_address: z.string(),
  items: z.array(z.looseObject({ name: z.string().optional(), quantity: z.number() })),
});

/** Closes a journey's world, and fails where an order broke a promise or the service's OpenAPI document refuses a request. */
export async function closeJourney(world: LocalWorld): Promise<void> {
  const broken = await brokenInvariants(world);
  const { count, problems } = await undocumentedRequests(world.courier.url);
  await world.close();
  expect(broken).toEqual([]);
  expect(problems).toEqual([]);
  expect(count).toBeGreaterThan(0);
}

/**
 * What must hold of every paid order that rests, whatever a journey did to it: each unit that is still to be brought is
 * in a delivery, in a part that waits, or in an alarm; and no text denies a driver that exists at the service.
 *
 * @returns one line for each order that breaks it.
 */
async function brokenInvariants(world: LocalWorld, shop = demoShop): Promise<string[]> {
  const found: string[] = [];
  for (const order of world.store.orders(shop)) {
    if (!paid.includes(order.financialStatus) || order.cancelledAt !== null) continue;
    const view = await world.orderView(order.id, shop);
    if (!view || !resting(view)) continue;
    found.push(...(await uncovered(world, order, view)), ...(await denied(world, view)));
  }
  return found;
}

async function uncovered(world: LocalWorld, order: StoreOrder, view: OrderView): Promise<string[]> {
  // An order without a delivery speaks for all of its goods by its own state.
  if (view.deliveries.length === 0 || view.deliveries.some(({ drift }) => drift.length > 0)) return [];
  const { status, body } = await world.api('GET', `/api/orders/${order.id}/preview`);
  if (status !== 200) return [];
  const covered = new Map<string, number>();
  for (const { state, request: sent } of (body as OrderPreview).deliveries) {
    // A part that was called off was called off by somebody; what is only previewed covers nothing.
    if (state === null) continue;
    for (const { name = '', quantity } of request.safeParse(sent).data?.items ?? []) {
      covered.set(name, (covered.get(name) ?? 0) + quantity);
    }
  }
  return [...unitsToBring(order, view)].flatMap(([title, quantity]) => {
    const has = [...covered].filter(([name]) => name.startsWith(title)).reduce((sum, [, count]) => sum + count, 0);
    return has >= quantity ? [] : [`${order.name}: ${quantity} x ${title}, ${has} of them in a delivery, and no alarm`];
  });
}

/** Of what a driver brings; what the rules left out is named in their trace. */
function unitsToBring({ fulfillmentOrders }: StoreOrder, { rules }: OrderView): Map<string, number> {
  const leftOut = rules.map(({ message }) => /Left out: (.*)\.$/.exec(message)?.[1] ?? '').join();
  const units = new Map<string, number>();
  for (const { status, methodType, presentedName, lines } of fulfillmentOrders) {
    if (!live.includes(status) || !brought.includes(methodType ?? 'SHIPPING')) continue;
    if (presentedName && leftOut.includes(presentedName)) continue;
    for (const { title, remainingQuantity } of lines) {
      if (remainingQuantity > 0) units.set(title, (units.get(title) ?? 0) + remainingQuantity);
    }
  }
  return units;
}

async function denied(world: LocalWorld, { orderName, deliveries }: OrderView): Promise<string[]> {
  const found: string[] = [];
  for (const { orderReference, reason, state } of deliveries) {
    if (state === 'placed' || !deniesDriver(reason)) continue;
    if (await isBooked(world, orderReference))
      found.push(`${orderName}: ${orderReference} is booked, and it says: ${reason?.message}`);
  }
  return found;
}

async function isBooked({ courier }: LocalWorld, reference: string): Promise<boolean> {
  const response = await fetch(`${courier.url}/v1/deliveries/ext/${encodeURIComponent(reference)}`, {
    headers: { authorization: `Basic ${btoa(`${liveKey}:`)}` },
  });
  const text = await response.text();
  return response.status === 200 && !/cancel/i.test(text);
}
