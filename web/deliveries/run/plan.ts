import type { Reason } from '#api-contract/order.ts';
import type { OrderReference } from '#placement/ids.ts';
import type { MappedDelivery } from '#placement/map-order.ts';
import type { Part } from '#placement/parts.ts';
import { sendableFrom } from '#placement/sendable-from.ts';
import { isWaitingFor, openedAtOf } from '#placement/waiting.ts';
import type { DeliveryRecord } from '../delivery.ts';
import { liveDeliveries } from '../order.ts';
import { isEditable } from '../transitions.ts';
import { wordForNew, wordOf } from './judge.ts';
import type { MappedPart } from './map-goods.ts';
import { create, type Plan } from './new-delivery.ts';
import { nextReference } from './planned-goods.ts';
import { replan } from './replan.ts';
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
  const order = { problem, isStopped: lacking !== undefined };
  const kept = judged.flatMap(({ delivery, decision }) => replan(plan, delivery, decision, order));
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
