import type { Reason } from '#api-contract/order.ts';
import type { Decision } from '#placement/eligibility.ts';
import type { MappedDelivery } from '#placement/map-order.ts';
import { isWaitingFor, waitingFor } from '#placement/waiting.ts';
import type { DeliveryRecord, EarlierRequest } from '../delivery.ts';
import { reason } from '../reasons.ts';
import {
  askPerson,
  hold,
  isCorrectable,
  isEditable,
  isInDoubt,
  isLacking,
  transition,
  waitsForService,
} from '../transitions.ts';
import { afterDenial, confirmFirst, goesByReading, leaveReady, mayBeAsked } from './after-denial.ts';
import { dropoffOf, dropoffProblems, repeatRequest, saidOfRepeated } from './corrections.ts';
import { isActedOn, isInSpite, wordOf } from './judge.ts';
import { frozen, type Plan, pressedNow, underWord, wait } from './new-delivery.ts';
import { leaveTestMode, rename } from './new-reference.ts';
import { methodNow } from './other-method.ts';

/**
 * What becomes of one delivery by the order as it is now: itself, changed or not, and another one where that takes its place.
 *
 * @param order `problem`: what keeps all of it from being sent; `isStopped`: the same, whatever the rules say
 */
export function replan(
  plan: Plan,
  delivery: DeliveryRecord,
  decision: Decision,
  { problem, isStopped }: { problem: Reason | null; isStopped: boolean },
): DeliveryRecord[] {
  const { aggregate, context, goods } = plan;
  // What goes on by itself, or may not go, a press only gives its word, so that the order as it is now decides.
  const isPressed = isActedOn(delivery, context.person);
  const goesOn = delivery.state === 'queued' || (delivery.state === 'held' && decision.verdict !== 'place');
  if (goesByReading(delivery) && (goesOn || !isPressed)) {
    const { canLookup } = context.courier;
    const asked = { decision, found: goods.of(delivery), canLookup, mayAsk: mayBeAsked(delivery, context, aggregate) };
    return [afterDenial(underOwnWord(plan, delivery), asked, aggregate.now)];
  }
  // Only a person's word sends it, whatever the order or its rules say meanwhile.
  const isLeft = isWaitingFor(delivery, 'person') && !isPressed;
  if (decision.verdict !== 'cancelled' && isLeft) return [leave(plan, delivery)];
  const isKept = goods.of(delivery)?.waits && !isInSpite(delivery);
  if (decision.verdict !== 'cancelled' && isKept) return [remake(plan, delivery, problem)];
  if (decision.verdict !== 'place') return [restBy(plan, delivery, decision, isStopped)];
  return leaveTestMode(plan, delivery) ?? rename(plan, delivery, problem) ?? [remake(plan, delivery, problem)];
}

/** It stays a person's, with its request and the reason as new as the order. */
function leave(plan: Plan, delivery: DeliveryRecord): DeliveryRecord {
  const { orderReference } = delivery;
  const why = plan.goods.of(delivery)?.problems[0] ?? reason('not_placed_again', { reference: orderReference });
  return askPerson({ ...delivery, ...requestNow(plan, delivery) }, waitingFor('person', why), plan.aggregate.now);
}

/** A rule says no, or not yet: what surely does not exist at the service rests by it. */
function restBy(
  plan: Plan,
  delivery: DeliveryRecord,
  decision: Exclude<Decision, { verdict: 'place' }>,
  isStopped: boolean,
): DeliveryRecord {
  const { now } = plan.aggregate;
  const { person } = plan.context;
  // A press on what is in doubt sends nothing against the rules, but it asks the service.
  if (!isEditable(delivery)) {
    return isInDoubt(delivery) && isActedOn(delivery, person)
      ? confirmFirst(pressedNow(plan, delivery), now)
      : delivery;
  }
  // Another driver was asked for in spite of the goods' rules: he goes once the order may.
  const word = decision.verdict === 'held' || delivery.replaces !== null ? wordOf(delivery, person) : null;
  const lacking = plan.goods.of(delivery)?.problems[0] ?? null;
  const lacksSomething = isStopped || lacking !== null;
  const rested = (from: DeliveryRecord) =>
    restUnder(
      { ...from, ...underWord(plan, pressedNow(plan, delivery), word) },
      { before: delivery, lacksSomething },
      decision,
      now,
    );
  const remade = { ...delivery, ...requestNow(plan, delivery) };
  if (decision.verdict !== 'held') return rested(remade);
  // Goods that left would otherwise be in two deliveries: this one, and the one that they went to.
  if (hasLostGoods(plan, delivery)) return transition(delivery, 'cancelled', reason('goods_moved', {}), now);
  // An action while it must wait is as good as any: what it corrects is taken in now, and goes when the wait is over.
  if (isActedOn(delivery, person) && plan.goods.of(delivery)) {
    const sent = remake(plan, delivery, null);
    return sent.state === 'queued' ? rested(sent) : sent;
  }
  if (lacksSomething && isWaitingFor(delivery, 'order')) return asking(remade, lacking, now);
  // What a person must settle stays theirs as long as the order says the same; news of its goods or people is taken in.
  const isTheirs = waitsForPerson(delivery) || isLeftReady(delivery);
  if (!isTheirs || remade.body !== delivery.body) return rested(remade);
  return lacksSomething ? delivery : nothingLacks(plan, delivery);
}

/**
 * It rests as a rule says. What a person must settle of the same request is graver than what a change back would settle.
 *
 * @param before as it was stored; `lacksSomething`: of the order something must still be entered
 */
function restUnder(
  delivery: DeliveryRecord,
  { before, lacksSomething }: { before: DeliveryRecord; lacksSomething: boolean },
  decision: Exclude<Decision, { verdict: 'place' }>,
  now: number,
): DeliveryRecord {
  if (decision.verdict === 'held') return hold(delivery, decision, now);
  if (decision.verdict !== 'needs_attention' || !decision.waitsFor) {
    return transition(delivery, decision.verdict, decision.reason, now);
  }
  const isTheirs = waitsForPerson(before) && before.body === delivery.body;
  if (!isTheirs) return askPerson(delivery, waitingFor('order', decision.reason), now);
  // What it lacked is there by now: it stays theirs for what the rule asks.
  const asksElse = !lacksSomething && isWaitingFor(before, 'lacking');
  return asksElse ? askPerson(delivery, waitingFor('lacking', decision.reason), now) : before;
}

/** It asks for what it lacks itself: what a rule asked for before may be there by now. */
const asking = (delivery: DeliveryRecord, lacking: Reason | null, now: number): DeliveryRecord =>
  lacking ? askPerson(delivery, waitingFor('order', lacking), now) : delivery;

/** What keeps it from going by the order as it is; one sent in spite of its goods' rules lacks where they are to be brought. */
function ownProblem({ goods }: Plan, delivery: DeliveryRecord, mapped: MappedDelivery | undefined): Reason | null {
  if (mapped) return mapped.problems[0] ?? null;
  return isInSpite(delivery) ? (dropoffProblems(goods.goTo(delivery.locationKey))[0] ?? null) : null;
}

/** The rules let it go: it is made anew from the order, waits for its goods, or asks for what it lacks. */
function remake(plan: Plan, delivery: DeliveryRecord, problem: Reason | null): DeliveryRecord {
  const { now } = plan.aggregate;
  const actedOn = isActedOn(delivery, plan.context.person);
  if (!isEditable(delivery) && !(actedOn && isCorrectable(delivery))) {
    return actedOn ? confirmFirst(pressedNow(plan, delivery), now) : delivery;
  }
  if (hasLostGoods(plan, delivery)) {
    // Its driver may come all the same: what is said of that stands.
    return isEditable(delivery) ? transition(delivery, 'cancelled', reason('goods_moved', {}), now) : delivery;
  }
  const found = plan.goods.of(delivery);
  if (found?.waits && !isInSpite(delivery)) return wait(plan, delivery, found, found.waits);
  const mapped = found?.waits ? undefined : found;
  const own = ownProblem(plan, delivery, mapped);
  const lacking = own ?? (mapped ? problem : null);
  if (!lacking) return goOn(plan, delivery, actedOn);
  // What another part lacks says less of it than what made it a person's.
  if (waitsForPerson(delivery) && !actedOn && !own) return delivery;
  const waits = isEditable(delivery) && (actedOn || !waitsForPerson(delivery));
  return askPerson(pressedInSpite(plan, delivery), waitingFor(waits ? 'order' : 'lacking', lacking), now);
}

/** It goes by the order as it is now, unless it is a person's and the order says the same as before. */
function goOn(plan: Plan, delivery: DeliveryRecord, actedOn: boolean): DeliveryRecord {
  const { now } = plan.aggregate;
  const fresh: DeliveryRecord = { ...underOwnWord(plan, delivery), ...requestNow(plan, delivery) };
  if (actedOn) return transition(fresh, 'queued', null, now, { dueAt: now, notBefore: null, attempts: 0, failures: 0 });
  // What a person sent in spite of the rules goes on another word of theirs, not once something is entered.
  if (isLeftReady(delivery)) return leaveReady(fresh, now);
  const isSame = fresh.body === delivery.body;
  const waits = waitsForPerson(delivery) && (isSame || isByWordAlone(plan, delivery));
  if (waits && isWaitingFor(delivery, 'lacking')) return leaveReady(fresh, now);
  // What is queued keeps its time: news of the order shortens neither a back-off nor the service's Retry-After.
  if (waits || waitsForService(delivery) || delivery.state === 'queued') return fresh;
  return transition(fresh, 'queued', null, now, { dueAt: now });
}

/** What came of a person's word is theirs again: where the rules alone send nothing any more, it takes another one. */
const isByWordAlone = ({ judge }: Plan, delivery: DeliveryRecord): boolean =>
  delivery.word !== null && judge(null, delivery.openedAt).verdict !== 'place';

/** A person's, which lacks nothing any more. */
const isLeftReady = (delivery: DeliveryRecord): boolean => delivery.word !== null && isLacking(delivery);

/** It says so, where it can be collected. */
function nothingLacks({ aggregate, goods }: Plan, delivery: DeliveryRecord): DeliveryRecord {
  const isReady = goods.of(delivery)?.waits === null && isLacking(delivery);
  return isReady ? leaveReady(delivery, aggregate.now) : delivery;
}

const hasLostGoods = ({ goods }: Plan, delivery: DeliveryRecord): boolean =>
  goods.of(delivery) === undefined && !isInSpite(delivery);

/** What a person must decide stays theirs: a pause that comes and goes sends nothing again unchanged. */
const waitsForPerson = (delivery: DeliveryRecord): boolean =>
  delivery.state === 'needs_attention' && !isWaitingFor(delivery, 'order');

/** Who presses it in spite of its goods' rules gives it that word, also where it lacks something still. */
function pressedInSpite(plan: Plan, delivery: DeliveryRecord): DeliveryRecord {
  return isActedOn(delivery, plan.context.person) && isInSpite(delivery) ? underOwnWord(plan, delivery) : delivery;
}

/** The delivery under the word that it has, or that this action gives it. */
const underOwnWord = (plan: Plan, delivery: DeliveryRecord): DeliveryRecord => ({
  ...delivery,
  ...underWord(plan, pressedNow(plan, delivery), wordOf(delivery, plan.context.person)),
});

/** The request as the order says it now, where it can be made from that. */
function requestNow(plan: Plan, delivery: DeliveryRecord): Partial<DeliveryRecord> {
  const mapped = plan.goods.of(delivery);
  if (mapped?.waits !== null) return laidOver(plan, delivery);
  return mapped.request ? { ...frozen(plan, mapped, delivery.orderReference), earlier: earlierOf(delivery) } : {};
}

/** Nothing is left to collect by Shopify's books, and a person wants it sent in spite of that: to whom the order goes by now. */
function laidOver({ goods, order, snapshot, context }: Plan, delivery: DeliveryRecord): Partial<DeliveryRecord> {
  const there = goods.goTo(delivery.locationKey);
  if (!there || !isInSpite(delivery)) return {};
  const repeated = repeatRequest(delivery, delivery.orderReference, dropoffOf(there));
  if ('problems' in repeated) return {};
  const method = methodNow(delivery, snapshot, context.shop.settings.automation);
  return { ...repeated, said: saidOfRepeated(order, there, delivery, method), earlier: earlierOf(delivery) };
}

/** What may have gone out before the request is changed: a look-up may yet find it. */
function earlierOf({ everUnknown, earlier, ...delivery }: DeliveryRecord): EarlierRequest | null {
  if (!everUnknown) return null;
  const { locationKey, locationId, locationName, lines, request, said, body } = delivery;
  return earlier ?? { locationKey, locationId, locationName, lines, request, said, body };
}
