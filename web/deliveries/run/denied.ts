import type { DeliveryRecord } from '../delivery.ts';
import type { Ports } from '../ports/ports.ts';
import type { ShopAccount, ShopRecord } from '../ports/stores.ts';
import { isBlocked } from '../service-health.ts';
import type { Said } from './ask-about.ts';
import { bookedReason, withStay } from './cancellation.ts';

/** Denials of a delivery, and over how long, before a person is told: a replica may lag, or a service stumble. */
const denialsBelieved = 3;
const believedAfterMs = 600_000;
/** So often it is asked again soon; where nobody is told of it then, the service denies others, too. */
const askedSoon = 6;
/** Deliveries that are asked about, to see whether the service denies all of them. */
const othersAsked = 3;

/** Whether one more denial is to be told of. */
const isBelieved = ({ times, since }: { times: number; since: number }, now: number): boolean =>
  times >= denialsBelieved && now - since > believedAfterMs;

const counted = ({ service }: DeliveryRecord, readAt: number) => {
  const { times, since } = service?.denied ?? { times: 0, since: readAt };
  return { times: times + 1, since };
};

/**
 * Whether the service denies this delivery alone, where that is about to be told: it knows one of the shop's others, or
 * there is none. Without an open breaker, and under the account that booked it.
 */
export async function isDeniedAlone(
  ports: Ports,
  { shop, account, now }: { shop: ShopRecord; account: ShopAccount | null; now: number },
  delivery: DeliveryRecord,
  { isDenied }: Said,
): Promise<boolean> {
  const isTold = delivery.service?.denied?.isTold ?? false;
  if (!isDenied || isTold || account === null || !isBelieved(counted(delivery, now), now)) return false;
  if (isBlocked(await ports.shops.health(shop.domain, delivery.mode), now)) return false;
  const others = await ports.orders.othersBooked(delivery, othersAsked);
  for (const id of others) {
    if ((await ports.courier.lookupById(account, id)).kind === 'found') return true;
  }
  return others.length === 0;
}

/** The delivery with one more denial; where that is told, with its alarm: nobody knows whether its driver comes. */
export function withDenial(
  delivery: DeliveryRecord,
  { readAt, isAlone }: { readAt: number; isAlone: boolean },
  now: number,
): DeliveryRecord {
  const { service, lookedAt } = delivery;
  const isUnheard = lookedAt !== null && lookedAt > readAt;
  if (!service || !isMissed(delivery) || isUnheard) return delivery;
  const times = counted(delivery, readAt);
  const isTold = service.denied?.isTold === true || (isAlone && isBelieved(times, now));
  const denied = { ...delivery, service: { ...service, denied: { ...times, isTold } }, lookedAt: readAt };
  return isTold ? withStay({ ...denied, reason: bookedReason(denied) }) : denied;
}

/** Whether a person would miss its driver, whom nobody has called off or seen set out. */
const isMissed = ({ state, progress, cancellation }: DeliveryRecord): boolean =>
  state === 'placed' && progress === null && cancellation === null;

/** When a denied delivery is asked about next, where it would be later: soon, until it is told of or that leads nowhere. */
export function soonerWhileDenied(delivery: DeliveryRecord, at: number, soon: number): number {
  const { denied } = delivery.service ?? {};
  const isAskedSoon = denied && isMissed(delivery) && !denied.isTold && denied.times < askedSoon;
  return isAskedSoon ? Math.min(at, soon) : at;
}
