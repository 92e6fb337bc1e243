import { isCancelInDoubt } from '#api-contract/cancel-doubt.ts';
import type { Headline, HeadlineWhat } from '#api-contract/headline.ts';
import type { OrderView } from '#api-contract/order.ts';

type Tone = 'success' | 'info' | 'caution' | 'critical' | 'neutral';

/** How an order's state is shown: `key` names its words under `state.` in the locale files. */
export interface OrderFace {
  key: string;
  tone: Tone;
  /** True while the app works on it by itself, so that asking again soon shows something new. */
  moving: boolean;
}

const faces: Record<OrderView['state'], OrderFace> = {
  queued: { key: 'queued', tone: 'info', moving: true },
  placing: { key: 'placing', tone: 'info', moving: true },
  confirming: { key: 'confirming', tone: 'info', moving: true },
  placed: { key: 'placed', tone: 'success', moving: false },
  skipped: { key: 'skipped', tone: 'neutral', moving: false },
  held: { key: 'held', tone: 'caution', moving: false },
  needs_attention: { key: 'needs_attention', tone: 'critical', moving: false },
  cancelled: { key: 'cancelled', tone: 'neutral', moving: false },
};

/** Those that speak for their goods: `1001-R2` instead of `1001`, unless it was called off. A server before this version does not say. */
export function newest(deliveries: OrderView['deliveries']): OrderView['deliveries'] {
  return deliveries.filter(({ isCurrent = true }: Partial<OrderView['deliveries'][number]>) => isCurrent);
}

/** The order wants its goods brought otherwise than the driver knows, and nobody has them yet. */
export function isForAnotherOrder({ drift, state, progress, cancelling }: OrderView['deliveries'][number]): boolean {
  const isAsked = drift.some(({ about, closed }) => closed === null && (about === 'request' || about === 'goods_gone'));
  return isAsked && state === 'placed' && progress === null && !cancelling;
}

/** The driver is still to come, for all that is known: only then may anybody be told so. */
export function isToCome(delivery: OrderView['deliveries'][number]): boolean {
  const { state, progress, cancelling, testMode, drift } = delivery;
  if (state !== 'placed' || cancelling || testMode || isCancelInDoubt(delivery)) return false;
  if (drift.some(({ about, closed }) => about === 'not_cancelled' && closed === null)) return false;
  return progress === null || progress === 'on_its_way';
}

/** How far the driver is, or what stands in the way, once everything is booked. */
const stages: Partial<Record<HeadlineWhat, OrderFace>> = {
  late: { key: 'late', tone: 'critical', moving: false },
  // What comes of it is worth asking for soon, and until then nobody is promised.
  cancelling: { key: 'cancelling', tone: 'caution', moving: true },
  not_cancelled: { key: 'in_doubt', tone: 'caution', moving: false },
  test: { key: 'test', tone: 'caution', moving: false },
  on_its_way: { key: 'on_its_way', tone: 'info', moving: false },
  delivered: { key: 'delivered', tone: 'success', moving: false },
};

/** A server before this version says nothing of what stands first. */
type Told = Pick<OrderView, 'state'> & Partial<Pick<OrderView, 'headline'>>;
type Shown = Told & Pick<OrderView, 'reason' | 'needsPerson' | 'deliveries'>;

/** What the server says stands first of the order, else what its state says. */
export function headlineOf({ state, headline }: Told): Headline {
  const tone = state === 'placed' ? 'success' : 'info';
  return headline ?? { what: 'state', tone, orderReference: null, count: 0, of: 0 };
}

/** As the server says what stands first of the order; what people send by hand waits for them. */
export function faceOf(order: Shown): OrderFace {
  const { state, reason, needsPerson, deliveries } = order;
  const { what, tone } = headlineOf(order);
  if (state === 'skipped' && reason?.code === 'manual_mode') return { key: 'to_send', tone: 'caution', moving: false };
  if (what === 'failed' || what === 'returned' || (what === 'late' && tone !== 'critical')) {
    return { key: what, tone: tone === 'critical' ? 'critical' : 'neutral', moving: false };
  }
  const moving = deliveries.some(({ cancelling }) => cancelling);
  if (needsPerson) return { ...faces.needs_attention, moving };
  return (state === 'placed' && stages[what]) || faces[state];
}
