import type { Reason } from '#api-contract/order.ts';
import type { Decision } from '#placement/eligibility.ts';
import type { OrderReference } from '#placement/ids.ts';
import type { MappedDelivery } from '#placement/map-order.ts';
import type { Part } from '#placement/parts.ts';
import { sendableFrom } from '#placement/sendable-from.ts';
import { isWaitingFor, openedAtOf, waitingFor } from '#placement/waiting.ts';
import type { DeliveryRecord } from '../delivery.ts';
import { liveDeliveries } from '../order.ts';
import { reason } from '../reasons.ts';
import {
  askPerson,
  isCorrectable,
  isEditable,
  isInDoubt,
  isLacking,
  transition,
  waitsForService,
} from '../transitions.ts';
import { afterDenial, confirmFirst, goesByReading, leaveReady, mayBeAsked } from './after-denial.ts';
import { dropoffProblems } from './corrections.ts';
import { isActedOn, isInSpite, wordForNew, wordOf } from './judge.ts';
import type { MappedPart } from './map-goods.ts';
import {
  create,
  type Plan,
  pressedInSpite,
  pressedNow,
  restUnder,
  underWord,
  wait,
  waitsForPerson,
} from './new-delivery.ts';
import { leaveTestMode, rename } from './new-reference.ts';
import { nextReference } from './planned-goods.ts';
import { requestNow } from './request-now.ts';
import { stillToBring } from './still-to-bring.ts';

/** Deliveries to write (changed, untouched or new), and the problem that stops the order where there is one. */
export interface Planned {
  deliveries: DeliveryRecord[];
  problem: Reason | null;
  /** What the order says of the field with that problem, as the buyer gave it. */
  givenAtFault: string | null;
  /** References of the deliveries that this action made of goods that came later. */
  sent: OrderReference[];
  /** Goods for which no delivery is planned though one of the order was sent: a person is asked. */
  withoutDriver: MappedPart[];
  /** Goods of deliveries that a rule leaves out though one of the order was sent: a person is asked. */
  leftOut: Part[];
}

/**
 * Turns a decision and a mapping into deliveries. A problem at one location stops all of the order before the first is
 * sent; once one may exist at the service, goods that moved or came later are drift, never a second driver. Goods that
 * wait in Shopify are a held delivery of their own, beside those that go now.
 */
export function planDeliveries(plan: Plan): Planned {
  const { aggregate, goods, context } = plan;
  const { canLookup } = context.courier;
  const found = liveDeliveries(aggregate.deliveries).map((delivery) => stillToBring(plan, opened(plan, delivery)));
  const live = found.filter(({ state }) => state !== 'cancelled');
  const judged = live.map((delivery) => ({
    delivery,
    decision: plan.judge(wordOf(delivery, context.person), delivery.openedAt),
  }));
  const word = wordForNew(aggregate, context.person);
  const { verdict } = plan.judge(word, plan.order.openedAt);
  const places = live.length === 0 ? verdict === 'place' : judged.some(({ decision }) => decision.verdict === 'place');
  const untouched = live.every(isEditable);
  const mapped = [...live.map((delivery) => goods.of(delivery)), ...goods.fresh.map((one) => one.mapped)];
  const lacking = untouched ? mapped.find((one) => one && one.problems.length > 0) : undefined;
  const faulty = places ? lacking : undefined;
  const problem = faulty?.problems[0] ?? null;
  const kept = judged.flatMap(({ delivery, decision }) => {
    // What goes on by itself, or may not go, a press only gives its word, so that the order as it is now decides.
    const isPressed = isActedOn(delivery, context.person);
    const goesOn = delivery.state === 'queued' || (delivery.state === 'held' && decision.verdict !== 'place');
    if (goesByReading(delivery) && (goesOn || !isPressed)) {
      const mayAsk = mayBeAsked(delivery, context, aggregate);
      const asked = { decision, found: goods.of(delivery), canLookup, mayAsk };
      const given = underWord(plan, pressedNow(plan, delivery), wordOf(delivery, context.person));
      return [afterDenial({ ...delivery, ...given }, asked, aggregate.now)];
    }
    if (decision.verdict !== 'cancelled' && isLeft(plan, delivery)) return [leave(plan, delivery)];
    const isKept = goods.of(delivery)?.waits && !isInSpite(delivery);
    if (decision.verdict !== 'cancelled' && isKept) return [replan(plan, delivery, problem)];
    if (decision.verdict !== 'place') return [restBy(plan, delivery, decision, lacking !== undefined)];
    return leaveTestMode(plan, delivery) ?? rename(plan, delivery, problem) ?? [replan(plan, delivery, problem)];
  });
  // Goods that wait are held with what they wait for, also while nothing else of the order goes, unless it has ended.
  const waitsToo = verdict !== 'cancelled' && aggregate.deliveries.length > 0;
  const goOrWait = ({ waits }: MappedDelivery) => verdict === 'place' || (waits !== null && waitsToo);
  const isReady = ({ mapped: one }: MappedPart) => problem === null && one.request !== null && goOrWait(one);
  const created = goods.fresh
    .filter(isReady)
    .map((one, i) => create(plan, one.mapped, { reference: referenceOf(plan, i), word }));
  // Before anything is sent, what does not go yet is planned once it may; after that nobody would come back to it.
  const added = goods.isSent ? [...goods.fresh.filter((one) => !isReady(one)), ...goods.added] : [];
  const sent = sendAdded(plan, added, created.length);
  // Also where a person sends the goods of the one that was sent anew.
  const wasSent = goods.isSent || aggregate.deliveries.some(({ placedAt }) => placedAt !== null);
  const skipped = wasSent ? kept.filter(({ state }) => state === 'skipped') : [];
  return {
    deliveries: [...found.filter(({ state }) => state === 'cancelled'), ...kept, ...created, ...sent],
    problem,
    givenAtFault: faulty?.fields.find(({ field }) => field === problem?.field)?.given ?? null,
    sent: sent.map(({ orderReference }) => orderReference),
    withoutDriver: sent.length > 0 ? added.filter(({ part }) => part.waits !== null) : added,
    leftOut: skipped.flatMap(({ orderReference }) => goods.parts.get(orderReference) ?? []),
  };
}

/** Goods that came later go on a person's word only, all that can be collected now. */
function sendAdded(plan: Plan, added: readonly MappedPart[], after: number): DeliveryRecord[] {
  if (!plan.context.sendAdded || plan.judge([], plan.aggregate.now).verdict !== 'place') return [];
  const ready = added.map(({ mapped }) => mapped).filter(({ waits }) => waits === null);
  if (ready.some(({ request }) => request === null)) return [];
  return ready.map((mapped, i) => create(plan, mapped, { reference: referenceOf(plan, after + i), word: [] }));
}

const referenceOf = ({ snapshot, context, aggregate }: Plan, later: number): OrderReference =>
  nextReference(snapshot, context.shop.settings, aggregate.deliveries, later);

/** Where Shopify has let go of what the delivery waited for, its time begins. */
function opened(plan: Plan, delivery: DeliveryRecord): DeliveryRecord {
  if (!isWaitingFor(delivery, 'opening', 'release') || plan.goods.of(delivery)?.waits !== null) return delivery;
  const { shop, courier } = plan.context;
  const openedAt = openedAtOf(delivery.waitsFor, plan.aggregate.now);
  // Opened at night, goods can be sent from the morning on.
  const from = sendableFrom(plan.snapshot, shop.settings, { paidAt: openedAt, timeZone: courier.timeZone });
  return { ...delivery, openedAt: from };
}

/** Only a person's word sends it, whatever the order or its rules say meanwhile. */
const isLeft = ({ context }: Plan, delivery: DeliveryRecord): boolean =>
  isWaitingFor(delivery, 'person') && !isActedOn(delivery, context.person);

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
  const isLacking = isStopped || lacking !== null;
  const rested = (from: DeliveryRecord) =>
    restUnder(
      { ...from, ...underWord(plan, pressedNow(plan, delivery), word) },
      { before: delivery, isLacking },
      decision,
      now,
    );
  const remade = { ...delivery, ...requestNow(plan, delivery) };
  if (decision.verdict !== 'held') return rested(remade);
  // Goods that left would otherwise be in two deliveries: this one, and the one that they went to.
  if (hasLostGoods(plan, delivery)) return transition(delivery, 'cancelled', reason('goods_moved', {}), now);
  // An action while it must wait is as good as any: what it corrects is taken in now, and goes when the wait is over.
  if (isActedOn(delivery, person) && plan.goods.of(delivery)) {
    const sent = replan(plan, delivery, null);
    return sent.state === 'queued' ? rested(sent) : sent;
  }
  if (isLacking && isWaitingFor(delivery, 'order')) return asking(remade, lacking, now);
  // What a person must settle stays theirs as long as the order says the same; news of its goods or people is taken in.
  const isTheirs = waitsForPerson(delivery) || isLeftReady(delivery);
  if (!isTheirs || remade.body !== delivery.body) return rested(remade);
  return isLacking ? delivery : nothingLacks(plan, delivery);
}

/** It asks for what it lacks itself: what a rule asked for before may be there by now. */
const asking = (delivery: DeliveryRecord, lacking: Reason | null, now: number): DeliveryRecord =>
  lacking ? askPerson(delivery, waitingFor('order', lacking), now) : delivery;

/** What keeps it from going by the order as it is; one sent in spite of its goods' rules lacks where they are to be brought. */
function ownProblem({ goods }: Plan, delivery: DeliveryRecord, mapped: MappedDelivery | undefined): Reason | null {
  if (mapped) return mapped.problems[0] ?? null;
  return isInSpite(delivery) ? (dropoffProblems(goods.goTo(delivery.locationKey))[0] ?? null) : null;
}

function replan(plan: Plan, delivery: DeliveryRecord, problem: Reason | null): DeliveryRecord {
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
  if (found?.waits && !isInSpite(delivery)) return wait(plan, delivery, { ...found, waits: found.waits });
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
  const fresh: DeliveryRecord = {
    ...delivery,
    ...requestNow(plan, delivery),
    ...underWord(plan, pressedNow(plan, delivery), wordOf(delivery, plan.context.person)),
  };
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
