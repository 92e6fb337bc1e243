import { isCancelInDoubt } from '#api-contract/cancel-doubt.ts';
import type { DriftItem } from '#api-contract/drift.ts';
import type { Headline, HeadlineWhat } from '#api-contract/headline.ts';
import type { DeliveryView, OrderView } from '#api-contract/order.ts';
import { mayCome } from './transitions.ts';

type Shown = Pick<OrderView, 'state' | 'deliveries'>;

/** How grave a state is. */
const stateTones: Record<OrderView['state'], Headline['tone']> = {
  queued: 'info',
  placing: 'info',
  confirming: 'info',
  placed: 'success',
  skipped: 'info',
  held: 'warning',
  needs_attention: 'critical',
  cancelled: 'info',
};

/** The worst that is known of the order, first: a driver who comes for nothing before a parcel that nobody brings. */
export function orderHeadline(order: Shown): Headline {
  const { deliveries } = order;
  const booked = deliveries.filter(({ state }) => state === 'placed');
  const of = deliveries.filter(({ isCurrent }) => isCurrent).length;
  const found = (what: HeadlineWhat, tone: Headline['tone'], delivery: DeliveryView | null, count = 1): Headline => ({
    ...{ what, tone, orderReference: delivery?.orderReference ?? null, count, of },
  });

  const ended = booked.find((one) => isOpen(one, 'order_ended'));
  if (ended) return found('ended', 'critical', ended);
  const doubled = booked.find((one) => isReplaced(one, booked));
  if (doubled) return found('two_drivers', 'critical', doubled, booked.filter((one) => sameGoods(one, doubled)).length);
  const inVain = booked.find((one) => isBrought(one, booked));
  if (inVain) return found('brought', 'critical', inVain);
  const stays = deliveries.find((one) => isOpen(one, 'not_cancelled'));
  if (stays) return found('not_cancelled', 'critical', stays);
  const held = booked.find((one) => isOpen(one, 'on_hold') && mayCome(one));
  if (held) return found('on_hold', 'critical', held);
  const risky = booked.find((one) => isOpen(one, 'fraud_risk') && mayCome(one));
  if (risky) return found('fraud_risk', 'critical', risky);
  const undelivered = deliveries.find((one) => isOpen(one, 'not_delivered'));
  if (undelivered) return found(endOf(undelivered), 'critical', undelivered);
  const late = booked.filter((one) => one.isLate && !isDecided(one));
  if (late.length > 0) return found('late', 'critical', late[0] ?? null, late.length);
  const refused = deliveries.filter((one) => one.state === 'needs_attention' && !one.inDoubt);
  if (refused.length > 0 && booked.length > 0)
    return found('part_refused', 'critical', refused[0] ?? null, refused.length);
  const differs = toDecide(deliveries, booked);
  if (differs) return found(differs.what, 'warning', differs.delivery);
  if (order.state !== 'placed' || booked.length === 0) return found('state', stateTones[order.state], null);
  const cancelling = booked.find((one) => one.cancelling);
  if (cancelling) return found('cancelling', 'warning', cancelling);
  const doubtful = booked.find(isCancelInDoubt);
  if (doubtful) return found('not_cancelled', 'warning', doubtful);
  const kept = booked.find((one) => (isUndelivered(one) || isDecided(one)) && !hasNewer(one, booked));
  if (kept) return found(endOf(kept), 'info', kept);
  return found(...stageOf(booked), booked[0] ?? null, booked.length);
}

/** What the driver does not know of the order, then that nobody is there for him, then a day that the buyer is to be told of. */
function toDecide(deliveries: DeliveryView[], booked: DeliveryView[]) {
  const changed = deliveries.find(isForOther);
  if (changed) return { what: 'changed' as const, delivery: changed };
  const closed = booked.find((one) => isOpen(one, 'location_closed'));
  if (closed) return { what: 'location_closed' as const, delivery: closed };
  const later = booked.find((one) => isOpen(one, 'later_day') && mayCome(one));
  if (later) return { what: 'later_day' as const, delivery: later };
  const alarmed = deliveries.find(({ alarm }) => alarm !== null);
  return alarmed ? { what: 'changed' as const, delivery: alarmed } : null;
}

/** How far a delivery is that nothing is wrong with; of several, the one that is least far. */
function stageOf(booked: DeliveryView[]): [HeadlineWhat, Headline['tone']] {
  if (booked.every(({ testMode }) => testMode)) return ['test', 'warning'];
  if (booked.every(({ progress }) => progress === 'delivered')) return ['delivered', 'success'];
  if (booked.every(({ progress }) => progress === 'on_its_way' || progress === 'delivered'))
    return ['on_its_way', 'success'];
  return ['booked', 'success'];
}

function endOf({ state, progress }: DeliveryView): HeadlineWhat {
  if (state === 'cancelled') return 'called_off';
  if (progress === 'on_its_way') return 'late';
  return progress === 'returned' ? 'returned' : 'failed';
}

const isOpen = ({ drift }: DeliveryView, what: DriftItem['about']): boolean =>
  drift.some(({ about, closed }) => about === what && closed === null);

/** Somebody has dealt with goods of which the service never said what became of them. */
const isDecided = ({ drift }: DeliveryView): boolean =>
  drift.some(({ about, closed }) => about === 'not_delivered' && closed !== null);

/** The order wants other goods brought, or the same ones otherwise, than its driver knows. */
const isForOther = (one: DeliveryView): boolean =>
  (['request', 'goods_gone', 'goods_without_driver'] as const).some((what) => isOpen(one, what));

/** A newer driver is booked for the same goods, and this one may still come. */
function isReplaced(one: DeliveryView, booked: DeliveryView[]): boolean {
  return mayCome(one) && hasNewer(one, booked);
}

const isUndelivered = ({ progress }: DeliveryView): boolean => progress === 'failed' || progress === 'returned';

/** An older driver has brought the goods after this one was sent for, and this one may still come. */
function isBrought(one: DeliveryView, booked: DeliveryView[]): boolean {
  const sentAt = one.attempts[0]?.at;
  if (sentAt === undefined || !mayCome(one)) return false;
  const older = booked.filter((other) => isNewer(one, other));
  return older.some(({ progress, progressAt }) => progress === 'delivered' && isAfter(progressAt, sentAt));
}

/** `1001-2-R3` brings the same goods as `1001-2-R2`, and `1001-2`, after them. */
const goodsOf = (reference: string): string => reference.replace(/-R\d+$/, '');
const countOf = (reference: string): number => Number(/-R(\d+)$/.exec(reference)?.[1] ?? 1);

const sameGoods = (one: DeliveryView, other: DeliveryView): boolean =>
  goodsOf(one.orderReference) === goodsOf(other.orderReference);

const isNewer = (other: DeliveryView, one: DeliveryView): boolean =>
  sameGoods(one, other) && countOf(other.orderReference) > countOf(one.orderReference);

/** Whether one of `others` was sent for its goods after it. */
const hasNewer = (one: DeliveryView, others: readonly DeliveryView[]): boolean =>
  others.some((other) => isNewer(other, one));

const isAfter = (at: string | null, before: string): boolean => at !== null && Date.parse(at) > Date.parse(before);

/** Whether something went wrong after booking that only a person can end: it counts as "Needs you" whatever the state. */
export function needsPerson(order: Shown): boolean {
  return (
    order.deliveries.some(({ alarm }) => alarm !== null) ||
    ['two_drivers', 'brought'].includes(orderHeadline(order).what)
  );
}
