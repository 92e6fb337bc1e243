import type { Reason } from '#api-contract/order.ts';
import { renamed } from '#placement/order-reference.ts';
import { isWaitingFor } from '#placement/waiting.ts';
import type { DeliveryRecord } from '../delivery.ts';
import { reason } from '../reasons.ts';
import { isEditable, transition } from '../transitions.ts';
import { isActedOn, wordOf } from './judge.ts';
import { create, modeOf, type Plan } from './new-delivery.ts';

/**
 * What was planned of a live order for the test service, as earlier versions did in test mode, ends there: its goods go
 * out under a live reference. Null where the delivery goes where its order belongs.
 */
export function leaveTestMode(plan: Plan, delivery: DeliveryRecord): DeliveryRecord[] | null {
  if (delivery.mode === 'live' || plan.snapshot.test || !isEditable(delivery)) return null;
  return replaceUnder(plan, delivery, 'test_mode_ended');
}

/**
 * A delivery whose reference is somebody else's goes out under the shop's new prefix when a person sends it: the old
 * row stays as what was refused, the new one speaks for the goods. Null where there is nothing to rename.
 */
export function rename(plan: Plan, delivery: DeliveryRecord, problem: Reason | null): DeliveryRecord[] | null {
  const wanted =
    isWaitingFor(delivery, 'reference') &&
    isEditable(delivery) &&
    !problem &&
    isActedOn(delivery, plan.context.person) &&
    modeOf(plan) === delivery.mode;
  return wanted ? replaceUnder(plan, delivery, 'reference_replaced') : null;
}

/** Null where the goods cannot be sent, and where the order has used the new reference before. */
function replaceUnder(
  plan: Plan,
  delivery: DeliveryRecord,
  code: 'reference_replaced' | 'test_mode_ended',
): DeliveryRecord[] | null {
  const { aggregate, context } = plan;
  const mapped = plan.goods.of(delivery);
  const { prefix } = context.shop.settings.reference;
  const reference = renamed(delivery.orderReference, { prefix, testMode: modeOf(plan) === 'test' });
  if (!mapped?.request || aggregate.deliveries.some(({ orderReference: used }) => used === reference)) return null;
  const ended = transition(delivery, 'cancelled', reason(code, { reference }), aggregate.now);
  const word = wordOf(delivery, context.person);
  return [ended, { ...create(plan, mapped, { reference, word }), replaces: delivery.orderReference }];
}
