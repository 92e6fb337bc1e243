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

/** Without those that a newer delivery of the same goods stands in for: `1001` where there is `1001-R2`. */
export function newest(deliveries: OrderView['deliveries']): OrderView['deliveries'] {
  return [...new Map(deliveries.map((one) => [one.orderReference.replace(/-R\d+$/, ''), one])).values()];
}

/** The order's state, or how far the driver is once everything is booked; what people send by hand waits for them. */
export function faceOf({ state, reason, deliveries }: Pick<OrderView, 'state' | 'reason' | 'deliveries'>): OrderFace {
  if (state === 'skipped' && reason?.code === 'manual_mode') return { key: 'to_send', tone: 'caution', moving: false };
  // Called off by the service: the order still wants its goods, and a person is asked.
  if (state === 'cancelled' && deliveries.some(({ alarm }) => alarm !== null)) return faces.needs_attention;
  const booked = newest(deliveries).filter((delivery) => delivery.state === 'placed');
  if (state !== 'placed' || booked.length === 0) return faces[state];
  if (booked.every(({ progress }) => progress === 'delivered')) {
    return { key: 'delivered', tone: 'success', moving: false };
  }
  const ended = booked.find(({ progress }) => progress === 'failed' || progress === 'returned')?.progress;
  if (ended) return { key: ended, tone: 'critical', moving: false };
  // What comes of it is worth asking for soon, and until then nobody is promised.
  if (booked.some((delivery) => delivery.reason?.code === 'cancelling')) return faces.confirming;
  if (booked.some(({ isLate }) => isLate)) return { key: 'late', tone: 'critical', moving: false };
  return booked.some(({ progress }) => progress !== null)
    ? { key: 'on_its_way', tone: 'info', moving: false }
    : faces.placed;
}
