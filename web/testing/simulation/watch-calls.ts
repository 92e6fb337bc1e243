import type { DeliveryRecord } from '#deliveries/delivery.ts';
import { type Change, deliveryOf, type OrderAggregate } from '#deliveries/order.ts';
import { checkPoint } from './check-addresses.ts';
import { checkEdited } from './check-edits.ts';
import { checkThere } from './check-goods.ts';
import { checkOpen } from './check-hours.ts';
import { checkPhone } from './check-phones.ts';
import { checkPacked } from './check-rules.ts';
import { isCorrected } from './persons-word.ts';
import type { SimProcess } from './scheduler.ts';
import { runMs, timing } from './sim-options.ts';
import type { Call } from './sim-service.ts';
import type { SimWorld } from './sim-world.ts';

/** A stopped process goes on with what it had begun: what it does then was decided before. */
const lately = timing.leaseMs + 31_000;

export const wasStopped = (process: SimProcess, now: number): boolean => process.stoppedUntil > now - lately;

/** Answers of which each tells that the attempt was none. */
const uncounted = ['unsent', 'account_refused'];

/** When a person last pressed for the order, and when the delivery last became another one to send, epoch ms. */
interface Since {
  pressedAt: number;
  remadeAt: number;
}

/**
 * Goods that leave a delivery and come back change its request, and change it back, and a rule that left it out for a
 * while applies no more: that is news enough to send it.
 */
const repeatsRefused = (last: Call, { body }: Call, { pressedAt, remadeAt }: Since): boolean =>
  last.answer === 'refused' && last.body === body && Math.max(pressedAt, remadeAt) < (last.finishedAt ?? 0);

/** What one more placing call may not do, given every call about the reference before it. */
export function placeViolations(world: SimWorld, call: Call, before: readonly Call[], since: Since): string[] {
  const { pressedAt } = since;
  const { reference, startedAt } = call;
  const found: string[] = [];
  const places = before.filter(({ kind }) => kind === 'place');
  const last = places.at(-1);
  if (!last) return found;
  const beside = places.some((other) => {
    const isOpen = other.finishedAt === null && other.process.alive && !wasStopped(other.process, startedAt);
    return isOpen && startedAt - other.startedAt < timing.leaseMs;
  });
  if (beside) found.push(`${reference} is sent twice at once`);
  const sureNo = ['unsent', 'rate_limited', 'account_refused', 'refused'];
  const isUnknown = last.answer === null || !sureNo.includes(last.answer);
  const asked = before.slice(before.indexOf(last) + 1).filter(({ kind }) => kind === 'lookup');
  const foreign = world.service.stored.get(reference)?.customerIdentifier !== call.customer;
  const denied = asked.some(({ answer }) => {
    return answer === 'not_found' || answer === 'unsupported' || (answer === 'found' && foreign);
  });
  if (isUnknown && !denied)
    found.push(`${reference} is sent again after ${last.answer ?? 'no answer'} without a look-up's word`);
  // A process that died or was stopped with the answer in its hand could not write it down: it was fenced.
  const heard = last.process.alive && !wasStopped(last.process, last.finishedAt ?? startedAt);
  if (heard && repeatsRefused(last, call, since))
    found.push(`${reference} is sent again unchanged after the service refused it`);
  const waitedFor = (last.finishedAt ?? 0) + (last.answer === 'rate_limited' ? (last.retryAfterMs ?? 0) : 0);
  if (heard && startedAt < waitedFor && pressedAt < (last.finishedAt ?? 0)) {
    found.push(`${reference} is sent before the service's Retry-After`);
  }
  const counted = places.filter(({ startedAt: at, answer }) => at > pressedAt && !uncounted.includes(answer ?? ''));
  if (counted.length >= 8) found.push(`${reference} is sent ${counted.length + 1} times`);
  const settled = places.findLastIndex((place) => {
    return (
      (place.answer !== null && [...sureNo, 'duplicate'].includes(place.answer)) ||
      isCorrected(place, before, pressedAt)
    );
  });
  const bodies = new Set([...places.slice(settled + 1), call].map(({ body }) => body));
  if (bodies.size > 1 && !foreign) found.push(`${reference} is sent with another body while one may be on its way`);
  return found;
}

/** What the rows say when the first byte goes out. */
export function ownerViolations(
  world: SimWorld,
  call: Call,
  { fresh, ...first }: { fresh: boolean; isFirst: boolean; claimedOn: number | undefined },
  cancelledSince: ReadonlyMap<string, number>,
): string[] {
  const now = call.startedAt;
  const any = world.orders.ownerOf(call.reference, call.customer);
  const stored = any?.deliveries.get(call.reference)?.body === call.body ? any : undefined;
  if (!any) return [`${call.reference} is sent and no row has it`];
  if (!fresh) return [];
  if (!stored) return [`${call.reference} is sent with another body than its row has`];
  const row = stored.deliveries.get(call.reference) as DeliveryRecord;
  const found = [
    ...checkThere(world, stored, call, first),
    ...checkOpen(world, row),
    ...checkPhone(world, stored, call),
    ...checkPoint(world, stored, call),
    ...(first.isFirst ? checkPacked(world, stored, call) : []),
    ...checkEdited(world, row, call, first.claimedOn),
  ];
  if (row.state !== 'placing' || row.doubt === null)
    found.push(`${call.reference} is sent while its row is ${row.state}`);
  const { shop } = row;
  if (row.deadlineAt !== null && now > row.deadlineAt + runMs)
    found.push(`${call.reference} is sent past its deadline`);
  const cancelled = cancelledSince.get(`${shop}/${row.orderId}`);
  const isCancelled = cancelled !== undefined && now - cancelled > runMs && row.replaces === null;
  if (isCancelled) found.push(`${call.reference} is sent although the order is cancelled`);
  const { settings, uninstalledAt } = world.shops.record(shop);
  const since = world.shops.changedAt.get(shop) ?? now;
  if (settings.paused && now - since > runMs) found.push(`${call.reference} is sent while the shop is paused`);
  if (uninstalledAt !== null && now - since > runMs) found.push(`${call.reference} is sent for an uninstalled shop`);
  const heldSince = world.shops.heldSince.get(shop) ?? now;
  if (now - heldSince > runMs) found.push(`${call.reference} is sent while the shop is held`);
  return found;
}

/**
 * Notes of which deliveries a write makes the request another, which no rule leaves out any more, or whose goods have left
 * them while a person was asked: should they come back, all begins anew. By reference and customer.
 */
export function noteRemade(
  remadeAt: Map<string, number>,
  before: readonly DeliveryRecord[],
  { deliveries = [] }: Change,
  now: number,
): void {
  for (const { orderReference, body, request, state } of deliveries) {
    const old = before.find((one) => one.orderReference === orderReference);
    const isTakenUp = old?.state === 'skipped' && state !== 'skipped';
    const hasEnded = old?.state === 'needs_attention' && state === 'confirming';
    if (old?.body !== body || isTakenUp || hasEnded)
      remadeAt.set(`${orderReference} ${request.customer_identifier}`, now);
  }
}

/** Notes on which reading of its order a delivery is claimed. */
export function noteClaims(
  claimedOn: Map<string, number[]>,
  before: OrderAggregate,
  { deliveries = [], order }: Change,
): void {
  for (const { orderReference, request, state, fence } of deliveries) {
    if (state !== 'placing' || fence === deliveryOf(before, orderReference)?.fence) continue;
    const readAt = (order ?? before.order)?.shopifyUpdatedAt;
    const key = `${orderReference} ${request.customer_identifier}`;
    if (readAt !== undefined) claimedOn.set(key, [...(claimedOn.get(key) ?? []), readAt]);
  }
}
