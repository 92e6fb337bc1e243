import type { DeliveryView } from './order.ts';

type Named = Pick<DeliveryView, 'orderReference'>;

/** `1001-2-R3` brings the same goods as `1001-2-R2`, and `1001-2`, after them. */
export const goodsOf = ({ orderReference }: Named): string => orderReference.replace(/-R\d+$/, '');
export const turnOf = ({ orderReference }: Named): number => Number(/-R(\d+)$/.exec(orderReference)?.[1] ?? 1);

export const sameGoods = (one: Named, other: Named): boolean => goodsOf(one) === goodsOf(other);

/** Whether one of `others` was sent for its goods after it. */
export const hasNewer = (one: Named, others: readonly Named[]): boolean =>
  others.some((other) => turnOf(other) > turnOf(one) && sameGoods(one, other));

type Shown = Named & Pick<DeliveryView, 'state' | 'drift'>;

/** Whether it speaks for its goods: the newest that may bring them, or asks what is to become of them, or else the newest. */
export const speaks = (one: Shown, all: readonly Shown[]): boolean => {
  const left = all.filter(isLeft);
  return isLeft(one) ? !hasNewer(one, left) : !hasNewer(one, all) && !left.some((other) => sameGoods(one, other));
};

const isLeft = ({ state, drift }: Shown): boolean =>
  state !== 'cancelled' || drift.some(({ about, closed }) => about === 'not_delivered' && closed === null);
